import type { Statement, Transaction } from '../../platform/db/database.ts'

/* Cascades to pictures, sessions and picture requests. */
const DELETE_ONBOARDINGS: Statement = {
  name: 'onboardings.forget',
  text: 'DELETE FROM onboardings WHERE transaction_id = ANY ($1)',
}

/**
 * Deletes pictures, and the keys to the addresses and devices of signatures. The fact of a signature and its hash stay.
 */
export async function forgetOnboardings(tx: Transaction, transactionIds: readonly string[]): Promise<void> {
  await tx.run(DELETE_ONBOARDINGS, [transactionIds])
}
