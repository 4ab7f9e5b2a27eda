import type { App } from '../../../app/app.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Billet } from '../billets/billet.ts'
import { isOpen, lockBillet } from '../billets/store/billets.ts'
import { cancelPayoffBillet, issuePayoffBillet } from '../issue-receivables.ts'
import { computeUnusedPremium } from './compute-payoff.ts'
import type { PaidContract } from './credit-payoff.ts'
import { lockDebt } from './read-debt.ts'
import { DISCOUNTED } from './selection.ts'
import { findLastPayoff, insertPayoff } from './store.ts'

type Contract = NonNullable<PaidContract>

/** What pays everything on a day: the debt less the unused part of a premium. The contract is locked. */
export async function lockPayoffValue(
  { secrets }: App,
  tx: Transaction,
  contract: Contract,
  day: CalendarDate,
): Promise<Centavos> {
  const { totalCentavos } = await lockDebt(tx, secrets, contract, day)
  return Math.max(0, totalCentavos - computeUnusedPremium(contract, day))
}

/**
 * The billet and the Pix of an amount that the lender accepts for everything, payable until a day. It takes the place of
 * the last payoff that is open. The contract is locked.
 */
export async function issueDiscounted(
  app: App,
  tx: Transaction,
  contract: Contract,
  offer: { readonly amountCentavos: Centavos; readonly until: CalendarDate },
): Promise<Billet> {
  const { id: transactionId, retailerId } = contract
  const { amountCentavos, until } = offer
  const now = app.clock.now()
  await cancelDiscounted(app, tx, transactionId)
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
  return billet
}

/** Cancels the payoff that was issued last, if its billet is open. */
export async function cancelDiscounted(app: App, tx: Transaction, transactionId: string): Promise<void> {
  const { secrets, clock } = app
  const last = await findLastPayoff(tx, secrets, transactionId)
  const billet = last && (await lockBillet(tx, secrets, last.billetId))
  if (billet !== undefined && isOpen(billet)) cancelPayoffBillet(tx, secrets, billet, clock.now())
}
