import { execFile, spawn } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { ensureDebianPackages } from '../../../scripts/debian-packages.ts'
import { findFreePort } from '../../support/child-service.ts'
import type { RestorableServer } from '../chaos/restore-then-sell.ts'
import { findAccount, waitFor } from './cluster.ts'

const run = promisify(execFile)
const VERSIONS = '/usr/lib/postgresql'
const STANZA = 'crediario'
const COMMAND_MS = 300_000

/**
 * Debian's PostgreSQL with pgBackRest: a full backup and every segment of the log go to a repository, and a restore leads
 * to a moment that was marked.
 */
export async function startWithPgBackRest(dataDir: string): Promise<RestorableServer> {
  ensureDebianPackages({ [VERSIONS]: 'postgresql', pgbackrest: 'pgbackrest' })
  const account = findAccount('postgres')
  const version = (await readdir(VERSIONS)).toSorted().at(-1) ?? ''
  const bin = (name: string): string => join(VERSIONS, version, 'bin', name)
  const folder = join(dataDir, 'debian')
  const data = join(folder, 'data')
  const file = join(folder, 'pgbackrest.conf')
  const port = await findFreePort()
  const options = { env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' }, ...account }
  await chmod(dataDir, 0o755)
  for (const name of ['', 'repository', 'log', 'spool', 'lock']) {
    const path = join(folder, name)
    await mkdir(path, { recursive: true, mode: 0o700 })
    if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid)
  }
  await writeFile(file, composeConfiguration(folder, data, port))
  const call = async (command: string, ...args: string[]): Promise<void> => {
    await run('pgbackrest', [`--config=${file}`, `--stanza=${STANZA}`, ...args, command], {
      ...options,
      timeout: COMMAND_MS,
    })
  }
  await run(
    bin('initdb'),
    ['-D', data, '-U', 'drill', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  )
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'wal_level=replica',
    'archive_mode=on',
    `archive_command=pgbackrest --config=${file} --stanza=${STANZA} archive-push %p`,
  ]
  let target = ''
  const urlOf = (database: string): string => `postgres://drill@127.0.0.1:${port}/${database}`
  async function start(): Promise<void> {
    spawn(bin('postgres'), ['-D', data, ...settings.flatMap(each => ['-c', each])], {
      ...options,
      stdio: 'ignore',
    })
    await waitFor(
      'a server that takes writes',
      async () =>
        (await ask(urlOf('postgres'), 'SELECT pg_is_in_recovery() AS value')) === false || undefined,
    )
  }
  async function stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const pid = await readPid(data)
    if (pid === undefined) return
    process.kill(pid, signal)
    await waitFor('the end of the server', async () =>
      (await readPid(data)) === undefined ? true : undefined,
    )
  }
  await start()
  await ask(urlOf('postgres'), `CREATE DATABASE ${STANZA}`)
  await call('stanza-create')
  return {
    connection: { connectionString: urlOf(STANZA) },
    env: { DATABASE_URL: urlOf(STANZA) },
    backUp: () => call('backup', '--type=full', '--start-fast', '--no-archive-check'),
    async mark() {
      // Later transactions must have a later time, and their log must be in the repository.
      await delay(1_500)
      target = String(
        await ask(urlOf('postgres'), `SELECT to_char(now(), 'YYYY-MM-DD HH24:MI:SS.USOF') AS value`),
      )
      await delay(1_500)
    },
    async restore() {
      await ask(urlOf('postgres'), 'SELECT pg_switch_wal() AS value')
      await stop('SIGINT')
      await rm(data, { recursive: true })
      await mkdir(data, { mode: 0o700 })
      if (account.uid !== undefined && account.gid !== undefined) await chown(data, account.uid, account.gid)
      await call('restore', '--type=time', `--target=${target}`, '--target-action=promote')
      await start()
    },
    stop: () => stop('SIGQUIT'),
  }
}

function composeConfiguration(folder: string, data: string, port: number): string {
  return [
    '[global]',
    `repo1-path=${join(folder, 'repository')}`,
    'repo1-retention-full=2',
    `log-path=${join(folder, 'log')}`,
    `spool-path=${join(folder, 'spool')}`,
    `lock-path=${join(folder, 'lock')}`,
    'log-level-console=warn',
    'process-max=2',
    `[${STANZA}]`,
    `pg1-path=${data}`,
    `pg1-port=${port}`,
    `pg1-socket-path=${folder}`,
    'pg1-user=drill',
    '',
  ].join('\n')
}

/** The value of the first row; undefined when the server does not answer. */
async function ask(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ value: unknown }>(text)
    return rows[0]?.value
  } catch {
    return undefined
  } finally {
    void client.end().catch(() => {})
  }
}

async function readPid(data: string): Promise<number | undefined> {
  try {
    return Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  } catch {
    return undefined
  }
}
