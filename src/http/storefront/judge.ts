import { PUBLISHABLE_SCOPES } from '../../contract/scopes.ts'
import type { KeyHolder } from '../../domains/retailers/index.ts'
import type { StorefrontApi } from './storefront-api.ts'

/** What is known of a call from a page before it is checked. */
interface PageCall {
  readonly key: string
  /** Absent: no page of another origin asks, but a program, a cache, or a page of our own. */
  readonly origin: string | undefined
  /** What counts as one client. */
  readonly address: string
}

type Verdict =
  | { readonly kind: 'admitted'; readonly holder: KeyHolder }
  | { readonly kind: 'unknown key' }
  | { readonly kind: 'secret key' }
  | { readonly kind: 'foreign origin'; readonly holder: KeyHolder }
  | { readonly kind: 'over budget'; readonly holder: KeyHolder; readonly waitSeconds: number }

export type Judge = (call: PageCall) => Promise<Verdict>

const [SCOPE] = PUBLISHABLE_SCOPES
/** No key of ours is longer; a longer text is unknown without asking the database. */
const MAX_KEY_LENGTH = 256
const SECRET_KEY = /^\s*sk_/i

/**
 * Key, origin, budgets, in this order. Everybody can read the key in the page, so it identifies a shop and protects nothing; the
 * origin keeps other sites from spending the shop's budget.
 */
export function createJudge({ retailers, addressBudget, keyBudget }: StorefrontApi): Judge {
  return async function judge({ key, origin, address }) {
    // By its format, without a look-up: the answer must not reveal whether the key is live.
    if (SECRET_KEY.test(key)) return { kind: 'secret key' }
    const holder = key.length > MAX_KEY_LENGTH ? undefined : await retailers.findKeyHolder(key)
    if (holder === undefined) return { kind: 'unknown key' }
    if (!holder.scopes.includes(SCOPE)) return { kind: 'secret key' }
    if (origin !== undefined && !(await retailers.isOriginAllowed(holder.retailerId, origin)))
      return { kind: 'foreign origin', holder }
    const waitSeconds = addressBudget.spend(address)
    if (waitSeconds !== undefined) return { kind: 'over budget', holder, waitSeconds }
    const decision = await keyBudget.take(`storefront:${holder.keyId}`, holder.rateLimitPerSecond)
    if (!decision.isAllowed) return { kind: 'over budget', holder, waitSeconds: 1 }
    return { kind: 'admitted', holder }
  }
}
