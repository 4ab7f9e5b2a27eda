import type { Clock } from '../../kernel/clock.ts'
import { type Billet, cancelBillets } from '../../modules/billets/index.ts'
import { computeReversal, findEntry, nameContract, postEntries } from '../../modules/ledger/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'

export interface ContractContext {
  readonly secrets: Secrets
  readonly clock: Clock
}

/**
 * Cancels open billets and reverses the debt, in the transaction that cancels the contract. Paid billets stay paid; the
 * customer's account then shows the amount as owed to the customer. Idempotent.
 */
export async function cancelContractBillets(
  { secrets, clock }: ContractContext,
  tx: Transaction,
  contract: { readonly retailerId: string; readonly transactionId: string },
): Promise<Billet[]> {
  const now = clock.now()
  const reference = `cancel:${contract.transactionId}`
  // Billets first: their row locks make a second cancellation wait here, and then it finds the reversal.
  const canceled = await cancelBillets(tx, secrets, contract, now)
  const [booked, reversed] = await Promise.all([
    findEntry(tx, nameContract(contract.transactionId)),
    findEntry(tx, reference),
  ])
  if (booked !== undefined && reversed === undefined && booked.retailerId === contract.retailerId)
    postEntries(tx, [computeReversal(booked, { reference, occurredAt: now })], now)
  return canceled
}
