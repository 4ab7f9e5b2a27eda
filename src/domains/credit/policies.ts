import { RequestError } from '../../contract/errors.ts'
import type { Clock } from '../../kernel/clock.ts'
import { InputError } from '../../kernel/faults.ts'
import { newId } from '../../kernel/ids.ts'
import { type Centavos, parseReais } from '../../kernel/money.ts'
import { ShortCache } from '../../kernel/short-cache.ts'
import type { ReportForgery } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { type CreditPolicy, parsePolicy } from './policy.ts'
import {
  findCurrentPolicy,
  findPolicy,
  findPolicyOf,
  insertPolicy,
  isCurrentGenuine,
  listCurrentPolicies,
  type PolicyRow,
  policyMac,
} from './store.ts'

export interface CurrentPolicy {
  readonly id: string
  readonly document: CreditPolicy
}

export interface Policies {
  getCurrent(retailerId: string): Promise<CurrentPolicy>
  get(id: string): Promise<CreditPolicy>
  /** Publishes a new version for the retailer; every process uses it within seconds. */
  publish(retailerId: string, document: unknown): Promise<{ id: string; version: number }>
  /** For seeding: does nothing for a retailer that has a policy. */
  publishFirst(retailerId: string, document: CreditPolicy): Promise<void>
}

const CURRENT_MS = 4_000
const VERSION_MS = 3_600_000
const CACHED_POLICIES = 1_000

interface PoliciesContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly reportForgery: ReportForgery
}

export function createPolicies({ database, secrets, clock, reportForgery }: PoliciesContext): Policies {
  const current = new ShortCache<{ id: string } | undefined>(CURRENT_MS, CACHED_POLICIES)
  // A version is immutable, so its parsed document is cached for long and shared by all requests.
  const versions = new ShortCache<CreditPolicy>(VERSION_MS, CACHED_POLICIES)

  const get = (id: string): Promise<CreditPolicy> =>
    versions.get(id, async () => {
      const row = await findPolicy(database, id)
      if (row === undefined) throw new Error(`credit policy ${id} does not exist`)
      return openPolicy(secrets, row)
    })

  /** The version before a forged one is not in force either: nobody knows whether it was meant to be replaced. */
  async function findCurrent(retailerId: string): Promise<{ id: string } | undefined> {
    const row = await findCurrentPolicy(database, retailerId)
    if (row === undefined || isCurrentGenuine(secrets, row)) return row
    await reportForgery('credit_policies', row.id)
    return undefined
  }

  async function insertNext(
    retailerId: string,
    document: CreditPolicy,
    version: number,
  ): Promise<string | undefined> {
    const now = clock.now()
    const id = newId(now.getTime())
    const row = { id, retailerId, version, document: JSON.stringify(document), createdAt: now }
    return (await insertPolicy(database, secrets, row)) ? id : undefined
  }

  return {
    get,
    async getCurrent(retailerId) {
      const row = await current.get(retailerId, () => findCurrent(retailerId))
      if (row === undefined) throw new RequestError('policy_missing')
      return { id: row.id, document: await get(row.id) }
    },
    async publish(retailerId, document) {
      const parsed = parsePolicy(document)
      const version = ((await findCurrentPolicy(database, retailerId))?.version ?? 0) + 1
      const id = await insertNext(retailerId, parsed, version)
      if (id === undefined)
        throw new InputError('somebody else published a policy at the same time: try again')
      return { id, version }
    },
    async publishFirst(retailerId, document) {
      await insertNext(retailerId, document, 1)
    },
  }
}

/** Throws ForgedRow. */
function openPolicy(secrets: Secrets, row: PolicyRow): CreditPolicy {
  return parsePolicy(JSON.parse(policyMac.check(secrets, row).document))
}

/** Whether the policy of this decision pays the retailer only after a VALIDATED invoice. Throws ForgedRow. */
export async function requiresInvoice(db: Queryable, secrets: Secrets, decisionId: string): Promise<boolean> {
  const row = await findPolicyOf(db, decisionId)
  if (row === undefined) throw new Error(`decision ${decisionId} has no policy`)
  return openPolicy(secrets, row).transfer?.requiresInvoice === true
}

/** Used where a policy says nothing about it. */
const WAIVED_RESTS_REAIS = 5

/**
 * Rests up to this sum are waived over the life of a contract. The policy in force decides, not that of the contract:
 * what is worth collecting is not a term of it. Without one, or with one that this program did not write, nothing is waived.
 */
export async function findWaivedRests(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
): Promise<Centavos> {
  const current = await findCurrentPolicy(db, retailerId)
  const isInForce = current !== undefined && isCurrentGenuine(secrets, current)
  const row = isInForce ? await findPolicy(db, current.id) : undefined
  if (row === undefined) return 0
  return parseReais(openPolicy(secrets, row).collection?.waiveRestsUpTo ?? WAIVED_RESTS_REAIS)
}

export async function listForgedPolicyIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  return (await listCurrentPolicies(db)).filter(row => !isCurrentGenuine(secrets, row)).map(({ id }) => id)
}
