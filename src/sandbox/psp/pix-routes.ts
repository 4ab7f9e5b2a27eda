import type { FastifyInstance } from 'fastify'
import { admitRequest } from './behaviours.ts'
import { computeDocumentIndex } from './document.ts'
import type { Members } from './field-reader.ts'
import { presentParameters, type Query, QueryReader } from './listing.ts'
import { countPayments, listPayments } from './payment-store.ts'
import { getPayout, putPayout } from './payouts.ts'
import { presentPayment, presentRefund } from './present.ts'
import type { PspContext } from './psp-context.ts'
import { getPayment, getRefund, requestRefund } from './refunds.ts'

interface OfPayment {
  readonly Params: { readonly e2eid: string; readonly id: string }
  readonly Body: Members
  readonly Querystring: Query
}

export function addPixRoutes(app: FastifyInstance, context: PspContext): void {
  const read = { config: { pspScope: 'pix.read' } } as const
  const write = { config: { pspScope: 'pix.write' } } as const

  app.get<OfPayment>('/v2/pix/:e2eid', read, async request => {
    const payment = await getPayment(context.database, request.params.e2eid)
    await admitRequest(context, [payment.retailerId ?? undefined])
    return presentPayment(payment)
  })

  app.get<OfPayment>('/v2/pix', read, async request => {
    const query = new QueryReader(request.query, 'PixConsultaInvalida')
    const window = query.window()
    const page = query.page()
    const document = query.document()
    const filter = {
      ...window,
      txid: query.text('txid'),
      debtorIndex: document === undefined ? undefined : computeDocumentIndex(context, document),
      hasRefunds: query.boolean('devolucaoPresente'),
      hasTxid: query.boolean('txIdPresente'),
    }
    query.finish()
    const total = await countPayments(context.database, filter)
    const payments = await listPayments(context.database, filter, page)
    await admitRequest(
      context,
      payments.map(({ retailerId }) => retailerId ?? undefined),
    )
    return { parametros: presentParameters(window, page, total), pix: payments.map(presentPayment) }
  })

  app.put<OfPayment>('/v2/pix/:e2eid/devolucao/:id', write, async (request, reply) => {
    const { e2eid, id } = request.params
    return reply.code(201).send(presentRefund(await requestRefund(context, e2eid, id, request.body)))
  })

  app.get<OfPayment>('/v2/pix/:e2eid/devolucao/:id', read, async request =>
    presentRefund(await getRefund(context, request.params.e2eid, request.params.id)),
  )
}

interface OfPayout {
  readonly Params: { readonly key: string }
}

/** Money out: no interface of the Central Bank, but the port that docs/ports/payouts.json describes. */
export function addPayoutRoutes(app: FastifyInstance, context: PspContext): void {
  app.put<OfPayout>('/payouts/:key', { config: { pspScope: 'payout.write' } }, async (request, reply) => {
    const { status, body } = await putPayout(context, request.params.key, request.body)
    return reply.code(status).send(body)
  })

  app.get<OfPayout>('/payouts/:key', { config: { pspScope: 'payout.read' } }, async (request, reply) => {
    const { status, body } = await getPayout(context, request.params.key)
    return reply.code(status).send(body)
  })
}
