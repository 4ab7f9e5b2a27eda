import { type Credit, plainDemonstrationPolicy, richDemonstrationPolicy } from '../modules/credit/index.ts'
import { DEMONSTRATION_KEYS, DEMONSTRATION_RETAILERS, type Retailers } from '../modules/retailers/index.ts'

/** Safe to repeat, also by several processes at once: each step leaves alone what is there. */
export async function seedDemonstration(context: { retailers: Retailers; credit: Credit }): Promise<void> {
  const { retailers, credit } = context
  for (const retailer of DEMONSTRATION_RETAILERS) {
    await retailers.createRetailer(retailer)
    const policy = retailer.gracePeriodEnabled ? richDemonstrationPolicy : plainDemonstrationPolicy
    await credit.policies.publishFirst(retailer.id, policy)
  }
  for (const key of DEMONSTRATION_KEYS) await retailers.issueKey(key)
}
