import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import { isId } from '../../../kernel/ids.ts'
import { type Centavos, writeReais } from '../../../kernel/money.ts'
import { parseDay } from '../../../kernel/parse-days.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Database, Remember, Transaction } from '../../../platform/db/database.ts'
import { findAccount, type LenderAccount } from '../../lender/index.ts'
import { findPurchase, lockPurchase, type Purchase } from '../../purchases/index.ts'
import {
  attachPixCodes,
  type Billet,
  type BilletRow,
  type ComputedPayoff,
  cancelPayoffBillet,
  computeChosenPayoff,
  computeLastPayoffDay,
  computeUnusedPremium,
  type Debt,
  exchangeCharge,
  findBillet,
  findLastPayoff,
  type IndebtedBillet,
  insertPayoff,
  isPayableByLine,
  issuePayoffBillet,
  lockBillet,
  lockDebt,
  type Payoff,
  type PayoffSelection,
  parseSelection,
  readDebt,
  writeSelection,
} from '../../receivables/index.ts'

/** What is to be settled, and on which day. */
export interface WantedPayoff {
  readonly date: CalendarDate
  readonly selection: PayoffSelection
}

/** Throws a RequestError that names the field. */
export function parsePayoff(
  asked: {
    readonly date?: string | undefined
    readonly installments?: string | undefined
    readonly amountCentavos?: Centavos | undefined
  },
  now: Date,
): WantedPayoff {
  const { installments, amountCentavos } = asked
  if (installments !== undefined && amountCentavos !== undefined)
    throw invalidParameter('amount', 'must not be given together with installments')
  const selection =
    amountCentavos === undefined
      ? parseSelection(installments ?? 'all')
      : ({ kind: 'amount', amountCentavos } as const)
  if (selection === undefined)
    throw invalidParameter('installments', 'must be all, next or last: and a number, such as last:2')
  return { date: parseDate(asked.date, now), selection }
}

function parseDate(text: string | undefined, now: Date): CalendarDate {
  const today = calendarDateAt(now)
  if (text === undefined) return today
  const date = parseDay('date', text)
  const last = computeLastPayoffDay(today)
  if (date < today || date > last) throw invalidParameter('date', `must be a day from ${today} to ${last}`)
  return date
}

export interface QuotedPayoff {
  readonly transactionId: string
  readonly settlement: ComputedPayoff<Billet>
}

/** What a settlement would cost. Nothing changes. */
export async function quotePayoff(
  context: { readonly database: Database; readonly secrets: Secrets },
  { retailerId, transactionId }: { readonly retailerId: string; readonly transactionId: string },
  wanted: WantedPayoff,
): Promise<QuotedPayoff> {
  const { database, secrets } = context
  const purchase = isId(transactionId)
    ? await findPurchase(database, secrets, retailerId, transactionId)
    : undefined
  const running = getRunning(purchase)
  const debt = await readDebt(context, running, wanted.date)
  return { transactionId, settlement: getPayoff(running, debt, wanted) }
}

/** Refuses a purchase that is foreign, or on which nothing is owed: not complete yet, ended or being canceled. */
export function getRunning(purchase: Purchase | undefined): Purchase {
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  if (purchase.status !== 'OPEN')
    throw new RequestError('transaction_state_conflict', {
      message: `There is nothing to settle in status ${purchase.status}`,
    })
  return purchase
}

/** Throws a RequestError that names the field. */
export function getPayoff<Issued extends IndebtedBillet>(
  purchase: Purchase,
  debt: Debt<Issued>,
  { selection, date }: WantedPayoff,
): ComputedPayoff<Issued> {
  const computed = computeChosenPayoff(
    purchase.contract,
    debt,
    selection,
    computeUnusedPremium(purchase, date),
  )
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

export interface IssuedSettlement {
  readonly transactionId: string
  readonly settlement: ComputedPayoff<BilletRow>
  readonly billet: Billet
  readonly account: LenderAccount
}

/**
 * Issues the billet and the Pix of a settlement. Repeated for the same day, selection and debt it gives the same billet;
 * any other takes the place of one that is open. The PSP is asked for the code at once, after the commit; where it does
 * not answer, the billet gets its code later, as any other.
 */
export async function issuePayoff(
  app: App,
  { retailerId, transactionId }: { readonly retailerId: string; readonly transactionId: string },
  wanted: WantedPayoff,
  remember?: Remember<IssuedSettlement>,
): Promise<IssuedSettlement> {
  const { database, secrets, pixApi } = app
  if (pixApi === undefined && !isPayableByLine(wanted.date))
    throw invalidParameter('date', 'must be a business day: there is no Pix, and banks take billets on those')
  const issued = await database.transaction(async tx => {
    const found = isId(transactionId) ? await lockPurchase(tx, secrets, transactionId) : undefined
    const purchase = getRunning(found?.retailerId === retailerId ? found : undefined)
    const settlement = getPayoff(purchase, await lockDebt(tx, secrets, purchase, wanted.date), wanted)
    const billet = await lockOrIssue(app, tx, purchase, { settlement, wanted })
    return { settlement, billet }
  })
  if (pixApi !== undefined) await exchangeCharge(app, issued.billet)
  const [[billet = issued.billet], account] = await Promise.all([
    attachPixCodes(database, secrets, [issued.billet]),
    findAccount(database, secrets, issued.billet.accountId),
  ])
  if (account === undefined) throw new Error(`billet ${billet.id} names an account that does not exist`)
  const outcome = { transactionId, settlement: issued.settlement, billet, account }
  // Its effects are committed: repeated after a crash in between, the request gives the same billet.
  if (remember !== undefined) await database.transaction(tx => remember(tx, outcome))
  return outcome
}

interface ToIssue {
  readonly settlement: ComputedPayoff<BilletRow>
  readonly wanted: WantedPayoff
}

async function lockOrIssue(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  { settlement, wanted }: ToIssue,
): Promise<Billet> {
  const { secrets } = app
  const { id: transactionId, retailerId, contract } = purchase
  const now = app.clock.now()
  const quoted = {
    settlesOn: wanted.date,
    selection: writeSelection(wanted.selection),
    installmentNumbers: settlement.parts.map(({ installmentNumber }) => installmentNumber),
    valueCentavos: settlement.valueCentavos,
  }
  const last = await findLastPayoff(tx, secrets, transactionId)
  const open = last && (await lockBillet(tx, secrets, last.billetId))
  if (open?.paymentStatus === 'PENDING' && open.canceledAt === null) {
    if (isSame(last, quoted)) {
      const same = await findBillet(tx, secrets, retailerId, open.id)
      if (same !== undefined) return same
    }
    cancelPayoffBillet(tx, secrets, open, now)
  }
  const billet = await issuePayoffBillet(app, tx, {
    retailerId,
    transactionId,
    installmentCount: contract.numberOfInstallments,
    amountCentavos: settlement.valueCentavos,
    settlesOn: wanted.date,
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
