import type { FastifyRequest } from 'fastify'

interface Cookie {
  readonly name: string
  readonly value: string
}

/** The cookies of the request, in order. A name may appear more than once. */
export function parseCookies(header: string | undefined): Cookie[] {
  return (header ?? '').split(';').flatMap(pair => {
    const [name = '', ...value] = pair.trim().split('=')
    return value.length === 0 ? [] : [{ name, value: value.join('=') }]
  })
}

/**
 * The full name of one of our cookies. Over https it has the __Host- prefix, which no other site, not even on our own
 * domain, can set.
 */
export function computeCookieName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

/** A cookie that scripts cannot read and that other sites cannot cause to be sent; without an age, a session cookie. */
export function presentCookie(
  { name, value }: Cookie,
  { publicUrl, maxAgeSeconds }: { readonly publicUrl: string; readonly maxAgeSeconds?: number },
): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${name}=${value}; Path=/${age}; HttpOnly; SameSite=Strict${secure}`
}

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

interface Site {
  readonly publicUrl: string
  /** Set to 1 by our pages on every request that changes something. */
  readonly header: string
}

/**
 * Whether one of our own pages sent the request. A page of another site cannot send our header without a CORS
 * preflight, which we never allow, and a user cannot type a request that changes something. Clients other than browsers
 * send no Sec-Fetch-Site or Origin; they carry no cookies that another site could abuse.
 */
export function isSameSite(request: FastifyRequest, { publicUrl, header }: Site): boolean {
  const { method, headers } = request
  const isRead = method === 'GET'
  if (!isRead && headers[header] !== '1') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && !(isRead && site === 'none')) return false
  const { origin } = headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === headers.host || host === new URL(publicUrl).host
}
