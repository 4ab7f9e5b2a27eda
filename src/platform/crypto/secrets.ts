import { createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { createDataKeys, type DataKeys } from './data-keys.ts'
import { createKeyedHash, type KeyedHash } from './keyed-hash.ts'
import type { BoxKeys } from './sealed-box.ts'

/**
 * Every purpose has its own key, derived from the one master key, so that a value made for one purpose is useless for
 * another.
 */
export interface Secrets {
  /** Seals answers and other records that are not about a single person. */
  readonly sealing: BoxKeys
  /** The keys that seal the data of one person: without the person's salt they can never be derived again. */
  deriveDataKey(salt: Buffer): BoxKeys
  /** Stays the same when data is sealed again under another data key. */
  deriveFixedKey(salt: Buffer): KeyObject
  hashApiKey(key: string): Buffer
  /** Blind index: looks up a CPF, a phone or a caller's address without storing it. */
  computeBlindIndex(kind: BlindIndexKind, value: string): Buffer
  /** Signs evidence (Ed25519): anyone with the public key can verify it without us. */
  readonly evidence: KeyObject
  /**
   * 32 bytes that only this deployment can compute: authenticates values that are not stored, or that must not be
   * rewritten.
   */
  computeMac(purpose: MacPurpose, text: string): Buffer
  /** Proves that a database was written with this master key. */
  readonly fingerprint: Buffer
}

type BlindIndexKind =
  | 'cpf'
  | 'phone'
  | 'applicant'
  | 'request'
  | 'operator'
  | 'staff'
  | 'seller'
  | 'email'
  | 'company'
  | 'listed-digits'
  | 'listed-name'
  | 'buyer-name'
export type MacPurpose =
  | 'audit-seal'
  | 'picture-view'
  | 'demonstration-operator'
  | 'request-body'
  | 'payment-link'
  | 'row'
  | 'operator-session'
  | 'staff-session'
  | 'staff-invitation'
  | 'staff-reset'
  | 'demonstration-staff'
  | 'ledger-head'
  | 'known-device'
  | 'passkey'
  | 'pix-notices'
  | 'customer-session'
  | 'onboarding-session'
  | 'link-visit'
  | 'closing'
  | 'connector-refund'

const KEY_BYTES = 32
const INDEX_BYTES = 16

export function deriveSecrets(masterKey: Buffer, keys: DataKeys = createDataKeys(masterKey)): Secrets {
  const deriveBytes = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, 'crediario', purpose, KEY_BYTES))
  // Derived once: preparing a key costs several times as much as using it.
  const derive = (purpose: string): KeyedHash => createKeyedHash(createSecretKey(deriveBytes(purpose)))
  const apiKeys = derive('api-key-hash')
  const indexes: Record<BlindIndexKind, KeyedHash> = {
    cpf: derive('blind-index-cpf'),
    phone: derive('blind-index-phone'),
    applicant: derive('blind-index-applicant'),
    request: derive('blind-index-request'),
    operator: derive('blind-index-operator'),
    staff: derive('blind-index-staff'),
    seller: derive('blind-index-seller'),
    email: derive('blind-index-email'),
    company: derive('blind-index-company'),
    'listed-digits': derive('blind-index-listed-digits'),
    'listed-name': derive('blind-index-listed-name'),
    'buyer-name': derive('blind-index-buyer-name'),
  }
  const macs: Record<MacPurpose, KeyedHash> = {
    'audit-seal': derive('audit-seal'),
    'picture-view': derive('picture-view'),
    'demonstration-operator': derive('demonstration-operator'),
    'request-body': derive('request-body'),
    'payment-link': derive('payment-link'),
    row: derive('row-mac'),
    'operator-session': derive('operator-session'),
    'staff-session': derive('staff-session'),
    'staff-invitation': derive('staff-invitation'),
    'staff-reset': derive('staff-reset'),
    'demonstration-staff': derive('demonstration-staff'),
    'ledger-head': derive('ledger-head'),
    'known-device': derive('known-device'),
    passkey: derive('passkey'),
    'pix-notices': derive('pix-notices'),
    'customer-session': derive('customer-session'),
    'onboarding-session': derive('onboarding-session'),
    'link-visit': derive('link-visit'),
    closing: derive('closing'),
    'connector-refund': derive('connector-refund'),
  }
  return {
    sealing: keys.records,
    evidence: composeSigningKey(deriveBytes('evidence-signing')),
    deriveDataKey: salt => keys.ofPerson(salt),
    deriveFixedKey: salt => keys.deriveFixed(salt),
    hashApiKey: key => apiKeys.compute(key),
    computeBlindIndex: (kind, value) => indexes[kind].compute(value, INDEX_BYTES),
    computeMac: (purpose, text) => macs[purpose].compute(text),
    fingerprint: deriveBytes('fingerprint').subarray(0, INDEX_BYTES),
  }
}

/** The bytes before the 32 secret bytes in the PKCS #8 encoding of an Ed25519 key (RFC 8410). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

function composeSigningKey(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ED25519_PREFIX, bytes]), format: 'der', type: 'pkcs8' })
}
