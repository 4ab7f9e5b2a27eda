import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Centavos } from '../../kernel/money.ts'
import type { CallObserver } from '../../platform/outbound/call-metrics.ts'
import {
  createOAuthSession,
  type OAuthCredentials,
  parseJson,
} from '../../platform/outbound/oauth-session.ts'
import { createTlsClient, type TlsAnswer, type TlsIdentity } from '../../platform/outbound/tls-client.ts'
import type { PayoutOrder } from './order.ts'
import {
  PAYOUT_REFUSALS,
  type PayoutRail,
  type PayoutRefusal,
  type PayoutRefusalKind,
  type RailAnswer,
  type RailPayout,
} from './rail.ts'

export interface HttpRailSettings extends Omit<OAuthCredentials, 'scopes'> {
  /** `/payouts/{key}` is appended. */
  readonly url: string
  readonly identity: TlsIdentity
  /** For a bank that treats each retailer's payouts differently. */
  readonly namesRetailer?: boolean
}

const CONNECTIONS = 4
const CONNECT_MS = 5_000
const TOTAL_MS = 15_000
export const PAYOUT_SCOPES = 'payout.read payout.write'

/** The port of docs/ports/payouts.json, at a bank whose address is known or asked for, or within this process. */
export function createPayoutRail(
  bank: HttpRailSettings | (() => Promise<HttpRailSettings>) | DirectBank,
  observer?: CallObserver,
): PayoutRail {
  if (typeof bank === 'function') return createDeferredRail(bank)
  if ('put' in bank) return createDirectRail(bank)
  return createHttpRail(bank, observer && { observer })
}

/** Pix and transfers by HTTP, as docs/ports/payouts.json describes. */
export function createHttpRail(
  settings: HttpRailSettings,
  limits: { readonly totalMs?: number; readonly observer?: CallObserver } = {},
): PayoutRail {
  const client = createTlsClient({
    identity: settings.identity,
    connections: CONNECTIONS,
    connectMs: CONNECT_MS,
    totalMs: limits.totalMs ?? TOTAL_MS,
    observer: limits.observer,
  })
  const session = createOAuthSession(client, { ...settings, scopes: PAYOUT_SCOPES })

  async function ask(method: 'GET' | 'PUT', payoutKey: string, body?: unknown): Promise<RailAnswer> {
    const answer = await session.send({
      method,
      url: `${settings.url}/payouts/${payoutKey}`,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return toAnswer(answer, method, payoutKey)
  }

  return {
    name: 'PIX',
    send: order => ask('PUT', order.payoutKey, composePayoutBody(order, settings.namesRetailer ?? false)),
    find: payoutKey => ask('GET', payoutKey),
    close: () => client.close(),
  }
}

function toAnswer(answer: TlsAnswer, method: 'GET' | 'PUT', payoutKey: string): RailAnswer {
  // Reading changes nothing, so a failed read is never in doubt.
  const inDoubt = (text: string): RailAnswer =>
    method === 'GET' ? unavailable('NO_ANSWER', text) : { outcome: 'unknown', text }
  if (answer.status === undefined)
    return answer.wasSent ? inDoubt(answer.text) : unavailable('NOT_SENT', answer.text)
  if (answer.status === 200 || answer.status === 201 || answer.status === 202) {
    const value = readPayout(payoutKey, answer.text)
    return value === undefined ? inDoubt('the answer cannot be read') : { outcome: 'done', value }
  }
  // A redirect or a failure of the server says nothing about the payout; 503 says that it was not taken.
  const isRefusal = answer.status >= 400 && (answer.status < 500 || answer.status === 503)
  return isRefusal ? readPayoutRefusal(answer.status, answer.text) : inDoubt(`status ${answer.status}`)
}

const unavailable = (code: string, text: string): PayoutRefusal => ({
  outcome: 'refused',
  kind: 'UNAVAILABLE',
  code,
  text,
})

/**
 * For a bank whose address is known only once it runs. While it cannot be started, every call is refused as unavailable,
 * and the next one tries again.
 */
function createDeferredRail(getSettings: () => Promise<HttpRailSettings>): PayoutRail {
  let opened: Promise<PayoutRail> | undefined
  const ask = async (call: (rail: PayoutRail) => Promise<RailAnswer>): Promise<RailAnswer> => {
    opened ??= getSettings().then(settings => createHttpRail(settings))
    const rail = await opened.catch(() => undefined)
    if (rail !== undefined) return call(rail)
    opened = undefined
    return unavailable('NOT_STARTED', 'the bank did not start')
  }
  return {
    name: 'PIX',
    send: order => ask(rail => rail.send(order)),
    find: payoutKey => ask(rail => rail.find(payoutKey)),
    async close() {
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

/** What the bank's side of the port answers, without HTTP. */
interface PortAnswer {
  readonly status: number
  readonly body: unknown
}

/** A bank that runs no server. */
interface DirectBank {
  put(payoutKey: string, body: unknown): Promise<PortAnswer>
  find(payoutKey: string): Promise<PortAnswer>
}

/** The same port within one process. */
function createDirectRail(bank: DirectBank): PayoutRail {
  const read = async (method: 'GET' | 'PUT', payoutKey: string, asked: Promise<PortAnswer>) => {
    const { status, body } = await asked
    return toAnswer({ status, text: JSON.stringify(body) }, method, payoutKey)
  }
  return {
    name: 'PIX',
    send: order => read('PUT', order.payoutKey, bank.put(order.payoutKey, composePayoutBody(order, true))),
    find: payoutKey => read('GET', payoutKey, bank.find(payoutKey)),
    close: async () => {},
  }
}

/* What docs/ports/payouts.json describes. Members that we do not know are passed over. */

const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const Amount = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{2}$' })
const STATES = {
  ACCEPTED: 'accepted',
  PAID: 'paid',
  FAILED: 'failed',
  CANCELED: 'canceled',
  RETURNED: 'returned',
} as const

const PayoutShape = Type.Object({
  key: Type.String(),
  providerId: OptionalText,
  state: Type.Enum(Object.keys(STATES) as (keyof typeof STATES)[]),
  amount: Amount,
  changedAt: OptionalText,
  failure: Type.Optional(
    Type.Union([Type.Null(), Type.Object({ kind: Type.String(), code: Type.String({ maxLength: 100 }) })]),
  ),
})
const RefusalShape = Type.Object({ kind: OptionalText, code: OptionalText, text: OptionalText })
const payoutCheck = Compile(PayoutShape)
const refusalCheck = Compile(RefusalShape)

const LONGEST_TEXT = 140

/** The body of PUT /payouts/{key}. Only a bank that treats retailers differently is sent the retailer. */
export function composePayoutBody(order: PayoutOrder, namesRetailer: boolean): Record<string, unknown> {
  const { name, document, to } = order.payee
  const place =
    to.kind === 'pix-key'
      ? { pixKey: { type: to.keyType, key: to.key } }
      : {
          account: {
            bank: to.bankCode,
            ...(to.ispb === undefined ? {} : { ispb: to.ispb }),
            agency: to.agency,
            number: to.account,
            digit: to.accountDigit,
            type: to.accountType,
          },
        }
  return {
    amount: writeAmount(order.amountCentavos),
    date: order.dueOn,
    text: describe(order).slice(0, LONGEST_TEXT),
    payee: { name, document, ...place },
    ...(namesRetailer && order.retailerId !== undefined && { retailer: order.retailerId }),
  }
}

const TEXTS: Readonly<Record<PayoutOrder['kind'], string>> = {
  RETAILER: 'Repasse de vendas',
  REFUND: 'Devolução',
  IOF: 'Recolhimento de IOF',
  INSURER: 'Prêmios de seguro',
  COMMISSION: 'Comissão de vendas',
  FUND: 'Repasse de créditos cedidos',
}

/** Shown to the payee. The key lets people on both sides name the payment. */
const describe = ({ kind, payoutKey }: PayoutOrder): string => `${TEXTS[kind]} ${payoutKey}`

/** Undefined when the answer is not what the port describes, or is about another payout. */
function readPayout(payoutKey: string, text: string): RailPayout | undefined {
  const body = parseJson(text)
  if (!payoutCheck.Check(body) || body.key !== payoutKey) return undefined
  return toPayout(body)
}

function toPayout(body: Static<typeof PayoutShape>): RailPayout {
  const at = body.changedAt == null ? undefined : new Date(body.changedAt)
  const { failure } = body
  return {
    state: STATES[body.state],
    providerId: body.providerId ?? undefined,
    amountCentavos: Number(body.amount.replace('.', '')),
    at: at === undefined || Number.isNaN(at.getTime()) ? undefined : at,
    failure: failure == null ? undefined : { kind: readKind(failure.kind) ?? 'INVALID', code: failure.code },
  }
}

/** By its body, or by its status where the body says nothing. */
function readPayoutRefusal(status: number, text: string): PayoutRefusal {
  const body = parseJson(text)
  const known = refusalCheck.Check(body) ? body : {}
  const kind = readKind(known.kind ?? undefined) ?? KIND_BY_STATUS[status] ?? 'INVALID'
  return {
    outcome: 'refused',
    kind,
    code: (known.code ?? `STATUS_${status}`).slice(0, 100),
    text: (known.text ?? '').slice(0, 200),
  }
}

const KIND_BY_STATUS: Readonly<Record<number, PayoutRefusalKind>> = {
  401: 'DENIED',
  403: 'DENIED',
  404: 'NOT_FOUND',
  408: 'UNAVAILABLE',
  409: 'CONFLICT',
  429: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
}

const readKind = (text: string | undefined): PayoutRefusalKind | undefined =>
  PAYOUT_REFUSALS.find(kind => kind === text)

function writeAmount(amountCentavos: Centavos): string {
  const digits = String(amountCentavos).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
