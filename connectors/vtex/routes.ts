import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorCatalogue } from '../../src/contract/errors.ts'
import { reportForgedRow } from '../../src/platform/crypto/row-mac.ts'
import { toRefusal } from '../../src/platform/http/errors.ts'
import {
  type Account,
  addEventRoute,
  askPayment,
  type ConnectorContext,
  findAccount,
  findAccountOfRetailer,
  findPayment,
  LenderAway,
  type Operation,
  OperationBusy,
  operate,
  playSuite,
} from '../core/index.ts'
import {
  asObject,
  parsePayment,
  readId,
  readReais,
  readStoreSetting,
  readText,
  UnreadableRequest,
} from './parse-payment.ts'
import { VTEX } from './platform.ts'
import {
  presentError,
  presentManifest,
  presentMethods,
  presentOpen,
  presentOperation,
  presentPayment,
  presentRefusal,
  STORE_FIELD,
} from './present.ts'
import { chooseSuiteCase, SUITE_DELAY_MS } from './suite.ts'

interface OfShop {
  /** Of the retailer, where the address names one; otherwise the credentials do. */
  readonly Params: { readonly retailerId?: string; readonly paymentId?: string; readonly action?: string }
}
type ShopRequest = FastifyRequest<OfShop>

/** Letters and digits of our own, so that the account is found by the key that the shop typed into VTEX. */
export const computeAppKey = (accountId: string): string => `crediario-${accountId}`

/** The Payment Provider Protocol: what VTEX's gateway calls. */
export function addVtexRoutes(app: FastifyInstance, context: ConnectorContext): void {
  addEventRoute(app, context, VTEX)
  app.register(async scope => {
    scope.setErrorHandler((error, request, reply) => answerError(context, error, request, reply))
    for (const base of ['/connectors/vtex', '/connectors/vtex/:retailerId']) addProtocol(scope, context, base)
  })
}

function addProtocol(scope: FastifyInstance, context: ConnectorContext, base: string): void {
  const { isProduction } = context
  const config = { public: true }
  scope.get(`${base}/manifest`, { config }, async () => presentManifest(isProduction))
  scope.get(`${base}/payment-methods`, { config }, async () => presentMethods(isProduction))
  scope.post<OfShop>(`${base}/payments`, { config }, (request, reply) => authorize(context, request, reply))
  const operations = [
    ['cancellations', 'cancel'],
    // As one page of VTEX's documents spells it.
    ['cancelations', 'cancel'],
    ['settlements', 'settle'],
    ['refunds', 'refund'],
  ] as const
  for (const [path, kind] of operations)
    scope.post<OfShop>(`${base}/payments/:paymentId/${path}`, { config }, (request, reply) =>
      answerOperation(context, request, { kind, reply }),
    )
  for (const path of ['inbound-request', 'inbound'])
    scope.post<OfShop>(`${base}/payments/:paymentId/${path}/:action`, { config }, request =>
      answerInbound(context, request),
    )
}

async function authorize(context: ConnectorContext, request: ShopRequest, reply: FastifyReply) {
  const { body } = request
  const account = await signIn(context, request)
  const { isSandbox, ...asked } = parsePayment(body)
  if (isSandbox && context.isProduction)
    return presentRefusal(asked.foreignId, 'SANDBOX', 'Este endereco nao aceita pagamentos de teste')
  const store = readStoreSetting(body, STORE_FIELD)
  if (store !== undefined && store !== account.retailerId)
    return presentRefusal(asked.foreignId, 'WRONG_STORE', `${STORE_FIELD} nao e a loja destas credenciais`)
  if (isSuite(context, request)) return presentPayment(await playPayment(context, account, asked, body))
  const payment = await askPayment(context, account, asked)
  const isUseless = payment.state === 'received' || (payment.state === 'waiting' && !payment.box.linkUrl)
  if (isUseless) return reply.code(500).send(presentError('TRY_AGAIN', 'O link ainda nao existe'))
  return presentPayment(payment)
}

async function playPayment(
  context: ConnectorContext,
  account: Account,
  asked: Parameters<typeof askPayment>[2],
  body: unknown,
) {
  const { verdict, isLater } = chooseSuiteCase(body)
  const payment = await askPayment(context, account, { ...asked, suite: verdict })
  if (payment.state !== 'waiting') return payment
  return playSuite(context, account, payment, {
    linkUrl: context.publicUrl,
    delayMs: isLater ? SUITE_DELAY_MS : 0,
  })
}

/** Only where no money is real: the header is the caller's own word. */
function isSuite({ isProduction }: ConnectorContext, { headers }: ShopRequest): boolean {
  return !isProduction && headers['x-vtex-api-is-testsuite'] === 'true'
}

async function answerOperation(
  context: ConnectorContext,
  request: ShopRequest,
  { kind, reply }: { readonly kind: Operation['kind']; readonly reply: FastifyReply },
) {
  const account = await signIn(context, request)
  const body = asObject(request.body)
  const foreignId = readId(request.params.paymentId, 'paymentId')
  const requestId = readId(body.requestId, 'requestId')
  const payment = await findPayment(context.database, context.secrets, account.id, foreignId)
  if (payment === undefined) return answerUnknown(reply, { kind, foreignId, requestId })
  // The documents call the value of a cancellation cents, and show reais: a cancellation is always whole.
  const amountCentavos = kind === 'cancel' ? undefined : readReais(body.value)
  if (kind !== 'cancel' && (amountCentavos === undefined || amountCentavos < 0))
    throw new UnreadableRequest('value')
  try {
    const operation = await operate(context, account, payment.id, { kind, requestId, amountCentavos })
    const answer = presentOperation(foreignId, operation)
    return reply.code(answer.status).send(answer.body)
  } catch (error) {
    if (!(error instanceof LenderAway) && !(error instanceof OperationBusy)) throw error
    const answer = presentOpen(kind, foreignId, requestId)
    return reply.code(answer.status).send(answer.body)
  }
}

/** What never arrived here needs no cancellation; anything else VTEX must learn. */
function answerUnknown(
  reply: FastifyReply,
  { kind, foreignId, requestId }: { readonly kind: Operation['kind']; foreignId: string; requestId: string },
) {
  if (kind === 'cancel') {
    const cancellationId = createHash('sha256').update(`${foreignId}:${requestId}`).digest('hex').slice(0, 24)
    const message = 'Pagamento desconhecido: nada a cancelar'
    return reply.send({ paymentId: foreignId, requestId, cancellationId, code: 'CANCELED', message })
  }
  return reply.code(500).send(presentError('PAYMENT_NOT_FOUND', 'Pagamento desconhecido'))
}

/** Nothing of ours is asked for this way: the answer says so in VTEX's form. */
async function answerInbound(context: ConnectorContext, request: ShopRequest): Promise<object> {
  await signIn(context, request)
  const content = JSON.stringify({ code: 'NO_ACTION', message: 'Nenhuma acao com este nome' })
  return {
    requestId: readId(asObject(request.body).requestId, 'requestId'),
    paymentId: readId(request.params.paymentId, 'paymentId'),
    responseData: { statusCode: 404, contentType: 'application/json', content },
  }
}

const KEY_HEADERS = ['x-vtex-api-appkey', 'x-provider-api-appkey'] as const
const TOKEN_HEADERS = ['x-vtex-api-apptoken', 'x-provider-api-apptoken'] as const

/** The enabled account whose credentials came along, in either spelling. */
async function signIn(context: ConnectorContext, request: ShopRequest): Promise<Account> {
  const { database, secrets } = context
  const { retailerId } = request.params
  const key = findHeader(request, KEY_HEADERS)
  const token = findHeader(request, TOKEN_HEADERS)
  // The suite may send none, as empty texts.
  const isPlayed = isSuite(context, request) && key === undefined && token === undefined
  const accountId = /^crediario-([0-9a-f]{24})$/.exec(key ?? '')?.[1]
  const account =
    isPlayed && retailerId !== undefined
      ? await findAccountOfRetailer(database, secrets, { platform: VTEX, retailerId })
      : await findAccount(database, secrets, accountId ?? '')
  if (!account?.isEnabled || account.platform !== VTEX) throw new Unauthorized()
  if (retailerId !== undefined && account.retailerId !== retailerId) throw new Unauthorized()
  if (!isPlayed && !isSame(token ?? '', account.keys.appToken)) throw new Unauthorized()
  return account
}

class Unauthorized extends Error {}

function findHeader({ headers }: ShopRequest, names: readonly string[]): string | undefined {
  return names.flatMap(name => readText(headers[name]) ?? []).at(0)
}

function isSame(given: string, expected: string | undefined): boolean {
  if (expected === undefined) return false
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

/** In VTEX's form, and without a word about what is inside. */
async function answerError(
  context: ConnectorContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof UnreadableRequest)
    return reply.code(400).send(presentError('INVALID_REQUEST', `${error.field} falta ou nao pode ser lido`))
  if (error instanceof Unauthorized)
    return reply.code(401).send(presentError('UNAUTHORIZED', 'Credenciais recusadas'))
  if (error instanceof LenderAway)
    return reply.code(500).send(presentError('TRY_AGAIN', 'Sem resposta agora: pergunte de novo'))
  // Also what the framework refuses before the route, such as another type of content.
  const refusal = toRefusal(error, request)
  if (errorCatalogue[refusal.code].status < 500)
    return reply.code(400).send(presentError('INVALID_REQUEST', refusal.message))
  await reportForgedRow(error, context.reportForgery)
  context.log.error({ err: error, component: 'connectors' }, 'a request of VTEX failed')
  return reply.code(500).send(presentError('INTERNAL_ERROR', 'Erro interno'))
}
