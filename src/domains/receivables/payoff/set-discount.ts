import type { App } from '../../../app/app.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { isOpen, lockBillet } from '../billets/store/billets.ts'
import { cancelPayoffBillet, issuePayoffBillet } from '../issue-receivables.ts'
import { DISCOUNTED } from './compute-payoff.ts'
import type { PaidContract } from './credit-payoff.ts'
import { lockDebt } from './read-debt.ts'
import { findLastPayoff, insertPayoff } from './store.ts'

type Contract = NonNullable<PaidContract>

/**
 * The lender accepts an amount for everything, payable until a day: its billet and its Pix take the place of the last
 * payoff that is open. Undefined: that one ends, and nothing takes its place. The contract is locked.
 */
export async function setDiscount(
  app: App,
  tx: Transaction,
  contract: Contract,
  offer: { readonly amountCentavos: Centavos; readonly until: CalendarDate } | undefined,
): Promise<void> {
  const { id: transactionId, retailerId } = contract
  await cancelLast(app, tx, transactionId)
  if (offer === undefined) return
  const { amountCentavos, until } = offer
  const now = app.clock.now()
  const debt = await lockDebt(tx, app.secrets, contract, until)
  const billet = await issuePayoffBillet(app, tx, {
    retailerId,
    transactionId,
    installmentCount: contract.contract.numberOfInstallments,
    amountCentavos,
    settlesOn: until,
    now,
  })
  insertPayoff(tx, app.secrets, {
    billetId: billet.id,
    transactionId,
    settlesOn: until,
    selection: DISCOUNTED,
    installmentNumbers: debt.open.map(({ installmentNumber }) => installmentNumber),
    valueCentavos: amountCentavos,
    issuedAt: now,
  })
}

/** If its billet is open. */
async function cancelLast(app: App, tx: Transaction, transactionId: string): Promise<void> {
  const { secrets, clock } = app
  const last = await findLastPayoff(tx, secrets, transactionId)
  const billet = last && (await lockBillet(tx, secrets, last.billetId))
  if (billet !== undefined && isOpen(billet)) cancelPayoffBillet(tx, secrets, billet, clock.now())
}
