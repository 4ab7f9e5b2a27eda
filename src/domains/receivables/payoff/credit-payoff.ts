import type { App } from '../../../app/app.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { AccountName, Entry } from '../../ledger/index.ts'
import { type Credit, type Payment, type Refusal, sumCredit } from '../billets/credit.ts'
import type { BilletRow } from '../billets/store/billet-row.ts'
import { computePayoffEntry } from '../entries.ts'
import {
  computeChosenPayoff,
  DISCOUNTED,
  type PayoffPart,
  parseSelection,
  type SpreadAmount,
  settleForLess,
  spreadAmount,
} from './compute-payoff.ts'
import { type Debt, type IndebtedContract, lockDebt } from './read-debt.ts'
import { lockPayoff, markPayoffPaid, type Payoff, type Reductions } from './store.ts'

/** What a payment of a settlement billet does. */
interface PayoffCredit extends Reductions {
  readonly credit: Credit
  readonly faceCentavos: Centavos
  /** What the lender lets go. */
  readonly releasedCentavos: Centavos
}

/** The purchase that a payment is for, locked by it. */
export type PaidContract = Awaited<ReturnType<App['reactions']['lockContract']>>

interface LockedPayoff {
  readonly billet: BilletRow
  readonly purchase: PaidContract
  readonly payment: Payment
}

/**
 * Undefined when the payment can be credited. A settlement that another one has replaced still pays the contract: the
 * customer meant to pay it, whichever of the two they chose.
 */
export async function lockPayoffRefusal(
  tx: Transaction,
  secrets: Secrets,
  { billet, purchase }: LockedPayoff,
): Promise<Refusal | undefined> {
  const { amountCentavos: expectedCentavos } = billet
  const settlement = await lockPayoff(tx, secrets, billet.id)
  if (purchase?.status === 'CLOSED' || settlement?.paidBy != null)
    return { reason: 'ALREADY_PAID', expectedCentavos }
  const isOpen = purchase?.status === 'OPEN' && settlement !== undefined
  const debt = isOpen ? await lockDebt(tx, secrets, purchase, settlement.settlesOn) : undefined
  return debt === undefined || debt.totalCentavos === 0
    ? { reason: 'AFTER_CANCEL', expectedCentavos }
    : undefined
}

/**
 * On its day the payment does exactly what was quoted, as long as that is still owed; what is paid beyond it is owed
 * back. On any other day, or with less money, it is an amount paid on that day.
 */
export async function lockPayoffCredit(
  tx: Transaction,
  secrets: Secrets,
  { billet, purchase, payment, reference }: LockedPayoff & { readonly reference: string },
): Promise<PayoffCredit> {
  const settlement = await lockPayoff(tx, secrets, billet.id)
  if (settlement === undefined || purchase === undefined)
    throw new Error(`billet ${billet.id} belongs to no payoff`)
  const { paidOn, amountCentavos } = payment
  const debt = await lockDebt(tx, secrets, purchase, paidOn)
  const spread =
    acceptLess(debt, settlement, amountCentavos) ??
    applyQuote(purchase, debt, settlement, amountCentavos) ??
    spreadAmount(purchase.contract, debt, amountCentavos)
  const credit = composeCredit(spread)
  const { premiumRefundCentavos } = spread
  const discountCentavos = credit.allocations.reduce((sum, each) => sum + (each.discountCentavos ?? 0), 0)
  markPayoffPaid(tx, secrets, settlement, {
    paidBy: reference,
    paidOn,
    discountCentavos,
    premiumRefundCentavos,
  })
  const faceCentavos = spread.parts.reduce((sum, part) => sum + part.faceCentavos, 0)
  const releasedCentavos = credit.allocations.reduce((sum, each) => sum + (each.releasedCentavos ?? 0), 0)
  return { credit, faceCentavos, discountCentavos, premiumRefundCentavos, releasedCentavos }
}

export function composePayoffEntry(
  { id: billetId, retailerId, transactionId }: BilletRow,
  { credit, faceCentavos, discountCentavos, premiumRefundCentavos, releasedCentavos }: PayoffCredit,
  received: { readonly reference: string; readonly receivedIn: AccountName; readonly receivedAt: Date },
): Entry {
  const { fineCentavos, interestCentavos } = sumCredit(credit)
  return computePayoffEntry({
    reference: received.reference,
    retailerId,
    transactionId,
    billetId,
    receivedIn: received.receivedIn,
    settledAt: received.receivedAt,
    faceCentavos,
    fineCentavos,
    interestCentavos,
    discountCentavos,
    releasedCentavos,
    premiumRefundCentavos,
    excessCentavos: credit.excessCentavos,
  })
}

/**
 * Undefined unless the lender's offer to accept less is kept: in time, and with at least its amount. What was paid
 * meanwhile may have made the debt as small as the amount: then it is paid as any other.
 */
function acceptLess(
  debt: Debt<BilletRow>,
  { selection, settlesOn, valueCentavos }: Payoff,
  amountCentavos: Centavos,
): SpreadAmount<BilletRow> | undefined {
  const isKept = selection === DISCOUNTED && debt.date <= settlesOn && amountCentavos >= valueCentavos
  return isKept ? settleForLess(debt, amountCentavos) : undefined
}

/** Undefined where the quote does not hold: another day, less money, or something of it was paid otherwise. */
function applyQuote(
  { contract }: IndebtedContract,
  debt: Debt<BilletRow>,
  { settlesOn, selection: written, installmentNumbers, valueCentavos }: Payoff,
  amountCentavos: Centavos,
): SpreadAmount<BilletRow> | undefined {
  const selection = parseSelection(written)
  if (selection === undefined || settlesOn !== debt.date || amountCentavos < valueCentavos) return undefined
  const computed = computeChosenPayoff(contract, debt, selection)
  if ('problem' in computed || computed.valueCentavos !== valueCentavos) return undefined
  const numbers = computed.parts.map(({ installmentNumber }) => installmentNumber)
  if (numbers.join() !== installmentNumbers.join()) return undefined
  const { parts, premiumRefundCentavos } = computed
  const owedCentavos = computed.overdueCentavos + computed.presentCentavos - premiumRefundCentavos
  return { parts, premiumRefundCentavos, excessCentavos: amountCentavos - owedCentavos }
}

function composeCredit({ parts, excessCentavos }: SpreadAmount<BilletRow>): Credit {
  return {
    excessCentavos,
    allocations: parts
      .toSorted((a, b) => a.installmentNumber - b.installmentNumber)
      .map(({ billet, left, ...part }) => ({
        billet,
        left,
        imputation: {
          faceCentavos: part.faceCentavos,
          fineCentavos: part.fineCentavos,
          interestCentavos: part.interestCentavos,
        },
        discountCentavos: computeDiscount(part),
        releasedCentavos: part.releasedCentavos,
      })),
  }
}

/** Undefined for what was due. */
function computeDiscount({
  isEarly,
  faceCentavos,
  presentCentavos,
}: Pick<PayoffPart<BilletRow>, 'isEarly' | 'faceCentavos' | 'presentCentavos'>): Centavos | undefined {
  return isEarly ? faceCentavos - presentCentavos : undefined
}
