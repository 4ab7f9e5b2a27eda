import type { CallObserver } from '../../platform/outbound/call-figures.ts'
import { createOAuthSession, type OAuthCredentials } from '../../platform/outbound/oauth-session.ts'
import { createTlsClient, type TlsAnswer, type TlsIdentity } from '../../platform/outbound/tls-client.ts'
import type { PayoutRail, PayoutRefusal, RailAnswer } from './rail.ts'
import { composePayoutBody, readPayout, readPayoutRefusal } from './wire.ts'

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
export function createDeferredRail(getSettings: () => Promise<HttpRailSettings>): PayoutRail {
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
export interface PortAnswer {
  readonly status: number
  readonly body: unknown
}

/** The same port within one process, for a bank that runs no server. */
export function createDirectRail(bank: {
  put(payoutKey: string, body: unknown): Promise<PortAnswer>
  find(payoutKey: string): Promise<PortAnswer>
}): PayoutRail {
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
