/** What changes a principal; only in the reserved conversation `.principals`, whose entries name who changed it. */
export type PrincipalFact =
  | {
      readonly fact: 'principal-added';
      readonly principal: string;
      readonly agents: readonly string[];
      /** Null: every conversation. */
      readonly conversations: readonly string[] | null;
      readonly person: boolean;
    }
  | { readonly fact: 'principal-revoked'; readonly principal: string }
  /** `sha256` is that of the whole key. */
  | {
      readonly fact: 'key-made';
      readonly principal: string;
      readonly key: string;
      readonly sha256: string;
    }
  | { readonly fact: 'key-revoked'; readonly principal: string; readonly key: string }
  /** A person may enrol one passkey until then, in milliseconds, with the secret that hashes to `sha256`. */
  | {
      readonly fact: 'person-invited';
      readonly principal: string;
      readonly invitation: string;
      readonly sha256: string;
      readonly until: number;
    }
  | {
      readonly fact: 'passkey-added';
      readonly principal: string;
      /** The credential's id, base64url. */
      readonly passkey: string;
      /** Its public key as COSE has it, base64url. */
      readonly publicKey: string;
      /** How often it had signed, as it counts; 0 where it does not. */
      readonly counter: number;
      /** It may be copied to the person's other devices. */
      readonly copied: boolean;
      /** The invitation that it used up. */
      readonly invitation: string;
    }
  | { readonly fact: 'passkey-revoked'; readonly principal: string; readonly passkey: string };

/** What changes a person's session; only in the reserved conversation `.sessions`. */
export type SessionFact =
  | {
      readonly fact: 'session-opened';
      readonly principal: string;
      /** SHA-256 of its secret. */
      readonly session: string;
      /** The passkey that it was opened with, and how often that has signed, as it counts. */
      readonly passkey: string;
      readonly counter: number;
      /** When it ends at the latest, in milliseconds. */
      readonly until: number;
    }
  | { readonly fact: 'session-closed'; readonly session: string };
