import { createHmac, hkdfSync } from 'node:crypto'

/** Every purpose has a key of its own, derived from the one master key, so that no value made for one can serve another. */
export interface Secrets {
  /** Wraps the data key of each person. */
  readonly wrapping: Buffer
  /** Seals answers and other records that belong to no single person. */
  readonly sealing: Buffer
  hashApiKey(key: string): Buffer
  /** Blind index: finds a CPF, a phone or a caller's address again without storing it. */
  computeBlindIndex(kind: BlindIndexKind, value: string): Buffer
  /** Shows that a database was written with this master key. */
  readonly fingerprint: Buffer
}

export type BlindIndexKind = 'cpf' | 'phone' | 'applicant' | 'request'

const KEY_BYTES = 32
const INDEX_BYTES = 16

export function deriveSecrets(masterKey: Buffer): Secrets {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, 'crediario', purpose, KEY_BYTES))
  const apiKeys = derive('api-key-hash')
  const indexes: Record<BlindIndexKind, Buffer> = {
    cpf: derive('blind-index-cpf'),
    phone: derive('blind-index-phone'),
    applicant: derive('blind-index-applicant'),
    request: derive('blind-index-request'),
  }
  return {
    wrapping: derive('data-key-wrapping'),
    sealing: derive('record-sealing'),
    hashApiKey: key => createHmac('sha256', apiKeys).update(key).digest(),
    computeBlindIndex: (kind, value) =>
      createHmac('sha256', indexes[kind]).update(value).digest().subarray(0, INDEX_BYTES),
    fingerprint: derive('fingerprint').subarray(0, INDEX_BYTES),
  }
}
