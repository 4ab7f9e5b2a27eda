import type { App } from '../../../app/app.ts'
import { nextBusinessDay } from '../../../brazil/business-days.ts'
import { RequestError } from '../../../contract/errors.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { isId } from '../../../kernel/ids.ts'
import { type Centavos, writeReais } from '../../../kernel/money.ts'
import { parseDay } from '../../../kernel/parse-days.ts'
import type { Remember, Transaction } from '../../../platform/db/database.ts'
import { findAccount } from '../../lender/index.ts'
import type { Billet } from '../billets/billet.ts'
import { findBillet, isOpen, lockBillet } from '../billets/store/billets.ts'
import { cancelPayoffBillet, type IssuedBillet, issuePayoffBillet } from '../issue-receivables.ts'
import { attachPixCodes } from '../pix/charge-store.ts'
import { exchangeCharge } from '../pix/exchange-charges.ts'
import {
  type ComputedPayoff,
  computeChosenPayoff,
  computeLastPayoffDay,
  DISCOUNTED,
  isPayableByLine,
  type PayoffSelection,
  parseSelection,
  writeSelection,
} from './compute-payoff.ts'
import type { PaidContract } from './credit-payoff.ts'
import { type Debt, type IndebtedBillet, lockDebt, readDebt } from './read-debt.ts'
import { findLastPayoff, insertPayoff, type Payoff } from './store.ts'

/** What is to be settled, and on which day. */
interface WantedPayoff {
  readonly date: CalendarDate
  readonly selection: PayoffSelection
}

/** As a person asks for it. */
interface AskedPayoff {
  /** Today when absent. */
  readonly date?: string | undefined
  /** Instead of a date: on the first day on which it can be paid. */
  readonly isSoonest?: true
  readonly installments?: string | undefined
  readonly amountCentavos?: Centavos | undefined
}

/** Throws a RequestError that names the field. */
function parsePayoff({ clock, pixApi }: App, asked: AskedPayoff): WantedPayoff {
  const { installments, amountCentavos } = asked
  if (installments !== undefined && amountCentavos !== undefined)
    throw invalidParameter('amount', 'must not be given together with installments')
  const selection =
    amountCentavos === undefined
      ? parseSelection(installments ?? 'all')
      : ({ kind: 'amount', amountCentavos } as const)
  if (selection === undefined)
    throw invalidParameter('installments', 'must be all, next or last: and a number, such as last:2')
  const today = calendarDateAt(clock.now())
  const isByLine = asked.isSoonest === true && pixApi === undefined
  return { date: isByLine ? nextBusinessDay(today) : parseDate(asked.date, today), selection }
}

function parseDate(text: string | undefined, today: CalendarDate): CalendarDate {
  if (text === undefined) return today
  const date = parseDay('date', text)
  const last = computeLastPayoffDay(today)
  if (date < today || date > last) throw invalidParameter('date', `must be a day from ${today} to ${last}`)
  return date
}

interface QuotedPayoff {
  readonly retailerId: string
  readonly transactionId: string
  /** As it is stored and noted. */
  readonly selection: string
  readonly settlement: ComputedPayoff
}

/** What a settlement would cost. Nothing changes. The contract is read once it is known that the request is valid. */
export async function quotePayoff(
  app: App,
  asked: AskedPayoff,
  readContract: (date: CalendarDate) => Promise<PaidContract>,
): Promise<QuotedPayoff> {
  const wanted = parsePayoff(app, asked)
  const running = getRunning(await readContract(wanted.date))
  const settlement = getPayoff(running, await readDebt(app, running, wanted.date), wanted)
  const { id: transactionId, retailerId } = running
  return { retailerId, transactionId, selection: writeSelection(wanted.selection), settlement }
}

type Purchase = NonNullable<PaidContract>

/** Refuses a purchase that is foreign, or on which nothing is owed: not complete yet, ended or being canceled. */
function getRunning(purchase: PaidContract): Purchase {
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  if (purchase.status !== 'OPEN')
    throw new RequestError('transaction_state_conflict', {
      message: `There is nothing to settle in status ${purchase.status}`,
    })
  return purchase
}

/** Throws a RequestError that names the field. */
function getPayoff<Issued extends IndebtedBillet>(
  purchase: Purchase,
  debt: Debt<Issued>,
  { selection, date }: WantedPayoff,
): ComputedPayoff<Issued> {
  const computed = computeChosenPayoff(purchase.contract, debt, selection)
  if (!('problem' in computed)) return computed
  switch (computed.problem) {
    case 'nothing-owed':
      throw new RequestError('transaction_state_conflict', { message: 'There is nothing to settle' })
    case 'none-ahead':
      throw invalidParameter(
        'installments',
        `asks for more than the ${computed.aheadCount} installments that are not due on ${date}`,
      )
    case 'other-amount':
      throw invalidParameter(
        'amount',
        `must be from ${writeReais(computed.leastCentavos)} to ${writeReais(computed.mostCentavos)}, all that is owed on ${date}`,
      )
  }
}

type IssuedPayoff = QuotedPayoff & IssuedBillet

/**
 * Issues the billet and the Pix of a settlement. Repeated for the same day, selection and debt it gives the same billet;
 * any other takes the place of one that is open. The PSP is asked for the code at once, after the commit; where it does
 * not answer, the billet gets its code later, as any other.
 */
export async function issuePayoff(
  app: App,
  { retailerId, transactionId }: { readonly retailerId: string; readonly transactionId: string },
  asked: AskedPayoff,
  remember?: Remember<IssuedPayoff>,
): Promise<IssuedPayoff> {
  const { database, secrets, pixApi, reactions } = app
  const wanted = parsePayoff(app, asked)
  if (pixApi === undefined && !isPayableByLine(wanted.date))
    throw invalidParameter('date', 'must be a business day: there is no Pix, and banks take billets on those')
  const issued = await database.transaction(async tx => {
    const found = isId(transactionId) ? await reactions.lockContract(tx, secrets, transactionId) : undefined
    const purchase = getRunning(found?.retailerId === retailerId ? found : undefined)
    const settlement = getPayoff(purchase, await lockDebt(tx, secrets, purchase, wanted.date), wanted)
    const quoted = { retailerId, transactionId, selection: writeSelection(wanted.selection), settlement }
    return { quoted, billet: await lockOrIssue(app, tx, purchase, quoted) }
  })
  if (pixApi !== undefined) await exchangeCharge(app, issued.billet)
  const [[billet = issued.billet], account] = await Promise.all([
    attachPixCodes(database, secrets, [issued.billet]),
    findAccount(database, secrets, issued.billet.accountId),
  ])
  if (account === undefined) throw new Error(`billet ${billet.id} names an account that does not exist`)
  const outcome = { ...issued.quoted, billet, account }
  // Its effects are committed: repeated after a crash in between, the request gives the same billet.
  if (remember !== undefined) await database.transaction(tx => remember(tx, outcome))
  return outcome
}

async function lockOrIssue(
  app: App,
  tx: Transaction,
  { id: transactionId, retailerId, contract }: Purchase,
  { selection, settlement }: QuotedPayoff,
): Promise<Billet> {
  const { secrets } = app
  const now = app.clock.now()
  const quoted = {
    settlesOn: settlement.date,
    selection,
    installmentNumbers: settlement.parts.map(({ installmentNumber }) => installmentNumber),
    valueCentavos: settlement.valueCentavos,
  }
  const last = await findLastPayoff(tx, secrets, transactionId)
  const open = last && (await lockBillet(tx, secrets, last.billetId))
  if (open !== undefined && isOpen(open)) {
    if (isSame(last, quoted)) {
      const same = await findBillet(tx, secrets, retailerId, open.id)
      if (same !== undefined) return same
    }
    // What the lender has offered to accept stays payable beside it.
    if (last?.selection !== DISCOUNTED) cancelPayoffBillet(tx, secrets, open, now)
  }
  const billet = await issuePayoffBillet(app, tx, {
    retailerId,
    transactionId,
    installmentCount: contract.numberOfInstallments,
    amountCentavos: settlement.valueCentavos,
    settlesOn: settlement.date,
    now,
  })
  insertPayoff(tx, secrets, { ...quoted, billetId: billet.id, transactionId, issuedAt: now })
  return billet
}

function isSame(
  last: Payoff | undefined,
  quoted: Pick<Payoff, 'settlesOn' | 'selection' | 'installmentNumbers' | 'valueCentavos'>,
): boolean {
  return (
    last !== undefined &&
    last.settlesOn === quoted.settlesOn &&
    last.selection === quoted.selection &&
    last.valueCentavos === quoted.valueCentavos &&
    last.installmentNumbers.join() === quoted.installmentNumbers.join()
  )
}
