import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a browser sends of a passkey, as `navigator.credentials` makes it. */
export interface Credential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: object;
  readonly response: Readonly<Record<string, string>>;
}

/** What a page asks of a device. */
export interface Wanted {
  readonly challenge: string;
  readonly rpId: string;
  readonly origin: string;
}

/**
 * The device of the person in this play: it holds a passkey, as a phone or a security key does, and signs challenges with
 * it (Web Authentication, ES256). It is software and asks nobody for a fingerprint; a real one does.
 */
export class Device {
  readonly #id: Buffer = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /** Makes the passkey: its public half, for the server. */
  make(wanted: Wanted): Credential {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' }) as JsonWebKey;
    const [kty, alg, curve] = [2, -7, 1]; // EC2, ES256, P-256, as COSE numbers them
    const key = new Map<number, number | Uint8Array>([
      [1, kty],
      [3, alg],
      [-1, curve],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const about = Buffer.concat([Buffer.alloc(16), length, this.#id, isoCBOR.encode(key)]);
    const authData = Buffer.concat([seen(wanted, flags.person | flags.passkey), about]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]) as never,
    );
    return this.#credential({
      clientDataJSON: said('webauthn.create', wanted).toString('base64url'),
      attestationObject: Buffer.from(attestation).toString('base64url'),
    });
  }

  /** Signs with it. */
  use(wanted: Wanted): Credential {
    const [authenticatorData, clientData] = [seen(wanted, flags.person), said('webauthn.get', wanted)];
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #credential(response: Credential['response']): Credential {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

/** Somebody is there and was verified; a new passkey follows. */
const flags = { person: 0x01 | 0x04, passkey: 0x40 } as const;

/** Where a passkey belongs, what its device saw, and how often it was used, which this one does not count. */
function seen({ rpId }: Wanted, flag: number): Buffer {
  return Buffer.concat([sha256(rpId), Buffer.from([flag]), Buffer.alloc(4)]);
}

function said(type: string, { challenge, origin }: Wanted): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
