import { createHmac, createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** Every purpose has a key of its own, derived from the one master key, so that no value made for one can serve another. */
export interface Secrets {
  /** Seals answers and other records that belong to no single person. */
  readonly sealing: KeyObject
  /** The key that seals what is known of one person: nobody can make it again once the person's salt is gone. */
  deriveDataKey(salt: Buffer): KeyObject
  hashApiKey(key: string): Buffer
  /** Blind index: finds a CPF, a phone or a caller's address again without storing it. */
  computeBlindIndex(kind: BlindIndexKind, value: string): Buffer
  /** Signs evidence (Ed25519): whoever has the public half can check it without us. */
  readonly evidence: KeyObject
  /** 32 bytes that only this deployment can compute: signs what would otherwise have to be stored, or kept from being rewritten. */
  computeMac(purpose: MacPurpose, text: string): Buffer
  /** Shows that a database was written with this master key. */
  readonly fingerprint: Buffer
}

export type BlindIndexKind = 'cpf' | 'phone' | 'applicant' | 'request' | 'operator'
export type MacPurpose = 'audit-seal' | 'picture-view' | 'demonstration-operator' | 'request-body'

const KEY_BYTES = 32
const INDEX_BYTES = 16

export function deriveSecrets(masterKey: Buffer): Secrets {
  const deriveBytes = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', masterKey, 'crediario', purpose, KEY_BYTES))
  // Prepared once: making a key object from bytes costs several times what using it does.
  const derive = (purpose: string): KeyObject => createSecretKey(deriveBytes(purpose))
  const apiKeys = derive('api-key-hash')
  const dataKeys = derive('data-keys')
  const indexes: Record<BlindIndexKind, KeyObject> = {
    cpf: derive('blind-index-cpf'),
    phone: derive('blind-index-phone'),
    applicant: derive('blind-index-applicant'),
    request: derive('blind-index-request'),
    operator: derive('blind-index-operator'),
  }
  const macs: Record<MacPurpose, KeyObject> = {
    'audit-seal': derive('audit-seal'),
    'picture-view': derive('picture-view'),
    'demonstration-operator': derive('demonstration-operator'),
    'request-body': derive('request-body'),
  }
  return {
    sealing: derive('record-sealing'),
    evidence: composeSigningKey(deriveBytes('evidence-signing')),
    deriveDataKey: salt => createSecretKey(createHmac('sha256', dataKeys).update(salt).digest()),
    hashApiKey: key => createHmac('sha256', apiKeys).update(key).digest(),
    computeBlindIndex: (kind, value) =>
      createHmac('sha256', indexes[kind]).update(value).digest().subarray(0, INDEX_BYTES),
    computeMac: (purpose, text) => createHmac('sha256', macs[purpose]).update(text).digest(),
    fingerprint: deriveBytes('fingerprint').subarray(0, INDEX_BYTES),
  }
}

/** What stands before the 32 secret bytes in the usual encoding of an Ed25519 key (RFC 8410). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

function composeSigningKey(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ED25519_PREFIX, bytes]), format: 'der', type: 'pkcs8' })
}
