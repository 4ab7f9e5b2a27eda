import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { waitFor } from '../support/wait-for.ts'

const run = promisify(execFile)

export interface MariaDb {
  /** For PHP's PDO, with an empty database. */
  readonly dsn: string
  stop(): Promise<void>
}

/** The database of real shops, as Debian has it, reached by a socket only and gone afterwards. */
export async function startMariaDb(): Promise<MariaDb> {
  ensureDebianPackages({ '/usr/sbin/mariadbd': 'mariadb-server', '/usr/share/doc/php-mysql': 'php-mysql' })
  const folder = await mkdtemp(join(tmpdir(), 'crediario-mariadb-'))
  await chmod(folder, 0o777)
  const data = join(folder, 'data')
  const socket = join(folder, 'socket')
  const account = process.getuid?.() === 0 ? ['--user=mysql'] : []
  await run('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...account,
  ])
  const options = ['--skip-networking', '--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=16M']
  const server = spawn(
    '/usr/sbin/mariadbd',
    ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, ...options, ...account],
    { stdio: 'ignore' },
  )
  const exited = once(server, 'exit')
  const say = (text: string) => run('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-e', text])
  await waitFor('MariaDB answers', () =>
    say('CREATE DATABASE IF NOT EXISTS shop').then(
      () => true,
      () => false,
    ),
  )
  return {
    dsn: `mysql:unix_socket=${socket};dbname=shop;charset=utf8mb4`,
    async stop() {
      server.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
