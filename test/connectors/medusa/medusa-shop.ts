import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/platform/embedded-postgres/embedded-postgres.ts'
import { processStartMark, withProcessLock } from '../../../src/platform/embedded-postgres/process-lock.ts'
import { findFreePort } from '../../support/child-service.ts'
import { TEST_SERVER_SETTINGS } from '../../support/database.ts'
import { type PostgresProxy, startPostgresProxy } from '../../support/postgres-proxy.ts'
import { waitFor } from '../../support/wait-for.ts'
import { ROOT } from '../../tidy/source-files.ts'

const run = promisify(execFile)
const CONNECTOR = join(ROOT, 'connectors', 'medusa')
const INSTALL_MS = 540_000
const READY_MS = 120_000
const PASSWORD = 'a-password-of-a-test'
const EMAIL = 'admin@example.com'
const MARK = '=== next ==='

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** What is installed, without what the connector says of itself. */
function digestLock(): string {
  const lock = JSON.parse(readFileSync(join(CONNECTOR, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, object>>
  }
  const { '': _, ...packages } = lock.packages
  return digest(JSON.stringify(packages))
}

/**
 * Medusa from the npm registry takes minutes to install, and half a minute to make its tables: both are kept outside of the checkout, by
 * what they were made from, and shared by all runs on this machine.
 */
export const CACHE = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'crediario',
  `medusa-${digestLock()}`,
)
const TABLES = readFileSync(
  join(CONNECTOR, 'src', 'modules', 'crediario', 'migrations', 'Migration20261118000000.ts'),
  'utf8',
)

export interface MedusaShop {
  readonly url: string
  readonly folder: string
  readonly proxy: PostgresProxy
  start(env?: Readonly<Record<string, string>>): Promise<void>
  /** As a machine that loses its power. */
  kill(): Promise<void>
  printed(): string
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Holds a lock in a transaction, until the returned function is called. */
  hold(text: string): Promise<() => Promise<void>>
  /** What the README says, pasted into a shell in the shop's folder; the output of each block. */
  paste(...blocks: readonly string[]): Promise<string[]>
  stop(): Promise<void>
}

/** A Medusa project with the packed connector in it, on a database of its own. */
export async function createShop(config: string, env: Readonly<Record<string, string>>): Promise<MedusaShop> {
  await ensureInstalled()
  const server = await startEmbeddedPostgres({
    dataDir: join(CACHE, 'data'),
    log: () => {},
    settings: TEST_SERVER_SETTINGS,
  })
  const proxy = await startPostgresProxy(server.connection)
  const folder = join(CACHE, 'shops', `${process.pid}-${randomBytes(3).toString('hex')}`)
  await makeFolder(folder, config)
  const port = await findFreePort()
  const database = `shop_${process.pid}_${randomBytes(3).toString('hex')}`
  const template = `medusa_${digest(TABLES)}`
  const settings = (name: string): NodeJS.ProcessEnv => ({
    ...process.env,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
    MEDUSA_DISABLE_TELEMETRY: 'true',
    LOG_LEVEL: 'warn',
    // The connector lies beside the shop, and Medusa, which looks for it, in the cache.
    NODE_PATH: join(folder, 'node_modules'),
    ...env,
    DATABASE_URL: writeUrl(server.connection, proxy.port, name),
  })
  const medusa = join(CACHE, 'node_modules', '@medusajs', 'cli', 'cli.js')
  const runMedusa = (name: string, ...words: readonly string[]) =>
    run(process.execPath, [medusa, ...words], { cwd: folder, env: settings(name), timeout: READY_MS })
  await dropLeftovers(server)
  await withProcessLock(join(CACHE, 'template.lock'), READY_MS * 2, () =>
    makeTemplate(server, template, async () => {
      await runMedusa(template, 'db:migrate')
      await runMedusa(template, 'user', '-e', EMAIL, '-p', PASSWORD)
    }),
  )
  await asAdministrator(server, 'postgres', client =>
    client.query(`CREATE DATABASE ${database} TEMPLATE ${template} OWNER ${server.connection.user}`),
  )

  let child: ChildProcess | undefined
  const logFile = join(folder, 'medusa.log')
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    folder,
    proxy,
    kill,
    printed: () => readFileSync(logFile, 'utf8'),
    async start(more = {}) {
      const log = openSync(logFile, 'a')
      child = spawn(process.execPath, [medusa, 'start', '--port', String(port), '--host', '127.0.0.1'], {
        cwd: folder,
        env: { ...settings(database), ...more },
        stdio: ['ignore', log, log],
      })
      const started = child
      await waitFor('Medusa answers', async () => {
        assert.equal(started.exitCode, null, readFileSync(logFile, 'utf8'))
        return fetch(`${url}/health`).then(
          answer => answer.ok,
          () => false,
        )
      })
    },
    sql: (text, values = []) =>
      asAdministrator(server, database, async client => (await client.query(text, [...values])).rows),
    async hold(text) {
      const client = new Client({ ...server.administrator, database })
      await client.connect()
      await client.query('BEGIN')
      await client.query(text)
      let released: Promise<void> | undefined
      return () => {
        released ??= client.end()
        return released
      }
    },
    async paste(...blocks) {
      const script = blocks.map(block => `${block}\necho '${MARK}'\n`).join('')
      const { stdout } = await run('sh', ['-euc', script.replaceAll('http://127.0.0.1:9000', url)], {
        cwd: folder,
        env: {
          ...settings(database),
          LOG_LEVEL: 'error',
          PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
          EMAIL,
          PASSWORD,
        },
        timeout: READY_MS,
      }).catch(error => assert.fail(`${error.stdout}${error.stderr}`))
      return stdout.split(`${MARK}\n`)
    },
    async stop() {
      await kill()
      await proxy.close()
      await asAdministrator(server, 'postgres', client =>
        client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
      )
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** From the lock file, without the scripts of packages: nothing is downloaded from anywhere else. */
export async function ensureInstalled(): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const mark = join(CACHE, 'installed')
  await withProcessLock(join(CACHE, 'install.lock'), INSTALL_MS, async () => {
    if (existsSync(mark)) return
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(CONNECTOR, file), join(CACHE, file))
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', words, {
      cwd: CACHE,
      timeout: INSTALL_MS,
      env: { ...process.env, NODE_ENV: 'development' },
    })
    writeFileSync(mark, '')
  })
}

/** The package as npm would publish it, above the packages of the cache. */
async function makeFolder(folder: string, config: string): Promise<void> {
  const home = join(folder, 'node_modules', '@crediario', 'medusa')
  mkdirSync(home, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: CONNECTOR })
  await run('tar', [
    '-xzf',
    join(folder, stdout.trim().split('\n').at(-1) ?? ''),
    '-C',
    home,
    '--strip-components=1',
  ])
  mkdirSync(join(folder, 'node_modules', '.bin'))
  symlinkSync(
    join(home, '.medusa', 'server', 'src', 'cli.js'),
    join(folder, 'node_modules', '.bin', 'crediario-medusa'),
  )
  const dependencies = { '@crediario/medusa': '1.0.0', '@medusajs/medusa': '2.18.0' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'loja', private: true, dependencies }))
  writeFileSync(join(folder, 'medusa-config.js'), config)
}

async function makeTemplate(
  server: EmbeddedPostgres,
  name: string,
  fill: () => Promise<void>,
): Promise<void> {
  await asAdministrator(server, 'postgres', async client => {
    const made = await client.query('SELECT FROM pg_database WHERE datname = $1 AND NOT datallowconn', [name])
    if (made.rowCount !== 0) return
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${name} OWNER ${server.connection.user}`)
    await fill()
    await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  })
}

/** Of runs that were killed. */
async function dropLeftovers(server: EmbeddedPostgres): Promise<void> {
  const isLeftOver = (pid: string | undefined): boolean => processStartMark(Number(pid)) === undefined
  for (const name of readdirSync(join(CACHE, 'shops')))
    if (isLeftOver(name.split('-')[0])) rmSync(join(CACHE, 'shops', name), { recursive: true, force: true })
  await asAdministrator(server, 'postgres', async client => {
    const text = `SELECT datname AS name FROM pg_database WHERE datname ~ '^shop_'`
    for (const { name } of (await client.query<{ name: string }>(text)).rows)
      if (isLeftOver(name.split('_')[1])) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
}

async function asAdministrator<T>(
  server: EmbeddedPostgres,
  database: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...server.administrator, database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Medusa's migrations know no socket in a folder. */
const writeUrl = ({ user, password }: ClientConfig, port: number, database: string): string =>
  `postgres://${user}:${encodeURIComponent(String(password))}@127.0.0.1:${port}/${database}`

export interface Caller {
  get<Body>(path: string): Promise<Body>
  post<Body>(path: string, body?: object): Promise<Body>
  delete<Body>(path: string): Promise<Body>
}

/** Calls that must succeed. */
export function createCaller(url: string, headers: Readonly<Record<string, string>>): Caller {
  const call =
    (method: string) =>
    async <Body>(path: string, body?: object): Promise<Body> => {
      const response = await fetch(url + path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      })
      const text = await response.text()
      assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
      return JSON.parse(text) as Body
    }
  return { get: call('GET'), post: call('POST'), delete: call('DELETE') }
}

export async function signIn({ url }: MedusaShop): Promise<Caller> {
  const { token } = await createCaller(url, {}).post<{ token: string }>('/auth/user/emailpass', {
    email: EMAIL,
    password: PASSWORD,
  })
  return createCaller(url, { authorization: `Bearer ${token}` })
}
