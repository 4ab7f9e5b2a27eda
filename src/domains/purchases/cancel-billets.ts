import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Billet, cancelBillets } from '../receivables/index.ts'
import { type EndedContract, reverseContract } from './reverse-contract.ts'

export interface BilletContext {
  readonly secrets: Secrets
  readonly clock: Clock
}

/**
 * Cancels open billets and reverses the debt, in the transaction that cancels the contract. Paid billets stay paid; the
 * customer's account then shows the amount as owed to the customer. Idempotent.
 */
export async function cancelContractBillets(
  { secrets, clock }: BilletContext,
  tx: Transaction,
  contract: EndedContract,
): Promise<Billet[]> {
  const now = clock.now()
  // Billets first: their row locks make a second cancellation wait here, and then it finds the reversal.
  const canceled = await cancelBillets(tx, secrets, contract, now)
  await reverseContract(tx, secrets, contract, now)
  return canceled
}
