import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** What of an answer is not as a browser would have it. */
export interface Change {
  readonly origin?: string;
  readonly party?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isFramed?: boolean;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
}

/** A passkey and the authenticator that holds it, in this process: what a browser would send of it. */
export class SoftPasskey {
  readonly #id: Buffer = randomBytes(16);
  readonly #pair: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync(
    'ec',
    { namedCurve: 'P-256' },
  );
  #counter = 0;

  /** What a browser at `origin` sends to have it enrolled. */
  made(origin: string, challenge: string, change: Change = {}): object {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' });
    const id = Buffer.concat([Buffer.alloc(16), sized(this.#id), this.#id]);
    // a COSE key: EC2, ES256, P-256, and its two coordinates
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const data = Buffer.concat([this.#head(origin, 0x40, change), id, key]);
    // { fmt: 'none', attStmt: {}, authData: data }
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      sized(data),
      data,
    ]);
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', origin, challenge, change),
      attestationObject: attestationObject.toString('base64url'),
    });
  }

  /** What a browser at `origin` sends to sign in with it. */
  used(origin: string, challenge: string, change: Change = {}): object {
    const data = this.#head(origin, 0, change);
    const client = clientData('webauthn.get', origin, challenge, change);
    const hash = createHash('sha256').update(Buffer.from(client, 'base64url')).digest();
    const signature = createSign('sha256').update(data).update(hash).sign(this.#pair.privateKey);
    return this.#answer({
      clientDataJSON: client,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  get id(): string {
    return this.#id.toString('base64url');
  }

  /** Whose it is, that its user was there and verified, and how often it was used. */
  #head(origin: string, more: number, { party, isVerified = true, isPresent = true }: Change): Buffer {
    const flags = more | (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    this.#counter += 1;
    const hash = createHash('sha256')
      .update(party ?? new URL(origin).hostname)
      .digest();
    return Buffer.concat([hash, Buffer.from([flags]), counter]);
  }

  #answer(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

function clientData(type: string, origin: string, challenge: string, change: Change): string {
  const { isFramed: crossOrigin = false, isVerified: _, isPresent: __, party: ___, ...said } = change;
  const data = { type, challenge, origin, crossOrigin, ...said };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

/** The length of some bytes, as two bytes. */
function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return length;
}
