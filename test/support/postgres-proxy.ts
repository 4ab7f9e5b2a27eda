import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'

/** What a server's address does: pass on, pass on as a standby would, accept and say nothing, or hang up. */
export type ProxyMode = 'passes' | 'is read-only' | 'is silent' | 'hangs up'

export interface PostgresProxy {
  readonly port: number
  /** Connections that clients have made so far. */
  readonly connectionCount: number
  readonly lostCommits: number
  setMode(mode: ProxyMode): void
  /** Breaks the connections that are open. */
  cut(): void
  close(): Promise<void>
}

/** The server's word that a COMMIT has happened: type, length and tag. */
const COMMITTED = Buffer.concat([Buffer.from('C'), Buffer.from([0, 0, 0, 11]), Buffer.from('COMMIT\0')])
const READ_ONLY = Buffer.from('default_transaction_read_only\0on\0')

/** A TCP address in front of a PostgreSQL server, for faults between it and the program. */
export async function startPostgresProxy(
  { host, port }: ClientConfig,
  /** Asked at every COMMIT that has happened: its answer is dropped and the connection breaks. */
  losesCommit: () => boolean = () => false,
): Promise<PostgresProxy> {
  let mode: ProxyMode = 'passes'
  let connectionCount = 0
  let lostCommits = 0
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  }

  const server = createServer(client => {
    connectionCount += 1
    keep(client)
    if (mode === 'is silent') return
    if (mode === 'hangs up') {
      client.destroy()
      return
    }
    const isReadOnly = mode === 'is read-only'
    const upstream = String(host).startsWith('/')
      ? createConnection(join(String(host), `.s.PGSQL.${port}`))
      : createConnection(Number(port), String(host))
    keep(upstream)
    client.once('data', first => {
      upstream.write(isReadOnly ? addParameter(first) : first)
      client.on('data', chunk => upstream.write(chunk))
    })
    upstream.on('data', chunk => {
      if (chunk.includes(COMMITTED) && losesCommit()) {
        lostCommits += 1
        client.resetAndDestroy()
        upstream.destroy()
      } else client.write(chunk)
    })
    client.once('close', () => upstream.end())
    upstream.once('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    get connectionCount() {
      return connectionCount
    },
    get lostCommits() {
      return lostCommits
    },
    setMode(next) {
      mode = next
    },
    cut,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The first message is its length, the protocol's version, and names and values up to an empty name. */
function addParameter(startup: Buffer): Buffer {
  const changed = Buffer.concat([startup.subarray(0, -1), READ_ONLY, Buffer.from([0])])
  changed.writeInt32BE(changed.length)
  return changed
}
