import type { FastifyInstance } from 'fastify'
import type { Operations } from '../../../clients/typescript/src/generated.ts'
import { RequestError } from '../../contract/errors.ts'
import type { SandboxMessage, SandboxOrder, SandboxPayment, SandboxPerson } from '../../contract/store.ts'
import { ClockBody, DeskBody, MessagesQuery, PayBody, PersonaBody } from '../../contract/store-requests.ts'
import type { Lender } from './lender.ts'
import { getOrder, type OfOrder } from './order-routes.ts'
import { findCurrent } from './order-state.ts'
import type { OrderRecord } from './order-store.ts'
import type { StoreContext } from './store-context.ts'

const config = { public: true }
/** Each call ends as much as its limit allows; a demonstration has far less. */
const MAX_RESETS = 10
/** The bank's clock must not run into the deadline of the request. */
const CLOCK_MS = 15_000

/** What the panel does in the sandbox, with the key that never leaves the server. */
export function addSandboxPanelRoutes(
  app: FastifyInstance,
  { context, lender }: { readonly context: StoreContext; readonly lender: Lender },
): void {
  app.post<{ Body: { persona: string } }>(
    '/store/api/sandbox/people',
    { config, schema: { body: PersonaBody } },
    async (request): Promise<SandboxPerson> => {
      const { persona } = request.body
      const { addressComplement: _, ...person } = await lender(operations =>
        operations.sandboxGivePerson({ persona }),
      )
      return { persona, ...person }
    },
  )

  app.get<{ Querystring: { phone: string } }>(
    '/store/api/sandbox/messages',
    { config, schema: { querystring: MessagesQuery } },
    async (request): Promise<{ messages: SandboxMessage[] }> => {
      const { phone } = request.query
      const { messages } = await lender(operations => operations.sandboxListMessages({ phone }))
      return {
        messages: messages
          .slice(0, 10)
          .map(({ text, code, sentAt }) => ({ text, sentAt, ...(code === undefined ? {} : { code }) })),
      }
    },
  )

  app.get<OfOrder>(
    '/store/api/sandbox/orders/:orderId',
    { config },
    async (request): Promise<SandboxOrder> => {
      const transactionId = findPurchase(await getOrder(context, request.params.orderId))
      return transactionId === undefined ? {} : readPurchase(transactionId)
    },
  )

  app.post<OfOrder & { Body: { billetId?: string } }>(
    '/store/api/sandbox/orders/:orderId/pay',
    { config, schema: { body: PayBody } },
    async (request): Promise<SandboxOrder> => {
      const transactionId = getPurchase(await getOrder(context, request.params.orderId))
      const { billetId: wanted } = request.body
      const payments = await listPayments(transactionId)
      const payment = wanted === undefined ? payments[0] : payments.find(each => each.billetId === wanted)
      if (payment === undefined)
        throw new RequestError('store_lender_refused', { message: 'Nothing is left to be paid' })
      const { billetId, method, value } = payment
      // One press is one payment, however often its request is sent: what the billet asks for is paid once.
      await lender(operations =>
        operations.sandboxPayBillet(
          billetId,
          { method },
          { idempotencyKey: `store-${billetId}-${Math.round(value * 100)}` },
        ),
      )
      return readPurchase(transactionId)
    },
  )

  app.post<OfOrder>(
    '/store/api/sandbox/orders/:orderId/pictures',
    { config },
    async (request): Promise<SandboxOrder> => {
      const transactionId = getPurchase(await getOrder(context, request.params.orderId))
      await lender(operations => operations.sandboxPlayCustomer(transactionId, { until: 'ASYNC_ANALYSE' }))
      return readPurchase(transactionId)
    },
  )

  app.post<OfOrder & { Body: { result: 'VALIDATED' | 'REFUSED' | 'ASK_AGAIN' } }>(
    '/store/api/sandbox/orders/:orderId/desk',
    { config, schema: { body: DeskBody } },
    async (request): Promise<SandboxOrder> => {
      const transactionId = getPurchase(await getOrder(context, request.params.orderId))
      const { result } = request.body
      const step = result === 'ASK_AGAIN' ? { step: 'SELFIE' as const } : {}
      await lender(operations => operations.sandboxPlayDesk(transactionId, { result, ...step }))
      return readPurchase(transactionId)
    },
  )

  app.get('/store/api/sandbox/clock', { config }, () => lender(operations => operations.sandboxReadClock()))

  app.post<{ Body: { advance: string } }>(
    '/store/api/sandbox/clock',
    { config, schema: { body: ClockBody } },
    request => lender(operations => operations.sandboxAdvanceClock(request.body, { timeoutMs: CLOCK_MS })),
  )

  app.post('/store/api/sandbox/reset', { config }, async () => {
    let purchases = 0
    for (let calls = 0; calls < MAX_RESETS; calls++) {
      const answer = await lender(operations => operations.sandboxReset())
      purchases += answer.purchases
      if (answer.done) break
    }
    return { purchases }
  })

  async function readPurchase(transactionId: string): Promise<SandboxOrder> {
    const [{ status, step }, payments] = await Promise.all([
      lender(operations => operations.readTransaction(transactionId)),
      listPayments(transactionId),
    ])
    return { transactionId, status, step, payments }
  }

  /** Of installments that are neither late nor asked for in particular, only the next one. */
  async function listPayments(transactionId: string): Promise<readonly SandboxPayment[]> {
    const { billets } = await lender(operations => operations.sandboxListBillets(transactionId))
    const isNext = ({ id, kind, transactionId: of }: PayableBillet): boolean =>
      kind !== 'INSTALLMENT' ||
      billets.find(each => each.kind === 'INSTALLMENT' && each.transactionId === of)?.id === id
    return billets.filter(isNext).map(billet => presentPayment(billet, transactionId))
  }
}

type PayableBillet = Awaited<ReturnType<Operations['sandboxListBillets']>>['billets'][number]

function presentPayment(billet: PayableBillet, purchaseId: string): SandboxPayment {
  const { id: billetId, kind, value, dueDate, installmentNumber, installmentNumbers, methods } = billet
  return {
    billetId,
    kind,
    value,
    dueDate,
    isOfAgreement: billet.transactionId !== purchaseId,
    method: methods.includes('PIX') ? 'PIX' : 'BILLET',
    ...(installmentNumber === undefined || installmentNumbers === undefined
      ? {}
      : { installment: `${installmentNumber} de ${installmentNumbers}` }),
  }
}

function findPurchase({ attempts }: OrderRecord): string | undefined {
  return findCurrent(attempts)?.transactionId
}

function getPurchase(order: OrderRecord): string {
  const transactionId = findPurchase(order)
  if (transactionId === undefined)
    throw new RequestError('store_lender_refused', {
      message: 'Nobody has bought with this order’s link yet',
    })
  return transactionId
}
