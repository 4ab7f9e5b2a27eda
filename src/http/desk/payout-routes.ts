import type { FastifyInstance } from 'fastify'
import type {
  CorrectedPayout,
  PayoutList,
  PayoutView,
  QueuedPayout,
  StuckRefund,
} from '../../contract/desk-payouts.ts'
import {
  CorrectPayoutRequest,
  DecidePayoutRequest,
  NameRefundAccountRequest,
  type TypedPayee as PayeeBody,
  PayoutQuery,
} from '../../contract/desk-requests.ts'
import type { Presented } from '../../contract/presented.ts'
import {
  correctPayout,
  decidePayout,
  listPayouts,
  nameRefundAccount,
  readPayoutCase,
} from '../../domains/payouts/index.ts'
import type { RefundDue } from '../../domains/refunds/index.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Site } from '../site.ts'
import { presentOutcome } from './case-routes.ts'
import { getSession } from './desk-guard.ts'
import { presentAttention, presentDecision } from './present.ts'

export function addPayoutRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Querystring: PayoutQuery }>(
    '/desk/api/payouts',
    {
      config: { public: true, desk: 'payout.read' },
      exposeHeadRoute: false,
      schema: { querystring: PayoutQuery },
    },
    async (request): Promise<Presented<PayoutList>> => {
      const { orders, forgedIds, refunds } = await listPayouts(
        api,
        getSession(request).operator,
        request.query,
      )
      return {
        now: api.clock.now().toISOString(),
        orders: orders.map(presentQueued),
        forged: forgedIds,
        refunds: refunds.flatMap(presentStuck),
      }
    },
  )

  app.get<{ Params: { order: string } }>(
    '/desk/api/payouts/:order',
    { config: { public: true, desk: 'payout.read' }, exposeHeadRoute: false },
    async (request): Promise<Presented<PayoutView>> => {
      const { operator } = getSession(request)
      return presentPayout(await readPayoutCase(api, operator, request.params.order))
    },
  )

  app.post<{ Params: { order: string }; Body: DecidePayoutRequest }>(
    '/desk/api/payouts/:order/decision',
    { config: { public: true, desk: 'payout.decide' }, schema: { body: DecidePayoutRequest } },
    async request => {
      const { result, version, reason } = request.body
      const wanted = { orderId: request.params.order, result, version, reason: reason.trim() }
      return presentOutcome(api, await decidePayout(api, getSession(request).operator, wanted))
    },
  )

  app.post<{ Params: { order: string }; Body: CorrectPayoutRequest }>(
    '/desk/api/payouts/:order/correction',
    { config: { public: true, desk: 'payout.correct' }, schema: { body: CorrectPayoutRequest } },
    async (request): Promise<Presented<CorrectedPayout>> => {
      const { payee, reason } = request.body
      const orderId = request.params.order
      const correction = { orderId, payee: payee && readPayee(payee), reason: reason.trim() }
      return { orderId: await correctPayout(api, getSession(request).operator, correction) }
    },
  )

  app.post<{ Params: { refund: string }; Body: NameRefundAccountRequest }>(
    '/desk/api/refunds/:refund/account',
    { config: { public: true, desk: 'payout.correct' }, schema: { body: NameRefundAccountRequest } },
    async (request): Promise<Presented<CorrectedPayout>> => {
      const { payee, reason } = request.body
      const named = { refundId: request.params.refund, payee: readPayee(payee), reason: reason.trim() }
      return { orderId: await nameRefundAccount(api, getSession(request).operator, named) }
    },
  )
}

function readPayee({
  name,
  document,
  pixKey,
  account,
}: PayeeBody): Parameters<typeof nameRefundAccount>[2]['payee'] {
  const { bankCode, agency, number, digit, type } = account ?? {}
  return {
    name: name.trim(),
    document,
    pixKey: pixKey?.trim(),
    account:
      bankCode === undefined ||
      agency === undefined ||
      number === undefined ||
      digit === undefined ||
      type === undefined
        ? undefined
        : { bankCode, agency, account: number, accountDigit: digit, accountType: type },
  }
}

type PayoutRecord = Awaited<ReturnType<typeof readPayoutCase>>

const presentQueued = (order: PayoutRecord['order']): Presented<QueuedPayout> => ({
  orderId: order.id,
  kind: order.kind,
  state: order.state,
  amount: presentReais(order.amountCentavos),
  payee: order.payee.name,
  createdAt: order.createdAt.toISOString(),
  dueOn: order.dueOn,
  problem: order.problem || undefined,
})

const presentStuck = (refund: RefundDue): Presented<StuckRefund>[] =>
  refund.waitsFor === null
    ? []
    : [
        {
          refundId: refund.id,
          amount: presentReais(refund.amountCentavos),
          dueSince: refund.dueSince.toISOString(),
          maxRefundDate: refund.maxRefundDate,
          waitsFor: refund.waitsFor,
          transactionId: refund.transactionId ?? undefined,
        },
      ]

function presentPayout(record: PayoutRecord): Presented<PayoutView> {
  const { order, lines, events, decisions, attention, operators } = record
  return {
    ...presentQueued(order),
    ...presentAttention(attention, operators),
    version: order.version,
    payeeDocument: order.payee.document,
    place: order.payee.place,
    payoutKey: order.payoutKey,
    netted: presentReais(order.nettedCentavos),
    attempts: order.attempts,
    rail: order.rail,
    providerId: order.providerId,
    failure: order.failureKind && `${order.failureKind} ${order.failureCode ?? ''}`.trim(),
    replaces: order.replaces,
    transactionId: order.transactionId,
    isWaiting: order.state === 'created' || order.state === 'approved',
    isCorrectable: order.isCorrectable,
    lines: lines.map(({ transactionId, amountCentavos }) => ({
      transactionId,
      amount: presentReais(amountCentavos),
    })),
    history: events.map(({ event, actor, code, at }) => ({
      event,
      by: operators.get(actor)?.name ?? actor,
      code: code ?? undefined,
      at: at.toISOString(),
    })),
    decisions: decisions.map(decision => presentDecision(decision, operators)),
  }
}
