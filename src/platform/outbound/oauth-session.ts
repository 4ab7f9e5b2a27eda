import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TlsAnswer, TlsClient, TlsRequest } from './tls-client.ts'

export interface OAuthCredentials {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the provider wants id and secret: in the Authorization header, or in the form. */
  readonly clientAuth: 'basic' | 'body'
  /** Separated by spaces. */
  readonly scopes: string
}

interface OAuthSession {
  /** With the access token. A 401 is answered by one new token and one more try. */
  send(request: TlsRequest): Promise<TlsAnswer>
}

/** A token that ends during a request is refused, and costs a second try. */
const SPARE_MS = 30_000
const DEFAULT_LIFE_SECONDS = 300

const TokenAnswer = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  }),
)

interface Token {
  readonly text: string
  readonly endsAtMs: number
}

/** OAuth 2.0 client credentials: one token serves all requests until shortly before its end. */
export function createOAuthSession(client: TlsClient, credentials: OAuthCredentials): OAuthSession {
  let current: Promise<Token | TlsAnswer> | undefined
  let known: Token | undefined

  function getToken(): Promise<Token | TlsAnswer> {
    if (known !== undefined && performance.now() < known.endsAtMs) return Promise.resolve(known)
    // Requests that begin together wait for the same token.
    current ??= fetchToken(client, credentials)
      .then(fetched => {
        known = 'endsAtMs' in fetched ? fetched : undefined
        return fetched
      })
      .finally(() => {
        current = undefined
      })
    return current
  }

  async function sendWith(token: Token, request: TlsRequest): Promise<TlsAnswer> {
    return client.send({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token.text}` },
    })
  }

  return {
    async send(request) {
      const token = await getToken()
      if (!('endsAtMs' in token)) return token
      const answer = await sendWith(token, request)
      if (answer.status !== 401) return answer
      if (known === token) known = undefined
      const renewed = await getToken()
      return 'endsAtMs' in renewed ? sendWith(renewed, request) : renewed
    },
  }
}

/** A failure is answered in place of the request, which was not sent. */
async function fetchToken(
  client: TlsClient,
  { tokenUrl, clientId, clientSecret, clientAuth, scopes }: OAuthCredentials,
): Promise<Token | TlsAnswer> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: scopes })
  if (clientAuth === 'body') {
    form.set('client_id', clientId)
    form.set('client_secret', clientSecret)
  }
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const askedAtMs = performance.now()
  const answer = await client.send({
    method: 'POST',
    url: tokenUrl,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(clientAuth === 'basic' ? { authorization: `Basic ${basic}` } : {}),
    },
    body: form.toString(),
  })
  if (answer.status === undefined) return { ...answer, wasSent: false }
  const body = answer.status === 200 || answer.status === 201 ? parseJson(answer.text) : undefined
  if (!TokenAnswer.Check(body))
    return answer.status >= 500 || answer.status === 429
      ? { status: undefined, wasSent: false, text: `no token: ${answer.status}` }
      : { status: 401, text: '' }
  const lifeSeconds = Number(body.expires_in ?? DEFAULT_LIFE_SECONDS)
  const lifeMs = (Number.isFinite(lifeSeconds) ? lifeSeconds : DEFAULT_LIFE_SECONDS) * 1_000
  return { text: body.access_token, endsAtMs: askedAtMs + Math.max(lifeMs - SPARE_MS, lifeMs / 2) }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
