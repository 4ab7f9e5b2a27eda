import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { createKeyedHash, type KeyedHash } from './keyed-hash.ts'
import { type BoxKeys, FIRST_KEY_ID } from './sealed-box.ts'

const KEY_BYTES = 32

/** A box names a data key that this process has not learned yet, or cannot unwrap. */
export class UnknownDataKey extends Error {}

/** The data keys that this process knows, and which of them it seals with. Grows while the process runs. */
export interface DataKeys {
  readonly sealingId: number
  /** For records that are not about a single person. */
  readonly records: BoxKeys
  ofPerson(salt: Buffer): BoxKeys
  /** Derived from the first data key only: for what must stay the same, such as names and hashes. */
  deriveFixed(salt: Buffer): KeyObject
  knows(keyId: number): boolean
  learn(keyId: number, key: Buffer): void
  forget(keyId: number): void
  sealWith(keyId: number): void
}

interface KnownKey {
  readonly records: KeyObject
  readonly people: KeyedHash
}

export function createDataKeys(rootKey: Buffer): DataKeys {
  const known = new Map<number, KnownKey>([[FIRST_KEY_ID, derive(rootKey)]])
  let sealingId = FIRST_KEY_ID
  const get = (keyId: number): KnownKey => {
    const key = known.get(keyId)
    if (key === undefined) throw new UnknownDataKey(`data key ${keyId} is not known to this process`)
    return key
  }
  const derivePersonKey = (keyId: number, salt: Buffer): KeyObject =>
    createSecretKey(get(keyId).people.computeText(salt), 'latin1')
  return {
    get sealingId() {
      return sealingId
    },
    records: {
      get sealingId() {
        return sealingId
      },
      get: keyId => get(keyId).records,
    },
    ofPerson(salt) {
      // Most callers ask for one key several times.
      let last: { readonly keyId: number; readonly key: KeyObject } | undefined
      return {
        get sealingId() {
          return sealingId
        },
        get(keyId) {
          if (last?.keyId !== keyId) last = { keyId, key: derivePersonKey(keyId, salt) }
          return last.key
        },
      }
    },
    deriveFixed: salt => derivePersonKey(FIRST_KEY_ID, salt),
    knows: keyId => known.has(keyId),
    learn: (keyId, key) => known.set(keyId, derive(key)),
    forget: keyId => known.delete(keyId),
    sealWith(keyId) {
      get(keyId)
      sealingId = keyId
    },
  }
}

function derive(key: Buffer): KnownKey {
  const deriveKey = (purpose: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, 'crediario', purpose, KEY_BYTES)))
  return { records: deriveKey('record-sealing'), people: createKeyedHash(deriveKey('data-keys')) }
}
