import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Purchase } from '../../purchases/index.ts'
import {
  attachPixCodes,
  type Billet,
  type ComputedSettlement,
  computeDebt,
  computeSettlement,
  computeUnusedPremium,
  findLastSettlement,
  parseSelection,
  type SettlementSelection,
} from '../../receivables/index.ts'

/** What a customer may pay at once, before it is due or because all of it is, and what it costs on the day. */
export interface EarlyOffers {
  readonly all: ComputedSettlement<Billet>
  readonly next: ComputedSettlement<Billet>
  /** The last one, the last two and so on; without all. */
  readonly last: readonly ComputedSettlement<Billet>[]
}

/** A settlement that was asked for and can be paid as it was quoted. */
export interface OpenSettlement {
  readonly settlement: ComputedSettlement<Billet>
  readonly billet: Billet
}

export interface EarlyReading {
  /** Undefined where one bill says it all. */
  readonly offers: EarlyOffers | undefined
  readonly open: OpenSettlement | undefined
}

const NOTHING: EarlyReading = { offers: undefined, open: undefined }

/** `billets` are all of the purchase. */
export async function readEarly(
  { database, secrets }: { readonly database: Queryable; readonly secrets: Secrets },
  purchase: Purchase,
  billets: readonly Billet[],
  today: CalendarDate,
): Promise<EarlyReading> {
  if (purchase.status !== 'OPEN') return NOTHING
  const living = billets.filter(isOpen)
  const installments = living.filter(({ kind }) => kind === 'installment')
  const compute = (selection: SettlementSelection, date: CalendarDate) => {
    const debt = computeDebt(purchase.contract, installments, date)
    const computed = computeSettlement(
      purchase.contract,
      debt,
      selection,
      computeUnusedPremium(purchase, date),
    )
    return 'problem' in computed ? undefined : computed
  }
  const all = compute({ kind: 'all' }, today)
  // Where nothing is ahead, several bills that are due are paid at once.
  const isWhole = installments.some(({ claimedFrom }) => claimedFrom !== undefined) || installments.length > 1
  const next = compute({ kind: 'next' }, today) ?? (isWhole ? all : undefined)
  if (all === undefined || next === undefined) return NOTHING
  const aheadCount = all.parts.filter(({ isEarly }) => isEarly).length
  const last = Array.from({ length: Math.max(0, aheadCount - 1) }, (_, index) => index + 1).flatMap(
    count => compute({ kind: 'last', count }, today) ?? [],
  )
  return { offers: { all, next, last }, open: await findOpen() }

  async function findOpen(): Promise<OpenSettlement | undefined> {
    const issued = living.find(({ kind, dueDate }) => kind === 'settlement' && dueDate >= today)
    const asked = issued && (await findLastSettlement(database, secrets, purchase.id))
    const selection = asked && parseSelection(asked.selection)
    const settlement = selection && compute(selection, asked.settlesOn)
    // Something of it was paid otherwise: the customer chooses anew.
    if (issued === undefined || settlement?.valueCentavos !== issued.amountCentavos) return undefined
    const [billet = issued] = await attachPixCodes(database, secrets, [issued])
    return { settlement, billet }
  }
}

const isOpen = ({ paymentStatus, canceledAt }: Billet): boolean =>
  paymentStatus === 'PENDING' && canceledAt === undefined
