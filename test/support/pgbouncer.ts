import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { findFreePort } from './child-service.ts'

const READY_MS = 30_000

export interface PgBouncer {
  urlOf(user: string, database: string): string
  stop(): Promise<void>
}

/** Debian's PgBouncer in front of a server that trusts everybody on this machine. */
export async function startPgBouncer(options: {
  readonly serverPort: number
  readonly users: readonly string[]
  readonly poolMode: 'session' | 'transaction' | 'statement'
  readonly ignoredParameters?: string
}): Promise<PgBouncer> {
  ensureDebianPackages({ pgbouncer: 'pgbouncer' })
  const { serverPort, users, poolMode, ignoredParameters = '' } = options
  const folder = await mkdtemp(join(tmpdir(), 'crediario-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await findFreePort()
  await writeFile(join(folder, 'users'), users.map(user => `"${user}" ""`).join('\n'))
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(folder, 'users')}`,
    `pool_mode = ${poolMode}`,
    'default_pool_size = 40',
    `ignore_startup_parameters = ${ignoredParameters}`,
  ]
  await writeFile(join(folder, 'settings'), settings.join('\n'))
  const args = ['-q', join(folder, 'settings')]
  // Like PostgreSQL, it refuses to run as root.
  const [command, all] =
    process.getuid?.() === 0
      ? ['runuser', ['-u', 'postgres', '--', 'pgbouncer', ...args]]
      : ['pgbouncer', args]
  const child = spawn(command, all, { stdio: 'ignore' })
  const exited = once(child, 'exit')
  await waitUntilListening(port)
  return {
    urlOf: (user, database) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilListening(port: number): Promise<void> {
  const deadline = Date.now() + READY_MS
  for (;;) {
    const socket = createConnection(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(50)
    } finally {
      socket.destroy()
    }
  }
}
