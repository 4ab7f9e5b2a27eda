import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { ensureDebianPackages } from '../../scripts/debian-packages.ts'
import { findFreePort } from './child-service.ts'

const run = promisify(execFile)
const VERSIONS = '/usr/lib/postgresql'
const READY_MS = 30_000
const MOST_OUTPUT_BYTES = 1024 * 1024 * 1024

/** A PostgreSQL server as operators have one, with its own tools: the embedded one comes without pg_dump. */
export interface DebianPostgres {
  readonly version: string
  readonly port: number
  urlOf(database: string): string
  createDatabase(name: string): Promise<string>
  /** Runs one of the server's tools and returns its output. */
  tool(name: string, ...args: string[]): Promise<string>
  /** A second server that follows this one by streaming replication, read-only until it is promoted. */
  startStandby(): Promise<DebianPostgres>
  promote(): Promise<void>
  /** To the server's first process. */
  signal(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

export async function startDebianPostgres(): Promise<DebianPostgres> {
  ensureDebianPackages({ [VERSIONS]: 'postgresql' })
  const version = readdirSync(VERSIONS).toSorted().at(-1) ?? ''
  const options = ['-U', 'drill', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']
  return launch(version, data => ['initdb', ['-D', data, ...options]])
}

/** `fill` names the tool that makes the folder of data. */
async function launch(version: string, fill: (data: string) => [string, string[]]): Promise<DebianPostgres> {
  const bin = join(VERSIONS, version, 'bin')
  const folder = await mkdtemp(join(tmpdir(), 'crediario-debian-postgres-'))
  await chmod(folder, 0o777)
  const data = join(folder, 'data')
  const [filling, fillingArgs] = fill(data)
  await run(...asServerAccount(join(bin, filling), fillingArgs))
  const port = await findFreePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
  ]
  const [command, args] = asServerAccount(join(bin, 'postgres'), [
    '-D',
    data,
    ...settings.flatMap(each => ['-c', each]),
  ])
  const server = spawn(command, args, { stdio: 'ignore' })
  const exited = once(server, 'exit')
  const urlOf = (database: string): string => `postgres://drill@127.0.0.1:${port}/${database}`
  await waitUntilReady(urlOf('postgres'))
  const control = (...controlArgs: string[]) =>
    run(...asServerAccount(join(bin, 'pg_ctl'), ['-D', data, ...controlArgs]))
  return {
    version,
    port,
    urlOf,
    async createDatabase(name) {
      const client = new Client(urlOf('postgres'))
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`).finally(() => client.end())
      return urlOf(name)
    },
    tool: async (name, ...toolArgs) =>
      (await run(join(bin, name), toolArgs, { maxBuffer: MOST_OUTPUT_BYTES })).stdout,
    startStandby() {
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'drill']
      return launch(version, standby => ['pg_basebackup', ['-D', standby, '-R', '-c', 'fast', ...source]])
    },
    async promote() {
      await control('promote', '-w', '-t', String(READY_MS / 1000))
    },
    signal(signal) {
      process.kill(readPostmasterPid(data), signal)
    },
    async stop() {
      await control('-m', 'immediate', 'stop').catch(() => {})
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function readPostmasterPid(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** PostgreSQL refuses to run as root. */
function asServerAccount(command: string, args: string[]): [string, string[]] {
  return process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_MS
  for (;;) {
    const client = new Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(50)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
