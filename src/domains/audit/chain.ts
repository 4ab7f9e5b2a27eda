import { createHash } from 'node:crypto'

/** An entry as stored, every field in the text form that the hash covers. */
export interface AuditEntry {
  readonly position: number
  /** With microseconds, as in PostgreSQL. */
  readonly at: string
  readonly operatorId: string | null
  readonly action: string
  readonly subject: string | null
  readonly details: string
  /** Who acted at a retailer, and at which; both null where nobody of a retailer acted. */
  readonly staffId: string | null
  readonly retailerId: string | null
  readonly hash: string
}

export interface AuditHead {
  readonly position: number
  readonly hash: string
}

export interface AuditSeal extends AuditHead {
  /** 1: signs its head alone. 2: signs the seal before it too. */
  readonly version: 1 | 2
  readonly signature: string
}

export interface AuditFault {
  readonly position: number
  readonly problem: string
}

/** The head before the first entry. */
export const FIRST_HEAD: AuditHead = { position: 0, hash: '0'.repeat(64) }

/**
 * A list instead of an object, because the order of the fields is part of the format. Entries about no retailer have the six
 * fields that all entries had first; the others have eight, so that neither reads like the other.
 */
export function computeAuditHash(previousHash: string, entry: Omit<AuditEntry, 'hash'>): string {
  const { position, at, operatorId, action, subject, details, staffId, retailerId } = entry
  const where = retailerId === null && staffId === null ? [] : [staffId, retailerId]
  return createHash('sha256')
    .update(Buffer.from(previousHash, 'hex'))
    .update(JSON.stringify([position, at, operatorId, action, subject, details, ...where]))
    .digest('hex')
}

export interface AuditEvidence {
  /** In order of position. */
  readonly seals: readonly AuditSeal[]
  readonly sign: (seal: Omit<AuditSeal, 'signature'>, previous: AuditSeal | undefined) => string
  /** Heads that were recorded elsewhere: the chain must still contain them. */
  readonly anchors?: readonly AuditHead[] | undefined
}

/** Checks a chain entry by entry and stops at the first fault. */
export class AuditCheck {
  readonly #evidence: AuditEvidence
  readonly #seals: Map<number, AuditSeal>
  #head: AuditHead = FIRST_HEAD
  #previousSeal: AuditSeal | undefined
  #fault: AuditFault | undefined

  constructor(evidence: AuditEvidence) {
    this.#evidence = evidence
    this.#seals = new Map(evidence.seals.map(seal => [seal.position, seal]))
  }

  get head(): AuditHead {
    return this.#head
  }

  /** Returns false once a fault was found. */
  add(entry: AuditEntry): boolean {
    this.#fault ??= this.#findFault(entry)
    if (this.#fault === undefined) {
      this.#head = { position: entry.position, hash: entry.hash }
      this.#previousSeal = this.#seals.get(entry.position) ?? this.#previousSeal
    }
    return this.#fault === undefined
  }

  /** After the last entry. */
  finish(): AuditFault | undefined {
    if (this.#fault !== undefined) return this.#fault
    const { seals, anchors = [] } = this.#evidence
    const known = [...seals, ...anchors]
    const last = known.reduce((furthest, { position }) => Math.max(furthest, position), 0)
    if (last <= this.#head.position) return undefined
    return {
      position: this.#head.position + 1,
      problem: `the chain ends at ${this.#head.position} of ${last}: entries were removed from its end`,
    }
  }

  #findFault(entry: AuditEntry): AuditFault | undefined {
    const { position, hash } = entry
    const expected = this.#head.position + 1
    const fail = (problem: string): AuditFault => ({ position: expected, problem })
    if (position !== expected) return fail(`entry ${expected} is missing or out of order`)
    if (computeAuditHash(this.#head.hash, entry) !== hash)
      return fail('the entry differs from what was written')
    const seal = this.#seals.get(position)
    if (seal !== undefined && seal.signature !== this.#evidence.sign(seal, this.#previousSeal))
      return fail('its seal was not made by this deployment, or a seal before it was removed')
    const heads = [seal, ...(this.#evidence.anchors ?? [])].filter(each => each?.position === position)
    if (heads.some(head => head?.hash !== hash))
      return fail('the chain was written anew: it differs from its seal')
    return undefined
  }
}
