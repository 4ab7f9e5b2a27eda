export interface Cookie {
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
