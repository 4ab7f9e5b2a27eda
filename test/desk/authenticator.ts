import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in software, which can be told to misbehave. */
export interface Authenticator {
  create(offered: Offered, mischief?: Mischief): Record<string, unknown>
  sign(offered: Offered, mischief?: Mischief): Record<string, unknown>
}

interface Offered {
  readonly challenge: string
  readonly rpId: string
}

export interface Mischief {
  readonly origin?: string
  readonly rpId?: string
  readonly isUnverified?: true
  readonly counter?: number
  readonly userHandle?: string
  readonly type?: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

export function newAuthenticator(origin: string, operatorId: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  const composeClientData = (type: string, { challenge }: Offered, mischief: Mischief): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: mischief.type ?? type,
        challenge,
        origin: mischief.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const composeData = ({ rpId }: Offered, mischief: Mischief, key = Buffer.alloc(0)): Buffer => {
    counter += 1
    const verified = mischief.isUnverified ? 0 : USER_VERIFIED
    const tail = Buffer.alloc(5)
    tail[0] = USER_PRESENT | verified | (key.length > 0 ? HAS_KEY : 0)
    tail.writeUInt32BE(mischief.counter ?? counter, 1)
    const party = createHash('sha256')
      .update(mischief.rpId ?? rpId)
      .digest()
    return Buffer.concat([party, tail, key])
  }
  return {
    create(offered, mischief = {}) {
      const length = Buffer.from([0, credentialId.length])
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, composeCoseKey(x, y)])
      return {
        label: 'Chave de teste',
        id,
        clientDataJSON: composeClientData('webauthn.create', offered, mischief).toString('base64url'),
        attestationObject: composeAttestation(composeData(offered, mischief, key)).toString('base64url'),
      }
    },
    sign(offered, mischief = {}) {
      const clientData = composeClientData('webauthn.get', offered, mischief)
      const data = composeData(offered, mischief)
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
      return {
        id,
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: Buffer.from(mischief.userHandle ?? operatorId).toString('base64url'),
      }
    },
  }
}

/** { 1: EC2, 3: ES256, -1: P-256, -2: x, -3: y } in CBOR. */
function composeCoseKey(x: string, y: string): Buffer {
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** { fmt: 'none', attStmt: {}, authData } in CBOR. */
function composeAttestation(data: Buffer): Buffer {
  const text = (word: string): Buffer => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ])
}
