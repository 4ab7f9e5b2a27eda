/** The server's links use its public address. This device may use another one, and has its cookie there. */
export function toOwnPath(url: string): string {
  const { pathname, search, hash } = new URL(url, location.href)
  return pathname + search + hash
}
