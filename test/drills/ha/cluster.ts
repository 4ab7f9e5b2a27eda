import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { ensureDebianPackages } from '../../../scripts/debian-packages.ts'
import { findFreePort } from '../../support/child-service.ts'
import { composeHaproxy, composePatroni, type NodeAddress } from './cluster-files.ts'
import { listProcessTree } from './process-tree.ts'

/** How Patroni talks to etcd. Patroni 3.0.2 loses writes with `etcd3`: it overwrites the leader key of another node. */
export type Driver = 'etcd' | 'etcd3'

const NODES = 3
const START_MS = 300_000
const DATABASE = 'crediario'

export interface ClusterNode extends NodeAddress {
  /** Everything that runs on it, as a machine would lose it. */
  signalAll(signal: NodeJS.Signals): void
  /** Patroni and PostgreSQL; etcd goes on. */
  signalDatabase(signal: NodeJS.Signals): void
  signalPostmaster(signal: NodeJS.Signals): void
  /** All processes of PostgreSQL, and nothing else. */
  signalPostgres(signal: NodeJS.Signals): void
  /** Starts again what is not running. */
  start(): void
}

/** Three nodes on loopback: on each etcd, Patroni and PostgreSQL; one HAProxy before them. */
export interface Cluster {
  readonly nodes: readonly ClusterNode[]
  /** All nodes; the program finds the primary. */
  readonly url: string
  /** HAProxy leads to the primary. */
  readonly proxyUrl: string
  urlOf(node: NodeAddress): string
  findPrimary(): Promise<ClusterNode | undefined>
  waitForPrimary(): Promise<ClusterNode>
  /** Until one node leads and the others follow, one of them synchronously. */
  waitUntilWhole(): Promise<void>
  switchOver(from: NodeAddress, to: NodeAddress): Promise<void>
  listMembers(): Promise<readonly Member[]>
  stop(): Promise<void>
}

export interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
}

export async function startCluster(folder: string, driver: Driver): Promise<Cluster> {
  ensureDebianPackages({
    '/usr/lib/postgresql': 'postgresql',
    patroni: 'patroni',
    '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
    etcd: 'etcd-server',
    haproxy: 'haproxy',
  })
  const account = findAccount('postgres')
  chmodSync(folder, 0o755)
  const addresses = await Promise.all(
    Array.from({ length: NODES }, (_, index) => describeNode(folder, index)),
  )
  const proxyPort = await findFreePort()
  const children = new Map<string, ChildProcess>()

  function run(name: string, file: string, args: readonly string[], env: Record<string, string> = {}): void {
    const running = children.get(name)
    if (running !== undefined && running.exitCode === null && running.signalCode === null) return
    const output = openSync(join(folder, `${name}.log`), 'a')
    children.set(
      name,
      spawn(file, args, {
        stdio: ['ignore', output, output],
        env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', ...env },
        ...account,
      }),
    )
  }

  function startNode(node: NodeAddress): void {
    const peers = addresses.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`).join(',')
    run(`${node.name}-etcd`, 'etcd', [
      ...['--name', node.name, '--data-dir', join(node.folder, 'etcd'), '--enable-v2=true'],
      ...['--listen-client-urls', `http://127.0.0.1:${node.etcdPort}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${node.etcdPort}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${node.peerPort}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${node.peerPort}`],
      ...['--initial-cluster', peers, '--initial-cluster-state', 'new'],
      ...['--heartbeat-interval', '200', '--election-timeout', '2000'],
    ])
    run(`${node.name}-patroni`, 'patroni', [join(node.folder, 'patroni.yml')])
  }

  function listDatabase({ name, folder: own }: NodeAddress): number[] {
    const roots = [children.get(`${name}-patroni`)?.pid, readPostmaster(own)]
    return listProcessTree(roots.flatMap(pid => pid ?? []))
  }

  function listAll(node: NodeAddress): number[] {
    const etcd = children.get(`${node.name}-etcd`)?.pid
    return [...listProcessTree(etcd === undefined ? [] : [etcd]), ...listDatabase(node)]
  }

  for (const address of addresses) {
    mkdirSync(address.folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(address.folder, 'patroni.yml'), composePatroni(address, addresses, driver))
    for (const path of [address.folder, join(address.folder, 'patroni.yml')])
      if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
  }
  chmodSync(folder, 0o777)
  const nodes = addresses.map(
    (address): ClusterNode => ({
      ...address,
      start: () => startNode(address),
      signalAll(signal) {
        for (const pid of listAll(address)) kill(pid, signal)
      },
      signalDatabase(signal) {
        for (const pid of listDatabase(address)) kill(pid, signal)
      },
      signalPostmaster(signal) {
        const postmaster = readPostmaster(address.folder)
        if (postmaster !== undefined) kill(postmaster, signal)
      },
      signalPostgres(signal) {
        const postmaster = readPostmaster(address.folder)
        if (postmaster !== undefined) for (const pid of listProcessTree([postmaster])) kill(pid, signal)
      },
    }),
  )
  const proxyFile = join(folder, 'haproxy.cfg')
  writeFileSync(proxyFile, composeHaproxy(proxyPort, addresses))
  for (const node of nodes) node.start()
  run('haproxy', 'haproxy', ['-db', '-f', proxyFile])

  const login = 'postgres:drill'
  const urlOf = ({ postgresPort }: NodeAddress): string =>
    `postgres://${login}@127.0.0.1:${postgresPort}/${DATABASE}`
  const hosts = addresses.map(({ postgresPort }) => `127.0.0.1:${postgresPort}`).join(',')

  async function listMembers(): Promise<readonly Member[]> {
    for (const { restPort } of addresses) {
      const found = await askRest<{ members: Member[] }>(`http://127.0.0.1:${restPort}/cluster`)
      if (found !== undefined) return found.members
    }
    return []
  }

  async function findPrimary(): Promise<ClusterNode | undefined> {
    const answers = await Promise.all(
      nodes.map(async node => ((await isWritable(urlOf(node))) ? node : undefined)),
    )
    return answers.find(node => node !== undefined)
  }

  const cluster: Cluster = {
    nodes,
    url: `postgres://${login}@${hosts}/${DATABASE}?target_session_attrs=read-write`,
    proxyUrl: `postgres://${login}@127.0.0.1:${proxyPort}/${DATABASE}`,
    urlOf,
    findPrimary,
    listMembers,
    waitForPrimary: () => waitFor('a primary', findPrimary),
    async waitUntilWhole() {
      await waitFor('a whole cluster', async () => {
        const members = await listMembers()
        const leaders = members.filter(({ role }) => role === 'leader')
        // A node that was the primary runs for a moment before it is rewound.
        const isFollowing = ({ role, state, timeline }: Member) =>
          role !== 'leader' &&
          (state === 'streaming' || state === 'running') &&
          timeline === leaders[0]?.timeline
        const isWhole =
          leaders.length === 1 &&
          members.filter(isFollowing).length === NODES - 1 &&
          members.some(({ role }) => role === 'sync_standby')
        return isWhole ? members : undefined
      })
    },
    async switchOver(from, to) {
      const response = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: from.name, candidate: to.name }),
        signal: AbortSignal.timeout(START_MS),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`the switchover was refused: ${text}`)
    },
    async stop() {
      for (const node of nodes) node.signalAll('SIGCONT')
      const proxy = children.get('haproxy')
      if (proxy?.pid !== undefined) kill(proxy.pid, 'SIGKILL')
      for (const node of nodes) node.signalAll('SIGKILL')
      await delay(200)
    },
  }
  await createDatabase(await cluster.waitForPrimary(), login)
  await cluster.waitUntilWhole()
  return cluster
}

async function describeNode(folder: string, index: number): Promise<NodeAddress> {
  const name = `node${index + 1}`
  const [postgresPort = 0, restPort = 0, etcdPort = 0, peerPort = 0] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ])
  return { name, folder: join(folder, name), postgresPort, restPort, etcdPort, peerPort }
}

/** PostgreSQL refuses to run as root. */
export function findAccount(name: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string): number => Number(execFileSync('id', [flag, name]).toString())
  return { uid: id('-u'), gid: id('-g') }
}

function readPostmaster(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    return readdirSync(`/proc/${pid}`).length > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already.
  }
}

async function createDatabase(primary: NodeAddress, login: string): Promise<void> {
  const client = new Client(`postgres://${login}@127.0.0.1:${primary.postgresPort}/postgres`)
  await client.connect()
  await client.query(`CREATE DATABASE ${DATABASE}`).finally(() => client.end())
}

export async function isWritable(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url.replace(/\/[^/]*$/, '/postgres'),
    connectionTimeoutMillis: 500,
    query_timeout: 500,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"')
    return rows[0]?.isStandby === false
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}

async function askRest<Body>(url: string): Promise<Body | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
    return (await response.json()) as Body
  } catch {
    return undefined
  }
}

export async function waitFor<Found>(
  name: string,
  find: () => Promise<Found | undefined>,
  withinMs = START_MS,
): Promise<Found> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await find()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`in vain: ${name}`)
    await delay(100)
  }
}
