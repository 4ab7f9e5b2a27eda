import type { App } from '../app/app.ts'
import { createAccount } from '../domains/lender/index.ts'
import { publishFirstTerms } from '../domains/retailers/index.ts'
import { DEMONSTRATION_ACCOUNT } from './demonstration-account.ts'
import { plainDemonstrationPolicy, richDemonstrationPolicy } from './demonstration-policies.ts'
import {
  DEMONSTRATION_KEYS,
  DEMONSTRATION_RETAILERS,
  DEMONSTRATION_TERMS,
} from './demonstration-retailers.ts'

/** Idempotent, also when several processes run it at once: each step keeps what exists. */
export async function seedDemonstration(app: App): Promise<void> {
  const { database, secrets, clock, retailers, credit, publicUrl } = app
  const { id, ...account } = DEMONSTRATION_ACCOUNT
  await createAccount(database, secrets, account, { id, now: clock.now(), channel: 'sandbox' })
  for (const retailer of DEMONSTRATION_RETAILERS) {
    await retailers.createRetailer(retailer)
    const author = { by: 'demonstration', at: clock.now() }
    await publishFirstTerms(database, secrets, retailer.id, DEMONSTRATION_TERMS[retailer.id] ?? {}, author)
    const policy = retailer.gracePeriodEnabled ? richDemonstrationPolicy : plainDemonstrationPolicy
    await credit.policies.publishFirst(retailer.id, policy)
  }
  for (const key of DEMONSTRATION_KEYS) await retailers.issueKey(key)
  await allowOwnPages(retailers, publicUrl)
}

/** The demonstration shop stands on pages of this service; a browser on this machine may know it by either name. */
export async function allowOwnPages(retailers: App['retailers'], publicUrl: string): Promise<void> {
  const { origin, hostname } = new URL(publicUrl)
  const names = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname]
  for (const { id } of DEMONSTRATION_RETAILERS)
    for (const name of names) await retailers.allowOrigin(id, origin.replace(hostname, name))
}

const LOOPBACK = ['127.0.0.1', 'localhost']
