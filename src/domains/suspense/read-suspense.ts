import type { App } from '../../app/app.ts'
import { mayDo } from '../../contract/desk.ts'
import { RequestError } from '../../contract/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type Decision,
  listDecisions,
  nameOperators,
  noteList,
  type OperatorNames,
  readAttention,
  type SubjectAttention,
  sumMovedAlone,
} from '../desk/index.ts'
import type { Operator } from '../operators/index.ts'
import { listPlaced, type Purchase } from '../purchases/index.ts'
import {
  type Billet,
  computeCharges,
  findBilletOfAny,
  findEqualPayment,
  findSuspendedPayment,
  findTwinPayment,
  isPaidInFullBy,
  listBillets,
  listSuspendedPayments,
  type SuspendedPayment,
} from '../receivables/index.ts'
import { canBeCredited, isMoneyInSuspense } from './resolve-suspense.ts'

const PAGE = 200

export interface QueuedPayment {
  readonly payment: SuspendedPayment
  readonly orderId: string | undefined
  readonly attention: SubjectAttention
}

/** The oldest first. */
export async function listSuspense(
  app: App,
  operator: Operator,
): Promise<{ readonly payments: QueuedPayment[]; readonly operators: OperatorNames }> {
  const { database, secrets } = app
  const payments = await listSuspendedPayments(database, secrets, PAGE)
  const owners = [...new Set(payments.map(each => each.transactionId).filter(id => id !== null))]
  const orderOf = new Map(
    (await listPlaced(database, secrets, owners)).map(({ purchase }) => [purchase.id, purchase.orderId]),
  )
  const ids = payments.map(({ id }) => id)
  await noteList(app, operator, 'suspense.list', { found: ids.length })
  const { attention, operators } = await readAttention(app, 'suspense', ids)
  return {
    operators,
    payments: payments.map(payment => ({
      payment,
      orderId: orderOf.get(payment.transactionId ?? ''),
      attention: attention(payment.id),
    })),
  }
}

export interface CoveredBillet {
  readonly billet: Billet
  readonly orderId: string
  /** Includes the charges of the day on which the money arrived. */
  readonly dueCentavos: Centavos
  /** Open: money can be credited to it, or in part to older ones. */
  readonly isPayable: boolean
  readonly isCovered: boolean
  readonly isOfPaidPurchase: boolean
}

export interface SuspenseRecord {
  readonly payment: SuspendedPayment
  readonly isInSuspense: boolean
  /** The reference of the first report with the same content. */
  readonly equalTo: string | undefined
  readonly purchase: Purchase | undefined
  readonly retailerName: string | undefined
  /** By the operator who looks, today. */
  readonly movedAloneCentavos: Centavos
  readonly billets: readonly CoveredBillet[]
  readonly decisions: readonly Decision[]
  readonly attention: SubjectAttention
  readonly operators: OperatorNames
}

/** `search` names a transaction, a billet or an our-number whose billets the money may be meant for. */
export async function readSuspense(
  app: App,
  operator: Operator,
  caseId: string,
  search: string,
): Promise<SuspenseRecord> {
  const { database, secrets, retailers, realClock } = app
  const payment = isId(caseId) ? await findSuspendedPayment(database, secrets, caseId) : undefined
  if (payment === undefined) throw new RequestError('desk_not_found')
  await recordAudit(
    database,
    {
      operatorId: operator.id,
      action: 'suspense.view',
      subject: caseId,
      details: { isSearch: search !== '' },
    },
    realClock.now(),
  )
  const soughtId = search === '' ? payment.transactionId : await findSoughtId(app, operator, payment, search)
  const [decisions, { attention, operators }, isInSuspense, purchase, sought, moved, equalTo] =
    await Promise.all([
      listDecisions(database, secrets, { kind: 'suspense', id: caseId }),
      readAttention(app, 'suspense', [caseId]),
      isMoneyInSuspense(database, secrets, payment),
      findPurchaseOfAny(app, payment.transactionId),
      findPurchaseOfAny(app, soughtId),
      sumMovedAlone(database, secrets, operator.id, app.clock.now()),
      payment.reason === 'SUSPECTED_DUPLICATE' ? findFirstNotice(app, payment) : undefined,
    ])
  return {
    payment,
    isInSuspense: isInSuspense && payment.isOpen,
    equalTo,
    purchase,
    retailerName: purchase && (await retailers.getRetailer(purchase.retailerId)).name,
    movedAloneCentavos: moved.movedCentavos,
    billets: sought === undefined ? [] : await listCovered(app, sought, payment),
    decisions,
    attention: attention(caseId),
    operators: new Map([...operators, ...(await nameOperators(app, decisions))]),
  }
}

/** The earlier report of the same payment, in a file or over the other rail. */
async function findFirstNotice({ database }: App, payment: SuspendedPayment): Promise<string | undefined> {
  const equalTo = await findEqualPayment(database, { ...payment, reference: payment.reportReference })
  if (equalTo !== undefined || payment.billetId === null) return equalTo
  return findTwinPayment(database, payment.billetId, payment)
}

/**
 * A search reaches purchases that were never at the desk. It is therefore only for money that still waits, for those who
 * may credit it, and noted under the purchase that it found.
 */
async function findSoughtId(
  { database, secrets, realClock }: App,
  operator: Operator,
  payment: SuspendedPayment,
  search: string,
): Promise<string | undefined> {
  if (!payment.isOpen || !mayDo(operator.role, 'suspense.resolve')) return undefined
  if (!isId(search) && !/^\d{1,15}$/.test(search)) return undefined
  const name = isId(search) ? { id: search } : { ourNumber: Number(search) }
  const billet = await findBilletOfAny(database, secrets, name)
  const foundId = billet?.transactionId ?? (isId(search) ? search : undefined)
  if (foundId !== undefined) {
    const details = { case: payment.id }
    const note = { operatorId: operator.id, action: 'suspense.view', subject: foundId, details } as const
    await recordAudit(database, note, realClock.now())
  }
  return foundId
}

async function findPurchaseOfAny(
  { database, secrets }: App,
  id: string | null | undefined,
): Promise<Purchase | undefined> {
  if (id === null || id === undefined) return undefined
  return (await listPlaced(database, secrets, [id]))[0]?.purchase
}

async function listCovered(
  { database, secrets }: App,
  purchase: Purchase,
  payment: SuspendedPayment,
): Promise<CoveredBillet[]> {
  const billets = await listBillets(database, secrets, purchase.retailerId, purchase.id)
  return billets.map(billet => ({
    billet,
    orderId: purchase.orderId,
    dueCentavos: computeCharges(billet, payment.paidOn).totalCentavos,
    isPayable: canBeCredited({ ...billet, canceledAt: billet.canceledAt ?? null }, purchase),
    isCovered: isPaidInFullBy(billet, payment),
    isOfPaidPurchase: purchase.id === payment.transactionId,
  }))
}
