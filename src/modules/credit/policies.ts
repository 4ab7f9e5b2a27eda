import { RequestError } from '../../contract/errors.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { ShortCache } from '../../kernel/short-cache.ts'
import type { Database } from '../../platform/db/database.ts'
import { type CreditPolicy, parsePolicy } from './policy.ts'
import { findCurrentPolicy, findPolicy, insertFirstPolicy, insertPolicy } from './store.ts'

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

export function createPolicies(database: Database, clock: Clock): Policies {
  const current = new ShortCache<{ id: string } | undefined>(CURRENT_MS, CACHED_POLICIES)
  // A version is immutable, so its parsed document is cached for long and shared by all requests.
  const versions = new ShortCache<CreditPolicy>(VERSION_MS, CACHED_POLICIES)

  const get = (id: string): Promise<CreditPolicy> =>
    versions.get(id, async () => {
      const row = await findPolicy(database, id)
      if (row === undefined) throw new Error(`credit policy ${id} does not exist`)
      return parsePolicy(row.document)
    })

  return {
    get,
    async getCurrent(retailerId) {
      const row = await current.get(retailerId, () => findCurrentPolicy(database, retailerId))
      if (row === undefined) throw new RequestError('policy_missing')
      return { id: row.id, document: await get(row.id) }
    },
    async publish(retailerId, document) {
      const id = newId(clock.now().getTime())
      const version = await insertPolicy(database, {
        id,
        retailerId,
        document: parsePolicy(document),
        now: clock.now(),
      })
      return { id, version }
    },
    publishFirst: (retailerId, document) =>
      insertFirstPolicy(database, {
        id: newId(clock.now().getTime()),
        retailerId,
        document,
        now: clock.now(),
      }),
  }
}
