import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Flags = { readonly userVerified?: boolean; readonly counter?: number; readonly origin?: string }
type CreationOptions = { readonly challenge: string; readonly rp: { readonly id?: string } }
type RequestOptions = { readonly challenge: string; readonly rpId?: string }

/** An authenticator of software with one passkey (ECDSA on P-256), which can also do what real ones never do. */
export class TestAuthenticator {
  readonly id = randomBytes(32)
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  counter = 0

  constructor() {
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  /** Answers a prompt for a new passkey. */
  create({ challenge, rp }: CreationOptions, flags: Flags = {}) {
    const attested = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, this.#coseKey()])
    const data = Buffer.concat([this.#authenticatorData(rp.id ?? '', 0x40, flags), attested])
    const attestationObject = Buffer.concat([
      Buffer.of(0xa3),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.of(0xa0),
      text('authData'),
      bytes(data),
    ])
    return this.#response({
      clientDataJSON: clientData('webauthn.create', challenge, flags),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Answers a prompt for an existing passkey. */
  get({ challenge, rpId }: RequestOptions, flags: Flags = {}) {
    const data = this.#authenticatorData(rpId ?? '', 0, flags)
    const clientDataJSON = clientData('webauthn.get', challenge, flags)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([data, hash]), this.#keys.privateKey)
    return this.#response({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #response<Response>(response: Response) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response }
  }

  #authenticatorData(rpId: string, attested: number, { userVerified = true, counter }: Flags): Buffer {
    const flags = 0x01 | (userVerified ? 0x04 : 0) | attested
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), count])
  }

  /** CBOR of { 1: 2, 3: -7, -1: 1, -2: x, -3: y } (RFC 9053). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const [left, right] = [x, y].map((part) => bytes(Buffer.from(part, 'base64url')))
    const head = Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01)
    return Buffer.concat([head, Buffer.of(0x21), left ?? head, Buffer.of(0x22), right ?? head])
  }
}

function clientData(type: string, challenge: string, { origin = 'http://localhost:3000' }: Flags): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16BE(value)
  return buffer
}

/** CBOR of a text below 24 bytes. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.of(0x60 | value.length), Buffer.from(value)])
}

/** CBOR of a byte string. */
function bytes(value: Buffer): Buffer {
  const head =
    value.length < 256 ? Buffer.of(0x58, value.length) : Buffer.concat([Buffer.of(0x59), uint16(value.length)])
  return Buffer.concat([head, value])
}
