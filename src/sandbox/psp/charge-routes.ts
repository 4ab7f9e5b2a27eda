import type { FastifyInstance } from 'fastify'
import { admitRequest } from './behaviours.ts'
import type { ChargeKind } from './charge-body.ts'
import { CHARGE_STATUSES, countCharges, listCharges } from './charge-store.ts'
import {
  type Charge,
  type ChargeContext,
  getCharge,
  openCharge,
  patchCharge,
  putCharge,
  QUERY_REFUSED,
} from './charges.ts'
import { computeDocumentIndex } from './document.ts'
import type { Members } from './field-reader.ts'
import { presentParameters, type Query, QueryReader } from './listing.ts'
import { listPaymentsOfCharges, type PaymentRecord } from './payment-store.ts'
import { presentCharge } from './present.ts'

interface OfCharge {
  readonly Params: { readonly txid: string }
  readonly Body: Members
  readonly Querystring: Query
}

const LARGEST_REVISION = 1_000_000

export function addChargeRoutes(app: FastifyInstance, context: ChargeContext, kind: ChargeKind): void {
  const read = { config: { pspScope: `${kind}.read` } } as const
  const write = { config: { pspScope: `${kind}.write` } } as const
  const present = async (
    charge: Charge,
    payments: readonly PaymentRecord[],
  ): Promise<Record<string, unknown>> => {
    const receiver = await context.findReceiver(charge.body.chave)
    if (receiver === undefined) throw new Error('the key of a charge has no owner any more')
    return presentCharge(charge, receiver, payments)
  }

  app.put<OfCharge>(`/v2/${kind}/:txid`, write, async (request, reply) => {
    const charge = await putCharge(context, kind, request.params.txid, request.body)
    return reply.code(201).send(await present(charge, []))
  })

  app.patch<OfCharge>(`/v2/${kind}/:txid`, write, async request =>
    present(await patchCharge(context, kind, request.params.txid, request.body), []),
  )

  app.get<OfCharge>(`/v2/${kind}/:txid`, read, async request => {
    const query = new QueryReader(request.query, QUERY_REFUSED[kind])
    const revision = query.integer('revisao', 0, LARGEST_REVISION)
    query.finish()
    const charge = await getCharge(context, kind, request.params.txid, revision)
    await admitRequest(context, [charge.retailerId ?? undefined])
    return present(charge, await listPaymentsOfCharges(context.database, [charge.txid]))
  })

  app.get<OfCharge>(`/v2/${kind}`, read, async request => {
    const query = new QueryReader(request.query, QUERY_REFUSED[kind])
    const window = query.window()
    const page = query.page()
    const document = query.document()
    const status = query.oneOf('status', CHARGE_STATUSES)
    // Every charge of this bank has a location.
    const isLocationAsked = query.boolean('locationPresente') ?? true
    query.finish()
    const debtorIndex = document === undefined ? undefined : computeDocumentIndex(context, document)
    const filter = { ...window, kind, status, debtorIndex }
    const total = isLocationAsked ? await countCharges(context.database, filter) : 0
    const records = isLocationAsked ? await listCharges(context.database, filter, page) : []
    await admitRequest(
      context,
      records.map(({ retailerId }) => retailerId ?? undefined),
    )
    const payments = Map.groupBy(
      await listPaymentsOfCharges(
        context.database,
        records.map(({ txid }) => txid),
      ),
      ({ txid }) => txid,
    )
    const charges = records.map(record => openCharge(context, record))
    return {
      parametros: presentParameters(window, page, total),
      cobs: await Promise.all(charges.map(charge => present(charge, payments.get(charge.txid) ?? []))),
    }
  })
}
