import type { BankBehaviour, BankRequest } from '../contract/sandbox.ts'
import type { Remember } from '../platform/db/database.ts'

/** How the sandbox bank behaves towards a retailer. */
export interface BankBehaviours {
  get(retailerId: string): Promise<BankBehaviour>
  replace(
    retailerId: string,
    request: BankRequest,
    remember?: Remember<BankBehaviour>,
  ): Promise<BankBehaviour>
}
