import { addDays, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import { admitRequest, getBehaviour } from './behaviours.ts'
import { FieldReader, type Members } from './field-reader.ts'
import {
  failRefund,
  findPayment,
  insertRefund,
  lockPayment,
  type PaymentRecord,
  type RefundRecord,
  settleRefund,
} from './payment-store.ts'
import { newReturnId } from './pix-ids.ts'
import { describeViolation, PspProblem, type Violation } from './problem.ts'
import type { PspContext } from './psp-context.ts'
import { queueWebhook } from './send-webhook.ts'

export const SETTLE_REFUND = 'psp-settle-refund'

const REFUND_DAYS = 90
const SETTLED_AFTER_MS = 1_000
/** While the retailer's bank leaves the outcome open. */
const ASKED_AGAIN_MS = 30_000

interface RefundPayload {
  readonly endToEndId: string
  readonly id: string
  /** How often the outcome was left open. */
  readonly round: number
}

/** A used id is refused, not repeated: a caller who did not get the answer has to query. */
export async function requestRefund(
  context: PspContext,
  endToEndId: string,
  id: string,
  members: Members,
): Promise<RefundRecord> {
  const wanted = readRefund(id, members)
  const known = await getPayment(context.database, endToEndId)
  await admitRequest(context, [known.retailerId ?? undefined])
  return makeRefund(context, endToEndId, { id, nature: 'ORIGINAL', ...wanted })
}

/** Money that this bank takes back by itself, after fraud or a mistake of its own: the receiver is only notified. */
export function returnPayment(
  context: PspContext,
  endToEndId: string,
  refund: {
    readonly id: string
    readonly amountCentavos: Centavos
    readonly nature: 'MED_OPERACIONAL' | 'MED_FRAUDE'
  },
): Promise<RefundRecord> {
  return makeRefund(context, endToEndId, { ...refund, description: undefined })
}

export async function getRefund(context: PspContext, endToEndId: string, id: string): Promise<RefundRecord> {
  const payment = await findPayment(context.database, endToEndId)
  const found = payment?.refunds.find(refund => refund.id === id)
  if (found === undefined) throw new PspProblem('PixDevolucaoNaoEncontrada')
  await admitRequest(context, [payment?.retailerId ?? undefined])
  return found
}

export async function getPayment(db: Queryable, endToEndId: string): Promise<PaymentRecord> {
  const payment = await findPayment(db, endToEndId)
  if (payment === undefined) throw new PspProblem('PixNaoEncontrado')
  return payment
}

/** Settles a refund, or lets it fail, as the retailer's bank behaves; the receiver is notified of the end. */
export async function finishRefund(context: PspContext, payload: unknown): Promise<void> {
  const { endToEndId, id, round } = payload as RefundPayload
  const { clock } = context
  await context.database.transaction(async tx => {
    const payment = await lockPayment(tx, endToEndId)
    if (payment === undefined) return
    const now = clock.now()
    const { payouts } = await getBehaviour(tx, now, payment.retailerId ?? undefined)
    if (payouts === 'unknown')
      return queuePayoff(tx, { endToEndId, id, round: round + 1 }, new Date(now.getTime() + ASKED_AGAIN_MS))
    const isFinished =
      payouts === 'confirm'
        ? await settleRefund(tx, endToEndId, id, now)
        : await failRefund(tx, endToEndId, id, 'O banco não devolve, a pedido: POST /sandbox/bank.')
    if (isFinished) await queueWebhook(context, tx, payment, `refund-${id}`)
  })
}

interface WantedRefund {
  readonly id: string
  readonly nature: string
  readonly amountCentavos: Centavos
  readonly description: string | undefined
}

function makeRefund(context: PspContext, endToEndId: string, refund: WantedRefund): Promise<RefundRecord> {
  return context.database.transaction(async tx => {
    const payment = await lockPayment(tx, endToEndId)
    if (payment === undefined) throw new PspProblem('PixNaoEncontrado')
    const now = context.clock.now()
    refuseRefund(payment, refund, now)
    await insertRefund(tx, { ...refund, endToEndId, returnId: newReturnId(now), requestedAt: now })
    await queuePayoff(tx, { endToEndId, id: refund.id, round: 0 }, new Date(now.getTime() + SETTLED_AFTER_MS))
    const made = (await getPayment(tx, endToEndId)).refunds.find(({ id }) => id === refund.id)
    if (made === undefined) throw new Error('the refund was not written')
    return made
  })
}

/** The round is part of the key: a job that enqueues itself would otherwise run again at once. */
async function queuePayoff(tx: Queryable, payload: RefundPayload, runAt: Date): Promise<void> {
  const key = `${payload.endToEndId}:${payload.id}:${payload.round}`
  await enqueueJob(tx, { kind: SETTLE_REFUND, key, runAt, payload })
}

function readRefund(id: string, members: Members): Omit<WantedRefund, 'id' | 'nature'> {
  const read = new FieldReader(members, 'devolucao')
  if (!/^[a-zA-Z0-9]{1,35}$/.test(id))
    read.violations.push(describeViolation('id', 'deve ter de 1 a 35 letras e dígitos', id))
  const amountCentavos = read.require('valor', read.hundredths('valor'))
  if (amountCentavos === 0) read.refuse('valor', 'deve ser maior que zero')
  const nature = read.text('natureza', 20)
  if (nature !== undefined && nature !== 'ORIGINAL')
    read.refuse('natureza', 'só pode ser ORIGINAL neste banco')
  const description = read.text('descricao', 140)
  if (read.violations.length > 0 || amountCentavos === undefined) throw refuse(read.violations)
  return { amountCentavos, description }
}

function refuseRefund(
  { refunds, amountCentavos, settledAt }: PaymentRecord,
  refund: WantedRefund,
  now: Date,
): void {
  if (refunds.some(({ id }) => id === refund.id))
    throw refuse([describeViolation('id', 'já foi usado para uma devolução deste Pix', refund.id)])
  const given = refunds.filter(({ status }) => status !== 'NAO_REALIZADO')
  const rest = given.reduce((sum, each) => sum - each.amountCentavos, amountCentavos)
  if (refund.amountCentavos > rest)
    throw refuse([
      describeViolation('devolucao.valor', 'passa do que resta do Pix', String(refund.amountCentavos / 100)),
    ])
  if (calendarDateAt(now) > addDays(calendarDateAt(settledAt), REFUND_DAYS))
    throw refuse([describeViolation('e2eid', 'é de um Pix de mais de 90 dias')])
}

function refuse(violations: readonly Violation[]): PspProblem {
  return new PspProblem('PixDevolucaoInvalida', { detail: 'A devolução não pode ser aceita.', violations })
}
