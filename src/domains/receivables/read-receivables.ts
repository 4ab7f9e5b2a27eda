import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Billet } from './billets/billet.ts'
import { type Claim, findClaim } from './billets/claim.ts'
import { listBillets, omitReplaced } from './billets/store/billets.ts'
import { listReceivedParts, type ReceivedPart } from './billets/store/recorded-payments.ts'
import { namePayment } from './entries.ts'
import {
  type ComputedPayoff,
  computeChosenPayoff,
  listPaymentDays,
  type PayoffSelection,
  parseSelection,
} from './payoff/compute-payoff.ts'
import type { PaidContract } from './payoff/credit-payoff.ts'
import { computeDebt, type Debt } from './payoff/read-debt.ts'
import { computeReductions, listPayoffs, type Payoff, type Reductions } from './payoff/store.ts'
import { attachPixCodes } from './pix/charge-store.ts'

/** What a customer may pay at once, before it is due or because all of it is, and what it costs on the day. */
interface EarlyOffers {
  readonly all: ComputedPayoff
  readonly next: ComputedPayoff
  /** The last one, the last two and so on; without all. */
  readonly last: readonly ComputedPayoff[]
}

interface EarlyReading {
  /** Undefined where one bill says it all. */
  readonly offers: EarlyOffers | undefined
  /** A settlement that was asked for and can be paid as it was quoted. */
  readonly open: { readonly settlement: ComputedPayoff; readonly billet: Billet } | undefined
}

/** What a contract asks for, what was paid on it and what is owed on a day. */
interface ReceivablesReading {
  /** The down payment first; of any state, those that can be paid with their Pix codes. */
  readonly billets: readonly Billet[]
  /** Of those the down payment and the installments that no other billet stands for, by installment. */
  readonly currentBillets: readonly Billet[]
  readonly received: readonly ReceivedPart[]
  readonly settlements: readonly Payoff[]
  readonly reductions: Reductions
  /** By the reference of the payment that ended the contract early. */
  readonly premiumRefunds: ReadonlyMap<string, Centavos>
  readonly debt: Debt<Billet>
  /** What pays everything; undefined when nothing is owed. */
  readonly payoff: ComputedPayoff | undefined
  readonly early: EarlyReading
  readonly paymentDays: ReturnType<typeof listPaymentDays>
  /** Present once the whole contract is due. */
  readonly claim: Claim | undefined
}

/** Throws ForgedRow. */
export async function readReceivables(
  { database, secrets }: Pick<App, 'database' | 'secrets'>,
  purchase: NonNullable<PaidContract>,
  date: CalendarDate,
): Promise<ReceivablesReading> {
  const issued = await listBillets(database, secrets, purchase.retailerId, purchase.id)
  const ids = issued.map(({ id }) => id)
  const hasSettlement = issued.some(({ kind }) => kind === 'settlement')
  const [billets, received, settlements] = await Promise.all([
    attachPixCodes(database, secrets, issued),
    listReceivedParts(database, secrets, ids),
    hasSettlement ? listPayoffs(database, secrets, purchase.id) : [],
  ])
  const living = billets.filter(isOpen)
  const installments = living.filter(({ kind }) => kind === 'installment')
  const compute = (selection: PayoffSelection, on: CalendarDate): ComputedPayoff | undefined => {
    const debt = computeDebt(purchase, installments, on)
    const computed = computeChosenPayoff(purchase.contract, debt, selection)
    return 'problem' in computed ? undefined : computed
  }
  const payoff = compute({ kind: 'all' }, date)
  return {
    billets,
    currentBillets: omitReplaced(billets)
      .filter(({ kind }) => kind !== 'settlement')
      .toSorted((a, b) => a.installmentNumber - b.installmentNumber),
    received,
    settlements,
    reductions: computeReductions(settlements),
    premiumRefunds: new Map(
      settlements.flatMap(({ paidBy, premiumRefundCentavos }) =>
        paidBy === null ? [] : [[namePayment(paidBy), premiumRefundCentavos] as const],
      ),
    ),
    debt: computeDebt(purchase, installments, date),
    payoff,
    early: describeEarly(),
    paymentDays: listPaymentDays(date),
    claim: findClaim(billets),
  }

  function describeEarly(): EarlyReading {
    // Where nothing is ahead, several bills that are due are paid at once.
    const isWhole =
      installments.some(({ claimedFrom }) => claimedFrom !== undefined) || installments.length > 1
    const next = compute({ kind: 'next' }, date) ?? (isWhole ? payoff : undefined)
    if (purchase.status !== 'OPEN' || payoff === undefined || next === undefined)
      return { offers: undefined, open: undefined }
    const aheadCount = payoff.parts.filter(({ isEarly }) => isEarly).length
    const last = Array.from({ length: Math.max(0, aheadCount - 1) }, (_, index) => index + 1).flatMap(
      count => compute({ kind: 'last', count }, date) ?? [],
    )
    return { offers: { all: payoff, next, last }, open: findOpen() }
  }

  function findOpen(): EarlyReading['open'] {
    const billet = living.find(({ kind, dueDate }) => kind === 'settlement' && dueDate >= date)
    const asked = settlements.at(-1)
    const selection = asked && parseSelection(asked.selection)
    const settlement = selection && compute(selection, asked.settlesOn)
    // Something of it was paid otherwise: the customer chooses anew.
    const isCurrent = billet !== undefined && settlement?.valueCentavos === billet.amountCentavos
    return isCurrent ? { settlement, billet } : undefined
  }
}

const isOpen = ({ paymentStatus, canceledAt }: Billet): boolean =>
  paymentStatus === 'PENDING' && canceledAt === undefined
