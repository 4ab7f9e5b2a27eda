import { type Account, writeAccount } from './account-store.ts'
import type { ConnectorContext } from './context.ts'
import { lockPayment, updatePayment } from './payment-store.ts'

/** What the platform calls the payment, by names of its own. */
export async function rememberForeign(
  { database, secrets, clock }: ConnectorContext,
  paymentId: string,
  foreign: Readonly<Record<string, string>>,
): Promise<void> {
  await database.transaction(async tx => {
    const payment = await lockPayment(tx, secrets, paymentId)
    const box = { ...payment.box, foreign: { ...payment.box.foreign, ...foreign } }
    await updatePayment(tx, secrets, { payment, change: { box }, now: clock.now() })
  })
}

export async function saveAccount(
  { database, secrets, clock }: ConnectorContext,
  account: Account,
): Promise<void> {
  await writeAccount(database, secrets, { ...account, changedAt: clock.now() })
}
