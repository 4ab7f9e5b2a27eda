/** One address for each server that DATABASE_URL names, in its order. */
interface DatabaseServers {
  readonly urls: readonly string[]
  /** Of several servers only the primary is used; of one, when target_session_attrs asks for it. */
  readonly mustBeWritable: boolean
}

const shape = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/
const hostShape = /^([^\s:[\]]+|\[[0-9a-f:.]+\])?(?::(\d{1,5}))?$/i
const targets = new Set(['read-write', 'primary'])

/**
 * Reads `postgres://user:password@one:5432,two:5433/name?target_session_attrs=read-write`, which the URL of the standard
 * does not allow. As in libpq, hosts may also be parameters (`?host=/run/a,/run/b&port=5432,5433`), and one port is that
 * of all. Returns the rest of a sentence about a wrong address, which
 * quotes nothing: it may contain a password.
 */
export function parseDatabaseUrl(text: string): DatabaseServers | string {
  const match = shape.exec(text)
  if (match === null) return 'must be an address that begins with postgres:// or postgresql://'
  const [, scheme = '', login, authority = '', path = '', search = ''] = match
  const parameters = new URLSearchParams(search)
  const target = parameters.get('target_session_attrs')
  if (target !== null && !targets.has(target))
    return 'must ask for target_session_attrs=read-write or for none: the program writes, so it needs the primary'
  parameters.delete('target_session_attrs')
  const hosts = listHosts(authority, parameters)
  if (typeof hosts === 'string') return hosts
  const urls = hosts.map(({ host, port, isParameter }) => {
    const own = new URLSearchParams(parameters)
    if (isParameter) own.set('host', host)
    if (port === undefined) own.delete('port')
    else own.set('port', port)
    const query = own.size === 0 ? '' : `?${own}`
    const user = login === undefined ? '' : `${login}@`
    // A parameter takes precedence over the host of the address, which may be anything then.
    return `${scheme}${user}${isParameter ? 'localhost' : host}${path}${query}`
  })
  if (!urls.every(url => URL.canParse(url)))
    return 'must be an address, with special characters encoded as in %40'
  const isPlain = urls.length === 1 && target === null
  return { urls: isPlain ? [text] : urls, mustBeWritable: !isPlain }
}

interface Host {
  readonly host: string
  readonly port: string | undefined
  readonly isParameter: boolean
}

function listHosts(authority: string, parameters: URLSearchParams): Host[] | string {
  const named = parameters.get('host')
  const isParameter = named !== null && named !== ''
  const items = (isParameter ? named : authority).split(',')
  const ports = parameters.get('port')?.split(',') ?? []
  if (ports.length > 1 && ports.length !== items.length)
    return `must name one port for all of its ${items.length} hosts, or one for each`
  const hosts: Host[] = []
  for (const [index, item] of items.entries()) {
    if (item === '' && items.length > 1) return 'must not have an empty host between its commas'
    const [, written = '', ownPort] = isParameter ? [item, item] : (hostShape.exec(item) ?? [])
    if (written === '' && item !== '' && ownPort === undefined)
      return 'must name each host as a name or an address and a port, such as db1.example:5432,db2.example:5432'
    const port = ownPort ?? ports[index] ?? ports[0]
    if (port !== undefined && !isPort(port)) return 'must have ports from 1 to 65535'
    hosts.push({ host: written, port, isParameter })
  }
  const places = hosts.map(({ host, port }) => `${host.toLowerCase()} ${port ?? '5432'}`)
  return new Set(places).size === places.length ? hosts : 'must name each host once'
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

const ENCRYPTED = ['require', 'verify-ca', 'verify-full']
const THIS_MACHINE = ['', 'localhost', '127.0.0.1', '[::1]']

/**
 * Whether a database address leads, with any of its hosts, to another machine without TLS. Without `sslmode` our driver does not encrypt;
 * `prefer`, `allow` and `no-verify` would accept anybody in between.
 */
export function isExposedDatabase(url: string): boolean {
  const servers = parseDatabaseUrl(url)
  return typeof servers === 'object' && servers.urls.some(isExposedServer)
}

function isExposedServer(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const socket = decodeURIComponent(searchParams.get('host') ?? hostname)
  if (socket.startsWith('/') || (THIS_MACHINE.includes(socket) && THIS_MACHINE.includes(hostname)))
    return false
  const mode = searchParams.get('sslmode')
  return mode === null ? searchParams.get('ssl') !== 'true' : !ENCRYPTED.includes(mode)
}
