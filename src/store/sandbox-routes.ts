import type { FastifyInstance } from 'fastify'
import type { Billet, Transaction } from '../../clients/typescript/src/index.ts'
import { RequestError } from '../contract/errors.ts'
import type { SandboxMessage, SandboxOrder, SandboxPayment, SandboxPerson } from '../contract/store.ts'
import { ClockBody, DeskBody, MessagesQuery, PersonaBody } from '../contract/store-requests.ts'
import type { Lender } from './lender.ts'
import { getOrder, type OfOrder } from './order-routes.ts'
import { findCurrent } from './order-state.ts'
import type { OrderRecord } from './order-store.ts'
import type { StoreContext } from './store-context.ts'

const config = { public: true }
/** Each call ends as much as it may; a demonstration has far less. */
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

  app.post<OfOrder>(
    '/store/api/sandbox/orders/:orderId/pay',
    { config },
    async (request): Promise<SandboxOrder> => {
      const transactionId = getPurchase(await getOrder(context, request.params.orderId))
      const billet = findOpenBillet(await lender(operations => operations.readTransaction(transactionId)))
      if (billet === undefined)
        throw new RequestError('store_lender_refused', { message: 'Nothing is left to be paid' })
      // One press is one payment, however often its request is sent: the billet is paid once.
      await lender(operations =>
        operations.sandboxPayBillet(
          billet.id,
          { method: billet.pixCode === undefined ? 'BILLET' : 'PIX' },
          { idempotencyKey: `store-${billet.id}` },
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
    const transaction = await lender(operations => operations.readTransaction(transactionId))
    const { status, step } = transaction
    const billet = findOpenBillet(transaction)
    return {
      transactionId,
      status,
      step,
      ...(billet === undefined ? {} : { payment: presentPayment(billet) }),
    }
  }
}

/** What can be paid now: the down payment while it is awaited, then one installment after the other. */
function findOpenBillet({
  status,
  step,
  downPaymentBillet,
  installments = [],
}: Transaction): Billet | undefined {
  if (status === 'PENDING') return step === 'ENTRY' ? downPaymentBillet : undefined
  return status === 'OPEN' ? installments.find(({ paymentStatus }) => paymentStatus === 'PENDING') : undefined
}

function presentPayment({ value, dueDate, installmentNumber, installmentNumbers }: Billet): SandboxPayment {
  return {
    value,
    dueDate,
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
    throw new RequestError('store_lender_refused', { message: 'Nobody has bought by this order’s link yet' })
  return transactionId
}
