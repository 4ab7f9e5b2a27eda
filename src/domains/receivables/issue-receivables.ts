import type { App } from '../../app/app.ts'
import { addBusinessDays, isBusinessDay, nextBusinessDay } from '../../brazil/business-days.ts'
import { addDays, type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { createAccountFinder, findAccount, getAccountOf, type LenderAccount } from '../lender/index.ts'
import type { Loan } from '../loans/index.ts'
import { type Billet, composeTxid, type Payer } from './billets/billet.ts'
import { describeLeft, lockOpenBillets } from './billets/billet-payments.ts'
import { type BilletTerms, type Contract, composeBillet, listBilletTerms } from './billets/compose.ts'
import type { Credit } from './billets/credit.ts'
import { describeDebt, INSTALLMENT_EXPIRES_AFTER_DAYS } from './billets/debt.ts'
import { createOurNumbers } from './billets/our-numbers.ts'
import { chooseCopyDay, computeSecondCopy, isCopyable } from './billets/second-copy.ts'
import { type BilletRow, describeRow } from './billets/store/billet-row.ts'
import {
  cancelPending,
  changeBillets,
  insertBillets,
  markPaid,
  takeOurNumbers,
} from './billets/store/billets.ts'
import { placeOrders } from './billets/store/orders.ts'
import { OUR_NUMBERS } from './billets/store/our-numbers.ts'
import { insertPayers } from './billets/store/payers.ts'
import { openCharges } from './pix/charge-store.ts'
import { checkLoan } from './reconcile-loans.ts'

type Issuer = Pick<App, 'secrets' | 'marks' | 'isRegisteredAtOnce'>

/** What a contract asks its customer to pay. */
interface Receivables extends Omit<Contract, 'account' | 'registersAtOnce'> {
  readonly payer: Payer
}

interface IssuedBillets {
  readonly transactionId: string
  readonly payer: Payer
  readonly billets: readonly Billet[]
}

/**
 * Issues all billets of a contract, with the orders to the bank and their Pix charges, or none. An InputError names the
 * value that is wrong. Money of an earlier contract pays the covered ones at once.
 */
export async function issueReceivables(
  app: Issuer,
  tx: Transaction,
  receivables: Receivables,
  isCovered: (billet: Billet) => boolean = () => false,
): Promise<Billet[]> {
  const { retailerId, issuedAt } = receivables
  const [account, registersAtOnce, ourNumbers] = await Promise.all([
    getAccountOf(tx, app.secrets, retailerId),
    app.isRegisteredAtOnce?.(retailerId, tx),
    takeCovered(app, tx, listBilletTerms(receivables).length),
  ])
  const contract = { ...receivables, account, registersAtOnce }
  const billets = composeBillets(contract, ourNumbers)
  storeReceivables(tx, app.secrets, [{ ...contract, billets }], issuedAt)
  const covered = billets.filter(isCovered)
  if (covered.length > 0) coverBillets(tx, app.secrets, covered, issuedAt)
  return billets
}

async function takeCovered({ marks }: Issuer, tx: Transaction, count: number): Promise<number[]> {
  const ourNumbers = await takeOurNumbers(tx, count)
  await marks.cover(OUR_NUMBERS, Math.max(...ourNumbers))
  return ourNumbers
}

interface BilletIssuer {
  /** Composes the one billet of a down payment outside any transaction, from a cached account and a stock of numbers. */
  compose(receivables: Receivables): Promise<IssuedBillets>
  /** Stores the billets of many contracts in one transaction. */
  store(tx: Transaction, contracts: readonly IssuedBillets[], now: Date): void
  /** Billets as a contract would have them, for a preview: no number is taken, so that ids, lines and links mean nothing. */
  draft(receivables: Receivables): Promise<Billet[]>
}

/** In place of numbers that are not taken. */
const NO_NUMBER = 1

export function createBilletIssuer(app: App): BilletIssuer {
  const findAccountOf = createAccountFinder(app.database, app.secrets)
  const takeOurNumber = createOurNumbers(app.database, app.marks)
  return {
    async compose(receivables) {
      const { retailerId } = receivables
      const [account, registersAtOnce] = await Promise.all([
        findAccountOf(retailerId),
        app.isRegisteredAtOnce?.(retailerId),
      ])
      const contract = { ...receivables, account, registersAtOnce }
      return { ...contract, billets: composeBillets(contract, [await takeOurNumber()]) }
    },
    store: (tx, contracts, now) => storeReceivables(tx, app.secrets, contracts, now),
    async draft(receivables) {
      const account = await findAccountOf(receivables.retailerId)
      const ourNumbers = listBilletTerms(receivables).map(() => NO_NUMBER)
      return composeBillets({ ...receivables, account }, ourNumbers)
    },
  }
}

/** Assigns the numbers in order; each belongs to this contract only. */
function composeBillets(contract: Contract, ourNumbers: readonly number[]): Billet[] {
  const terms = listBilletTerms(contract)
  if (terms.length === 0) throw new RangeError('a contract has at least one billet')
  return terms.map((each, index) => composeBillet(contract, each, ourNumbers[index] ?? 0))
}

/** Stores composed billets of one or more contracts, with their bank orders and Pix charges. */
function storeReceivables(
  tx: Transaction,
  secrets: Secrets,
  contracts: readonly IssuedBillets[],
  now: Date,
): void {
  const billets = contracts.flatMap(contract => contract.billets)
  if (billets.length === 0) return
  insertPayers(tx, secrets, contracts)
  insertBillets(tx, secrets, billets)
  placeOrders(tx, 'register', billets, now)
  openCharges(tx, billets.map(composeTxid), now)
}

/**
 * Money of an earlier contract pays these billets, which were issued in the same transaction. The bank was asked to
 * register them and is now asked to refuse payments.
 */
function coverBillets(tx: Transaction, secrets: Secrets, billets: readonly Billet[], now: Date): void {
  changeBillets(
    tx,
    secrets,
    billets.map(billet => ({ billet: describeRow(billet), to: markPaid(now, `carry-over:${billet.id}`) })),
  )
  // One millisecond later, so that these orders follow the registrations placed at `now`.
  placeOrders(tx, 'write-off', billets, new Date(now.getTime() + 1))
}

/**
 * Cancels the billets that are neither paid nor canceled, and asks the bank to refuse payments from now on. `loan`
 * is passed where the rest of a debt is forgiven or moves: throws if it differs from billets and books.
 */
export async function cancelBillets(
  tx: Transaction,
  secrets: Secrets,
  contract: { readonly retailerId: string; readonly transactionId: string; readonly loan?: Loan },
  now: Date,
): Promise<Billet[]> {
  if (contract.loan !== undefined) await checkLoan(tx, secrets, contract.loan)
  const billets = await cancelPending(tx, secrets, contract, now)
  placeOrders(tx, 'write-off', billets, now)
  return billets
}

interface Reissue {
  readonly account: LenderAccount
  readonly registersAtOnce: boolean | undefined
  readonly now: Date
}

/** A billet that is issued in place of another one is of the same account. */
async function prepareReissue(
  app: Issuer,
  tx: Transaction,
  { id, accountId, retailerId }: BilletRow,
  now: Date,
): Promise<Reissue> {
  const [account, registersAtOnce] = await Promise.all([
    findAccount(tx, app.secrets, accountId),
    app.isRegisteredAtOnce?.(retailerId, tx),
  ])
  if (account === undefined) throw new Error(`billet ${id} names an account that does not exist`)
  return { account, registersAtOnce, now }
}

/** EXPIRED: its last day has passed meanwhile. FACE_PAID: only charges for a delay are open. */
type ReissueRefusal = 'EXPIRED' | 'FACE_PAID'

/**
 * Issues a billet in place of one that the bank did not register, with a number of its own: a number that was sent to a
 * bank once is never used again. It asks for what is not paid of the old one's face value, without charges for a delay:
 * the customer is not late with a billet that could never be paid. The billet is locked, open and rejected.
 */
export async function reissueBillet(
  app: Issuer,
  tx: Transaction,
  old: BilletRow,
  now: Date,
): Promise<Billet | ReissueRefusal> {
  return replaceUnregistered(app, tx, old, await prepareReissue(app, tx, old, now))
}

async function replaceUnregistered(
  app: Issuer,
  tx: Transaction,
  old: BilletRow,
  reissue: Reissue,
): Promise<Billet | ReissueRefusal> {
  const today = calendarDateAt(reissue.now)
  // The first billet of the installment was registered: the customer was late before.
  if (old.originalId !== null) {
    const dueDate = nextBusinessDay(old.dueDate > today ? old.dueDate : today)
    return replaceOverdue(app, tx, old, dueDate, reissue)
  }
  const dueDate = old.dueDate >= today ? old.dueDate : addBusinessDays(today, 1)
  if (dueDate > old.expirationDate) return 'EXPIRED'
  const { installmentNumber, expirationDate } = old
  const amountCentavos = old.amountCentavos - old.partPaidCentavos
  if (amountCentavos === 0) return 'FACE_PAID'
  const terms = { kind: old.kind, installmentNumber, amountCentavos, dueDate, expirationDate }
  const billet = await composeReplacement(app, tx, old, terms, reissue)
  replace(tx, app.secrets, old, billet, reissue.now)
  return billet
}

/** A billet that replaces others or stands for them, with the account that it pays into. */
export interface IssuedBillet {
  readonly billet: Billet
  readonly account: LenderAccount
}

/**
 * Issues a billet for an overdue installment with its charges up to a new due date, which is a business day. The bank is
 * asked to refuse payments of the old one; money that comes for it all the same pays the same debt. The billet is locked,
 * open and overdue.
 */
export async function issueSecondCopy(
  app: Issuer,
  tx: Transaction,
  old: BilletRow,
  { dueDate, now }: { readonly dueDate: CalendarDate; readonly now: Date },
): Promise<IssuedBillet> {
  const reissue = await prepareReissue(app, tx, old, now)
  return { billet: await replaceOverdue(app, tx, old, dueDate, reissue), account: reissue.account }
}

async function replaceOverdue(
  app: Issuer,
  tx: Transaction,
  old: BilletRow,
  dueDate: CalendarDate,
  reissue: Reissue,
): Promise<Billet> {
  const debt = describeDebt(old)
  const { openFaceCentavos: faceCentavos } = debt
  const { amountCentavos } = computeSecondCopy(debt, { faceCentavos, dueDate })
  const expirationDate = addDays(dueDate, INSTALLMENT_EXPIRES_AFTER_DAYS)
  const { kind, installmentNumber } = old
  const terms = { kind, installmentNumber, amountCentavos, dueDate, expirationDate }
  const copy = {
    ...(await composeReplacement(app, tx, old, terms, reissue)),
    openFineCentavos: debt.openFineCentavos,
    openInterestCentavos: debt.openInterestCentavos,
    interestFrom: old.interestFrom ?? undefined,
    faceCentavos,
    originalDueDate: debt.dueDate,
    originalId: old.originalId ?? old.id,
  }
  replace(tx, app.secrets, old, copy, reissue.now)
  placeOrders(tx, 'write-off', [old], reissue.now)
  return copy
}

async function composeReplacement(
  app: Issuer,
  tx: Transaction,
  old: BilletRow,
  terms: BilletTerms,
  { account, now, registersAtOnce }: Reissue,
): Promise<Billet> {
  const { retailerId, transactionId } = old
  const contract = {
    retailerId,
    transactionId,
    account,
    issuedAt: now,
    issuedOn: calendarDateAt(now),
    downPaymentCentavos: old.kind === 'down-payment' ? terms.amountCentavos : 0,
    installments: [],
    registersAtOnce,
  }
  const [ourNumber = 0] = await takeCovered(app, tx, 1)
  const composed = composeBillet(contract, terms, ourNumber)
  const claim = old.claimedFrom === null ? {} : describeClaim(old)
  return { ...composed, installmentCount: old.installmentCount, replaces: old.id, ...claim }
}

/** What is due because its contract is due as a whole stays due, with its charges. */
const describeClaim = ({ claimedFrom, interestFrom, openFineCentavos, openInterestCentavos }: BilletRow) => ({
  claimedFrom: claimedFrom ?? undefined,
  interestFrom: interestFrom ?? undefined,
  openFineCentavos: openFineCentavos ?? undefined,
  openInterestCentavos,
})

function replace(tx: Transaction, secrets: Secrets, old: BilletRow, billet: Billet, now: Date): void {
  changeBillets(tx, secrets, [{ billet: old, to: { canceledAt: now } }])
  insertBillets(tx, secrets, [billet])
  placeOrders(tx, 'register', [billet], now)
  // The charge of the old one is removed because its billet has ended.
  openCharges(tx, [composeTxid(billet)], now)
}

/**
 * Billets in the place of those that the bank has written off: a second copy with its charges for what is overdue, and the
 * same amount on the same day for the rest. Returns how many installments are open.
 */
export async function issueAnew(
  app: App,
  tx: Transaction,
  transactionId: string,
  now: Date,
): Promise<number> {
  const open = await lockOpenBillets(tx, app.secrets, { transactionId, kind: 'installment' })
  for (const { billet } of open) await issueOne(app, tx, billet, now)
  return open.length
}

async function issueOne(app: App, tx: Transaction, old: BilletRow, now: Date): Promise<void> {
  const today = calendarDateAt(now)
  if (isCopyable(old, today)) {
    await issueSecondCopy(app, tx, old, { dueDate: chooseCopyDay(today), now })
    return
  }
  const issued = await reissueBillet(app, tx, old, now)
  if (typeof issued === 'string') throw new Error(`billet ${old.id} cannot be issued again: ${issued}`)
}

/**
 * An early payment that is not enough for one more installment makes it smaller: its billet and its Pix are replaced by
 * ones that ask for the rest, on the same day. The credit was applied to its billets, which are locked.
 */
export async function lowerBillets(app: App, tx: Transaction, { allocations }: Credit): Promise<void> {
  const now = app.clock.now()
  for (const { billet, left, discountCentavos } of allocations) {
    if (left === undefined || discountCentavos === undefined) continue
    await lowerBillet(app, tx, { ...billet, ...describeLeft(billet, left) }, now)
  }
}

/** The bank would go on asking for all of it. The billet's row has what was paid. */
async function lowerBillet(app: Issuer, tx: Transaction, old: BilletRow, now: Date): Promise<void> {
  const { retailerId } = old
  const [account, registersAtOnce] = await Promise.all([
    getAccountOf(tx, app.secrets, retailerId),
    app.isRegisteredAtOnce?.(retailerId, tx),
  ])
  const issued = await replaceUnregistered(app, tx, old, { account, registersAtOnce, now })
  if (typeof issued === 'string') throw new Error(`billet ${old.id} cannot be lowered: ${issued}`)
  // One millisecond later, so that the order follows the registration placed at `now`.
  placeOrders(tx, 'write-off', [old], new Date(now.getTime() + 1))
}

/**
 * A billet for an amount that is payable on one day. On a day without bank business it is payable by Pix only: a bank
 * would take its line on the next business day, on which the amount is another.
 */
export async function issuePayoffBillet(
  app: Issuer,
  tx: Transaction,
  payoff: {
    readonly retailerId: string
    readonly transactionId: string
    readonly installmentCount: number
    readonly amountCentavos: Centavos
    readonly settlesOn: CalendarDate
    readonly now: Date
  },
): Promise<Billet> {
  const { retailerId, transactionId, amountCentavos, settlesOn, now } = payoff
  const [account, registersAtOnce, [ourNumber = 0]] = await Promise.all([
    getAccountOf(tx, app.secrets, retailerId),
    app.isRegisteredAtOnce?.(retailerId, tx),
    takeCovered(app, tx, 1),
  ])
  const hasLine = isBusinessDay(settlesOn)
  const contract = {
    retailerId,
    transactionId,
    account,
    issuedAt: now,
    issuedOn: calendarDateAt(now),
    downPaymentCentavos: 0,
    installments: [],
    registersAtOnce,
  }
  const dates = { dueDate: settlesOn, expirationDate: settlesOn }
  const terms = { kind: 'settlement', installmentNumber: 0, amountCentavos, ...dates } as const
  const composed = composeBillet(contract, terms, ourNumber)
  const billet: Billet = {
    ...composed,
    installmentCount: payoff.installmentCount,
    registration: hasLine ? composed.registration : 'pending',
  }
  insertBillets(tx, app.secrets, [billet])
  if (hasLine) placeOrders(tx, 'register', [billet], now)
  openCharges(tx, [composeTxid(billet)], now)
  return billet
}

/** Another payoff takes its place. The billet is locked and open. */
export function cancelPayoffBillet(tx: Transaction, secrets: Secrets, billet: BilletRow, now: Date): void {
  changeBillets(tx, secrets, [{ billet, to: { canceledAt: now } }])
  if (isBusinessDay(billet.dueDate)) placeOrders(tx, 'write-off', [billet], now)
}
