export interface Cookie {
  readonly name: string
  readonly value: string
}

/** Those that a browser sent, in its order. One name may come more than once. */
export function parseCookies(header: string | undefined): Cookie[] {
  return (header ?? '').split(';').flatMap(pair => {
    const [name = '', ...value] = pair.trim().split('=')
    return value.length === 0 ? [] : [{ name, value: value.join('=') }]
  })
}

/** The whole name of a cookie of ours. Over https it has a prefix that no other site, also of our own domain, can set. */
export function computeCookieName(name: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name
}

/** A cookie that no script reads and that is never sent along from another site; it ends with the browser unless it has an age. */
export function presentCookie(
  { name, value }: Cookie,
  { publicUrl, maxAgeSeconds }: { readonly publicUrl: string; readonly maxAgeSeconds?: number },
): string {
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${name}=${value}; Path=/${age}; HttpOnly; SameSite=Strict${secure}`
}

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')
