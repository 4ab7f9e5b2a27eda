import { parseDatabaseUrl } from './database-url.ts'

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
