import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isId } from '../../src/kernel/ids.ts'
import {
  type Account,
  addEventRoute,
  askPayment,
  type ConnectorContext,
  findAccount,
  findAccountOfShop,
  findPayment,
  findPaymentById,
  LenderAway,
  OperationBusy,
  operate,
  type Payment,
  PlatformAway,
  saveAccount,
  writeLog,
} from '../core/index.ts'
import { type AppSettings, asRecord, callNuvemshop, NUVEMSHOP } from './api.ts'
import { writeCheckoutScript } from './checkout-script.ts'
import { install } from './install.ts'
import { readOrder, readReais } from './read-order.ts'
import { ensureTransaction, isRefundKey } from './transactions.ts'

const BASE = '/connectors/nuvemshop'
const config = { public: true }
/** A shopper who was refused may try again, and not for ever. */
const MOST_TRIES = 20

interface OfAccount {
  readonly Params: { readonly accountId: string }
  readonly Body: unknown
}
interface OfPayment {
  readonly Params: { readonly paymentId: string; readonly key: string }
  readonly Body: unknown
}

/** What Nuvemshop, and the shopper's browser at its checkout, call. */
export function addNuvemshopRoutes(
  server: FastifyInstance,
  context: ConnectorContext,
  app: AppSettings | undefined,
): void {
  if (app === undefined) return
  addEventRoute(server, context, NUVEMSHOP)
  addInstallRoute(server, context, app)
  addCheckoutRoutes(server, context, app)
  addRefundRoute(server, context)
  addWebhookRoute(server, context, app)
}

const INSTALL_WORDS = {
  installed: 'O Crediário está na sua loja. Pode fechar esta página.',
  'unknown-shop':
    'Esta loja ainda não foi cadastrada no Crediário. Fale conosco antes de instalar o aplicativo.',
  refused: 'A Nuvemshop não confirmou a instalação. Instale o aplicativo de novo.',
} as const

function addInstallRoute(server: FastifyInstance, context: ConnectorContext, app: AppSettings): void {
  server.get<{ Querystring: { readonly code?: string } }>(
    `${BASE}/install`,
    { config },
    async ({ query: { code } }, reply) => {
      const isCode = typeof code === 'string' && /^[\w-]{1,200}$/.test(code)
      const outcome: keyof typeof INSTALL_WORDS = isCode
        ? await install(context, app, code).catch(whereAway('refused'))
        : 'refused'
      const status = outcome === 'installed' ? 200 : 409
      return reply.code(status).type('text/plain; charset=utf-8').send(INSTALL_WORDS[outcome])
    },
  )
}

function whereAway<const Value>(value: Value): (error: unknown) => Value {
  return error => {
    if (error instanceof PlatformAway || error instanceof LenderAway) return value
    throw error
  }
}

function addCheckoutRoutes(server: FastifyInstance, context: ConnectorContext, app: AppSettings): void {
  server.get<OfAccount>(`${BASE}/:accountId/checkout.js`, { config }, async ({ params }, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return reply
      .type('text/javascript; charset=utf-8')
      .send(writeCheckoutScript(context.publicUrl, isId(params.accountId) ? params.accountId : ''))
  })
  // From pages of any shop, without cookies; the answer is the order's link and nothing else.
  const allow = (reply: FastifyReply): FastifyReply => reply.header('access-control-allow-origin', '*')
  server.options<OfAccount>(`${BASE}/:accountId/checkouts`, { config }, async (_, reply) =>
    allow(reply)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type')
      .code(204)
      .send(),
  )
  server.post<OfAccount>(`${BASE}/:accountId/checkouts`, { config }, async ({ params, body }, reply) => {
    allow(reply)
    const { orderId, returnUrl } = asRecord(body)
    const account = await findEnabled(context, params.accountId)
    if (account === undefined || typeof orderId !== 'string' || !/^\d{1,20}$/.test(orderId))
      return reply.code(404).send({ error: 'not_found' })
    try {
      const payment = await beginPayment(context, app, account, {
        orderId,
        returnUrl: typeof returnUrl === 'string' ? returnUrl.slice(0, 2_048) : undefined,
      })
      const { linkUrl } = payment?.box ?? {}
      if (payment?.state !== 'waiting' || linkUrl === undefined)
        return reply.code(409).send({ error: payment?.reason ?? 'not_found' })
      return { redirect: linkUrl }
    } catch (error) {
      if (!(error instanceof LenderAway) && !(error instanceof PlatformAway)) throw error
      return reply.code(503).send({ error: 'try_again' })
    }
  })
}

async function findEnabled(context: ConnectorContext, id: string): Promise<Account | undefined> {
  if (!isId(id)) return undefined
  const account = await findAccount(context.database, context.secrets, id)
  return account?.platform === NUVEMSHOP && account.isEnabled && account.keys.token ? account : undefined
}

/** The total is what Nuvemshop says, whatever the browser shows. */
async function beginPayment(
  context: ConnectorContext,
  app: AppSettings,
  account: Account,
  { orderId, returnUrl }: { readonly orderId: string; readonly returnUrl: string | undefined },
): Promise<Payment | undefined> {
  const order = readOrder(
    await callNuvemshop(context, app, account, { method: 'GET', path: `/orders/${orderId}` }),
  )
  if (order === undefined) return undefined
  const foreignId = await chooseTry(context, account, orderId)
  // No name and no contact goes along: anybody can ask with the number of an order.
  const asked = { foreignId, orderId, ...order, customer: {}, returnUrl, callbackUrl: undefined }
  const payment = await askPayment(context, account, asked)
  if (payment.state === 'waiting') await ensureTransaction(context, app, account, payment)
  return payment
}

/** The living payment of the order or its last one that was bought; a new one where the last was refused. */
async function chooseTry(context: ConnectorContext, account: Account, orderId: string): Promise<string> {
  for (let number = 1; number < MOST_TRIES; number++) {
    const foreignId = number === 1 ? orderId : `${orderId}.${number}`
    const known = await findPayment(context.database, context.secrets, account.id, foreignId)
    if (known === undefined || known.state !== 'denied') return foreignId
  }
  return `${orderId}.${MOST_TRIES}`
}

function addRefundRoute(server: FastifyInstance, context: ConnectorContext): void {
  server.post<OfPayment>(`${BASE}/refunds/:paymentId/:key`, { config }, async ({ params, body }, reply) => {
    const { paymentId, key } = params
    const payment =
      isId(paymentId) && isRefundKey(context.secrets, paymentId, key)
        ? await findPaymentById(context.database, context.secrets, paymentId)
        : undefined
    if (payment === undefined) return reply.code(404).send({ error: 'not_found' })
    const { amount } = asRecord(body)
    const value = asRecord(amount).value ?? amount
    const amountCentavos = value === undefined ? undefined : readReais(value)
    if (value !== undefined && amountCentavos === undefined) return reply.code(400).send({ error: 'amount' })
    // Nuvemshop sends no id of its own: the same amount again is the same refund.
    const requestId = `refund-${amountCentavos ?? 'all'}`
    await startOperation(context, payment, { kind: 'refund', requestId, amountCentavos })
    return reply.code(202).send({})
  })
}

/** Its intent is stored; the outcome follows as an event. */
async function startOperation(
  context: ConnectorContext,
  payment: Payment,
  asked: Parameters<typeof operate>[3],
): Promise<void> {
  const account = await findAccount(context.database, context.secrets, payment.accountId)
  if (account === undefined) throw new Error(`connector payment ${payment.id} has no account`)
  try {
    await operate(context, account, payment.id, asked)
  } catch (error) {
    if (!(error instanceof LenderAway)) throw error
  }
}

/** Data of customers that we are asked to remove or to show: none of it ever came here. */
const NOTED: Readonly<Record<string, string>> = {
  'customers/redact': 'A Nuvemshop pediu para apagar dados de um cliente: o conector não guarda nenhum.',
  'customers/data_request': 'A Nuvemshop pediu os dados de um cliente: o conector não guarda nenhum.',
  'store/redact': 'A Nuvemshop pediu para apagar os dados da loja: o acesso foi apagado.',
  'app/uninstalled': 'A loja desinstalou o aplicativo: o conector foi desligado.',
}

function addWebhookRoute(server: FastifyInstance, context: ConnectorContext, app: AppSettings): void {
  server.register(async scope => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Body: Buffer }>(`${BASE}/webhooks`, { config }, async ({ headers, body }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      if (!isSigned(app, bytes, headers['x-linkedstore-hmac-sha256']))
        return reply.code(401).send({ error: 'signature' })
      try {
        await takeWebhook(context, asRecord(JSON.parse(bytes.toString())))
      } catch (error) {
        // Nuvemshop sends it again, for two days.
        if (error instanceof OperationBusy) return reply.code(503).send({ error: 'try_again' })
        if (error instanceof SyntaxError) return reply.code(400).send({ error: 'json' })
        throw error
      }
      return reply.code(200).send({})
    })
  })
}

function isSigned({ clientSecret }: AppSettings, body: Buffer, given: unknown): boolean {
  const right = createHmac('sha256', clientSecret).update(body).digest()
  const bytes =
    typeof given === 'string' && /^[0-9a-f]{64}$/i.test(given) ? Buffer.from(given, 'hex') : undefined
  return bytes !== undefined && timingSafeEqual(right, bytes)
}

async function takeWebhook(
  context: ConnectorContext,
  { event, store_id: storeId, id }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { database, secrets, clock } = context
  const account = await findAccountOfShop(database, secrets, {
    platform: NUVEMSHOP,
    account: String(storeId),
  })
  if (account === undefined) return
  const message = NOTED[String(event)]
  if (message !== undefined) {
    const code = String(event).replace('/', '_').toUpperCase()
    await writeLog(database, { accountId: account.id, level: 'info', code, message }, clock.now())
  }
  if (event === 'app/uninstalled' || event === 'store/redact') {
    const { token: _, ...keys } = account.keys
    const { providerId: __, ...settings } = account.settings
    await saveAccount(context, { ...account, keys, settings, isEnabled: false })
  }
  if (event !== 'order/cancelled' || id === undefined) return
  for (let number = 1; number <= MOST_TRIES; number++) {
    const foreignId = number === 1 ? String(id) : `${String(id)}.${number}`
    const payment = await findPayment(database, secrets, account.id, foreignId)
    if (payment === undefined) return
    await startOperation(context, payment, { kind: 'cancel', requestId: 'order-cancelled' })
  }
}
