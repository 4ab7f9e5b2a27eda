import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Cluster, type ClusterNode, startCluster, waitFor } from './cluster.ts'
import { listClusterCommands } from './runbook-pages.ts'

const COMMAND_MS = 120_000
const REPEATED_AFTER_MS = 60_000
const LOGIN = { PGUSER: 'postgres', PGPASSWORD: 'drill' }
/** What an operator answers: the name of the cluster and that they know what they do, or yes, also to going on anyway. */
const ANSWERS = {
  remove: ['crediario', 'Yes I am aware'],
  confirm: ['y', 'y'],
} as const

const ASK_ALL = `for host in db1 db2 db3; do psql "host=$host dbname=crediario" -Atc 'SELECT pg_is_in_recovery()'; done`
const LIST_WAITING = `psql PRIMARY -c "SELECT pid, query FROM pg_stat_activity WHERE wait_event = 'SyncRep'"`

type Steps = Readonly<Record<string, () => Promise<void>>>

/** Gives every command of the runbooks to a cluster in the state of which its page speaks. */
export async function tryRunbooks(log: (line: string) => void): Promise<{ readonly defects: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'crediario-runbooks-'))
  const defects: string[] = []
  const cluster = await startCluster(folder, 'etcd')
  try {
    const steps = describeSteps(cluster)
    const written = new Set(listClusterCommands().map(normalize))
    for (const [command, step] of Object.entries(steps)) {
      if (!written.delete(command)) defects.push(`no runbook tells to give: ${command}`)
      await step().then(
        () => log(`as the runbook says: ${command}`),
        (error: unknown) => defects.push(`${command}: ${error instanceof Error ? error.message : error}`),
      )
    }
    for (const command of written) defects.push(`a runbook tells to give what nobody tried: ${command}`)
    return { defects }
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Pages name the configuration where they are read on their own. */
const normalize = (command: string): string => command.replace(' -c /etc/patroni/config.yml', '')

/** By command, in an order in which each leaves a whole cluster to the next. */
function describeSteps(cluster: Cluster): Steps {
  const reinit = async (): Promise<void> => {
    const { replica } = await findRoles(cluster)
    runPatroni(cluster, ['reinit', 'crediario', replica.name], ANSWERS.confirm)
    await waitFor('a copy', async () => {
      const member = (await cluster.listMembers()).find(({ name }) => name === replica.name)
      return member?.state === 'streaming' || member?.state === 'running' ? undefined : true
    })
    await cluster.waitUntilWhole()
  }
  return {
    'patronictl list': async () => checkList(runPatroni(cluster, ['list'])),
    "psql ADDRESS -Atc 'SELECT pg_is_in_recovery()'": async () => {
      const { primary, standby } = await findRoles(cluster)
      const ask = (node: ClusterNode) =>
        runShell(`psql '${cluster.urlOf(node)}' -Atc 'SELECT pg_is_in_recovery()'`).trim()
      expect([ask(primary), ask(standby)].join(), 'f,t')
    },
    [ASK_ALL]: async () => {
      const hosts = cluster.nodes.map(({ postgresPort }) => `'127.0.0.1 port=${postgresPort}'`).join(' ')
      const told = runShell(ASK_ALL.replace('db1 db2 db3', hosts))
      expect(told.split('\n').filter(line => line === 'f').length, 1)
    },
    "psql PRIMARY -c 'CHECKPOINT'": async () => {
      const { primary } = await findRoles(cluster)
      expect(runShell(`psql '${cluster.urlOf(primary)}' -c 'CHECKPOINT'`).trim(), 'CHECKPOINT')
    },
    'patronictl switchover crediario --leader db1 --candidate db2 --force': async () => {
      const { primary, standby } = await findRoles(cluster)
      const names = ['--leader', primary.name, '--candidate', standby.name]
      runPatroni(cluster, ['switchover', 'crediario', ...names, '--force'])
      await cluster.waitUntilWhole()
      expect((await findRoles(cluster)).primary.name, standby.name)
    },
    "psql PRIMARY -c 'SHOW synchronous_standby_names'": async () => {
      const { primary, standby } = await findRoles(cluster)
      const told = runShell(`psql '${cluster.urlOf(primary)}' -c 'SHOW synchronous_standby_names'`)
      if (!told.includes(standby.name)) throw new Error(`${standby.name} is not in ${told}`)
    },
    [LIST_WAITING]: () => findWaitingCommit(cluster),
    'patronictl reinit crediario NODE': reinit,
    'patronictl failover --candidate NODE': async () => {
      const { primary, standby, replica } = await findRoles(cluster)
      for (const node of [primary, standby]) node.signalDatabase('SIGKILL')
      await waitFor('nobody who leads', async () => {
        const members = await cluster.listMembers()
        return members.some(({ role }) => role === 'leader') ? undefined : true
      })
      const leads = async () => ((await cluster.findPrimary())?.name === replica.name ? true : undefined)
      const order = async (): Promise<boolean> => {
        runPatroni(cluster, ['failover', '--candidate', replica.name], ANSWERS.confirm, replica)
        return waitFor('a node that leads without the others', leads, REPEATED_AFTER_MS)
      }
      // The order is lost where the lease of the old leader runs out in the same moment: the page says to repeat it.
      await order().catch(order)
      for (const node of [primary, standby]) node.start()
      await cluster.waitUntilWhole()
    },
    'patronictl remove crediario': async () => {
      const { primary, standby, replica } = await findRoles(cluster)
      for (const node of [standby, replica, primary]) node.signalDatabase('SIGKILL')
      await waitFor('a lease that has run out', async () =>
        runPatroni(cluster, ['list']).includes('Leader') ? undefined : true,
      )
      runPatroni(cluster, ['remove', 'crediario'], ANSWERS.remove)
      primary.start()
      await waitFor('the restored node', async () =>
        (await cluster.findPrimary())?.name === primary.name ? true : undefined,
      )
      for (const node of [standby, replica]) node.start()
      await waitFor('nodes that follow', async () => {
        const known = await cluster.listMembers()
        return known.length === cluster.nodes.length ? true : undefined
      })
      for (const node of [standby, replica])
        runPatroni(cluster, ['reinit', 'crediario', node.name], ANSWERS.confirm)
      await cluster.waitUntilWhole()
    },
  }
}

async function findRoles(
  cluster: Cluster,
): Promise<Readonly<Record<'primary' | 'standby' | 'replica', ClusterNode>>> {
  await cluster.waitUntilWhole()
  const members = await cluster.listMembers()
  const find = (isIt: (role: string) => boolean): ClusterNode => {
    const name = members.find(({ role }) => isIt(role))?.name
    const node = cluster.nodes.find(each => each.name === name)
    if (node === undefined) throw new Error(`a role is missing: ${JSON.stringify(members)}`)
    return node
  }
  return {
    primary: find(role => role === 'leader'),
    standby: find(role => role === 'sync_standby'),
    replica: find(role => role === 'replica'),
  }
}

function checkList(told: string): void {
  for (const [role, count] of [
    ['| Leader ', 1],
    ['| Sync Standby ', 1],
    ['| Replica ', 1],
  ] as const)
    expect(told.split(role).length - 1, count)
}

/** A commit that waits for a standby that hangs is shown with its statement, and comes about when it goes on. */
async function findWaitingCommit(cluster: Cluster): Promise<void> {
  const { primary, standby } = await findRoles(cluster)
  const client = new Client(cluster.urlOf(primary))
  await client.connect()
  try {
    standby.signalPostgres('SIGSTOP')
    const committed = client.query('CREATE TABLE waited_for_standby ()')
    const asked = LIST_WAITING.replace('PRIMARY', `'${cluster.urlOf(primary)}'`)
    await waitFor('a commit that waits', async () =>
      runShell(asked).includes('CREATE TABLE waited_for_standby') ? true : undefined,
    )
    standby.signalPostgres('SIGCONT')
    await committed
  } finally {
    standby.signalPostgres('SIGCONT')
    await client.end()
  }
}

function expect(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
}

const environment = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', COLUMNS: '200', ...LOGIN })

function runShell(script: string): string {
  return execFileSync('sh', ['-c', script], { env: environment(), timeout: COMMAND_MS }).toString()
}

function runPatroni(
  { nodes }: Cluster,
  args: readonly string[],
  answers: readonly string[] = [],
  at = nodes[0],
): string {
  const file = join(at?.folder ?? '', 'patroni.yml')
  return execFileSync('patronictl', ['-c', file, ...args], {
    env: environment(),
    timeout: COMMAND_MS,
    input: answers.map(line => `${line}\n`).join(''),
  }).toString()
}
