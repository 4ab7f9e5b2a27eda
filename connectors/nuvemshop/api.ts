import { type Account, type ConnectorContext, PlatformAway } from '../core/index.ts'

/** The lender's app at Nuvemshop, and where its API is. */
export interface AppSettings {
  readonly appId: string
  readonly clientSecret: string
  /** Of the lender, for Nuvemshop's people: they ask for it in every call. */
  readonly contact: string
  readonly apiUrl: string
  readonly tokenUrl: string
}

export const NUVEMSHOP = 'nuvemshop'

export const composeHeaders = (app: AppSettings, account: Account): Readonly<Record<string, string>> => ({
  // Nuvemshop's own name of this header.
  authentication: `bearer ${account.keys.token ?? ''}`,
  'user-agent': `Crediario (${app.contact})`,
  'content-type': 'application/json',
  accept: 'application/json',
})

export const composeAddress = (app: AppSettings, account: Account, path: string): string =>
  `${app.apiUrl}/${account.account}${path}`

/** A call for one shop; undefined where it has no such thing. */
export async function callNuvemshop(
  { outbound }: Pick<ConnectorContext, 'outbound'>,
  app: AppSettings,
  account: Account,
  { method, path, body }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object },
): Promise<unknown> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const answer = await outbound.post({
    method,
    url: new URL(composeAddress(app, account, path)),
    headers: Object.entries(composeHeaders(app, account)).flat(),
    body: text,
  })
  if (answer.status === 404) return undefined
  return readJson(answer)
}

interface Token {
  readonly token: string
  readonly storeId: string
}

/** The code of an installation for the token of its shop. Each code works once. */
export async function exchangeCode(
  { outbound }: Pick<ConnectorContext, 'outbound'>,
  { appId, clientSecret, tokenUrl }: AppSettings,
  code: string,
): Promise<Token | undefined> {
  const form = new URLSearchParams({
    client_id: appId,
    client_secret: clientSecret,
    grant_type: 'authorization_code',
    code,
  })
  const answer = readJson(
    await outbound.post({
      url: new URL(tokenUrl),
      headers: ['content-type', 'application/x-www-form-urlencoded', 'accept', 'application/json'],
      body: form.toString(),
    }),
  )
  const { access_token: token, user_id: storeId } = asRecord(answer)
  if (typeof token !== 'string' || storeId === undefined) return undefined
  return { token, storeId: String(storeId) }
}

function readJson({
  status,
  body,
}: {
  readonly status?: number | undefined
  readonly body?: Buffer | undefined
}): unknown {
  if (status === undefined || status < 200 || status > 299) throw new PlatformAway(status)
  try {
    return JSON.parse(body?.toString() ?? '')
  } catch {
    throw new PlatformAway(status)
  }
}

export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}

export const asRecords = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(asRecord) : []
