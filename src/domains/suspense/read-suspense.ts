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
import { listPurchases, type Purchase } from '../purchases/index.ts'
import {
  listRegistrationCases,
  listSuspendedPayments,
  readBillet,
  readSuspendedPayment,
} from '../receivables/index.ts'

type SuspenseOutlook = NonNullable<Awaited<ReturnType<typeof readSuspendedPayment>>>

const PAGE = 200

export interface QueuedPayment {
  readonly payment: SuspenseOutlook['payment']
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
  const purchases = await listPurchases(database, secrets, { ids: owners })
  const ids = payments.map(({ id }) => id)
  await noteList(app, operator, 'suspense.list', { found: ids.length })
  const { attention, operators } = await readAttention(app, 'suspense', ids)
  return {
    operators,
    payments: payments.map(payment => ({
      payment,
      orderId: purchases.get(payment.transactionId ?? '')?.orderId,
      attention: attention(payment.id),
    })),
  }
}

export interface SuspenseRecord extends SuspenseOutlook {
  readonly purchase: Purchase | undefined
  readonly retailerName: string | undefined
  /** By the operator who looks, today. */
  readonly movedAloneCentavos: Centavos
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
  const outlook = await readSuspendedPayment(app, caseId, async payment => {
    const details = { isSearch: search !== '' }
    const note = { operatorId: operator.id, action: 'suspense.view', subject: caseId, details } as const
    await recordAudit(database, note, realClock.now())
    const isOwn = search === ''
    return findPurchaseOfAny(
      app,
      isOwn ? payment.transactionId : await findSoughtId(app, operator, payment, search),
    )
  })
  if (outlook === undefined) throw new RequestError('desk_not_found')
  const [decisions, { attention, operators }, purchase, moved] = await Promise.all([
    listDecisions(database, secrets, { kind: 'suspense', id: caseId }),
    readAttention(app, 'suspense', [caseId]),
    findPurchaseOfAny(app, outlook.payment.transactionId),
    sumMovedAlone(database, secrets, operator.id, app.clock.now()),
  ])
  return {
    ...outlook,
    purchase,
    retailerName: purchase && (await retailers.getRetailer(purchase.retailerId)).name,
    movedAloneCentavos: moved.movedCentavos,
    decisions,
    attention: attention(caseId),
    operators: new Map([...operators, ...(await nameOperators(app, decisions))]),
  }
}

/**
 * A search reaches purchases that were never at the desk. It is therefore only for money that still waits, for those who
 * may credit it, and noted under the purchase that it found.
 */
async function findSoughtId(
  app: App,
  operator: Operator,
  payment: SuspenseOutlook['payment'],
  search: string,
): Promise<string | undefined> {
  if (!payment.isOpen || !mayDo(operator.role, 'suspense.resolve')) return undefined
  if (!isId(search) && !/^\d{1,15}$/.test(search)) return undefined
  const name = isId(search) ? { id: search } : { ourNumber: Number(search) }
  const found = await readBillet(app, name)
  const foundId = found?.billet.transactionId ?? (isId(search) ? search : undefined)
  if (foundId !== undefined) {
    const details = { case: payment.id }
    const note = { operatorId: operator.id, action: 'suspense.view', subject: foundId, details } as const
    await recordAudit(app.database, note, app.realClock.now())
  }
  return foundId
}

async function findPurchaseOfAny(
  { database, secrets }: App,
  id: string | null | undefined,
): Promise<Purchase | undefined> {
  if (id === null || id === undefined) return undefined
  return (await listPurchases(database, secrets, { ids: [id] })).get(id)
}

export interface QueuedRegistrationCase {
  readonly registration: Awaited<ReturnType<typeof listRegistrationCases>>[number]
  readonly orderId: string | undefined
  readonly retailerName: string
}

/** The oldest first. */
export async function readRegistrations(app: App, operator: Operator): Promise<QueuedRegistrationCase[]> {
  const { database, secrets, retailers } = app
  const cases = await listRegistrationCases(database, PAGE)
  const owners = [...new Set(cases.map(({ transactionId }) => transactionId))]
  const purchases = await listPurchases(database, secrets, { ids: owners })
  await noteList(app, operator, 'registration.list', { found: cases.length })
  return Promise.all(
    cases.map(async registration => ({
      registration,
      orderId: purchases.get(registration.transactionId)?.orderId,
      retailerName: (await retailers.getRetailer(registration.retailerId)).name,
    })),
  )
}
