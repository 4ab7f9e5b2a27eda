import type { Statement, Transaction } from '../../platform/db/database.ts'

/* Pictures, sessions and requests for pictures go with their onboarding. */
const DELETE_ONBOARDINGS: Statement = {
  name: 'onboardings.forget',
  text: 'DELETE FROM onboardings WHERE transaction_id = ANY ($1)',
}
const DELETE_MESSAGES: Statement = {
  name: 'sandbox-messages.forget',
  text: 'DELETE FROM sandbox_messages WHERE phone_index = ANY ($1)',
}

/** Pictures, and the keys under which addresses and devices of signatures lie; that something was signed, and its hash, stays. */
export async function forgetOnboardings(
  tx: Transaction,
  transactionIds: readonly string[],
  phoneIndexes: readonly Buffer[],
): Promise<void> {
  await Promise.all([tx.run(DELETE_ONBOARDINGS, [transactionIds]), tx.run(DELETE_MESSAGES, [phoneIndexes])])
}
