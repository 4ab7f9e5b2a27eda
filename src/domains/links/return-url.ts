/** Where the pages of one retailer's payment links may lead. */
export interface ReturnPlaces {
  /** Of the retailer's pages, as browsers write them. */
  readonly origins: ReadonlySet<string>
  /** Of the retailer's apps, without the colon. */
  readonly schemes: ReadonlySet<string>
  /** The origin of this service and plain http on this machine: where a trial shop runs on both. */
  readonly ownOrigin: string
  readonly allowsLoopback: boolean
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/**
 * The one place that decides where a page of ours may lead back to: an allowed https origin of the retailer, or for sales in an app a
 * link of an allowed scheme. A page that led anywhere would lend its good name to whoever has a key.
 */
export function isAllowedReturnUrl(text: string, source: string, places: ReturnPlaces): boolean {
  const url = URL.parse(text)
  // Browsers leave out spaces and control characters before they read an address: nobody would see where it leads.
  if (url === null || /[\s\p{C}\\]/u.test(text) || url.username !== '' || url.password !== '') return false
  const { origin, protocol, hostname } = url
  const isAtHome = places.allowsLoopback && (LOOPBACK.includes(hostname) || origin === places.ownOrigin)
  if (protocol === 'https:') return isAtHome || places.origins.has(origin)
  if (protocol === 'http:') return isAtHome
  return source === 'app' && places.schemes.has(protocol.slice(0, -1))
}
