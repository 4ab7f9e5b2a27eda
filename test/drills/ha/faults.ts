import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster, ClusterNode } from './cluster.ts'

export interface Fault {
  readonly name: string
  /** The longest time without an answer that is allowed. */
  readonly silenceMs: number
  /** Whether another node leads afterwards. */
  readonly moves: boolean
  /** Resolves when the fault has been set; the returned function ends it. */
  strike(cluster: Cluster, primary: ClusterNode): Promise<() => Promise<void>>
}

/** Longer than the lease of the primary, so that another node leads before it goes on. */
const PAUSE_MS = 35_000

/** Longer than a statement may take, and shorter than the time after which a silent standby is no longer waited for. */
const ALONE_MS = 12_000

/** Patroni looks once in this time. */
const LOOP_MS = 6_000

async function findSynchronous(cluster: Cluster): Promise<ClusterNode> {
  const members = await cluster.listMembers()
  const name = members.find(({ role }) => role === 'sync_standby')?.name
  const node = cluster.nodes.find(each => each.name === name)
  if (node === undefined) throw new Error('no node follows synchronously')
  return node
}

/** Power comes back when another node leads. */
async function startLater(node: ClusterNode): Promise<void> {
  await delay(PAUSE_MS)
  node.start()
}

const powerLoss: Fault = {
  name: 'power-loss',
  silenceMs: 25_000,
  moves: true,
  async strike(_, primary) {
    primary.signalAll('SIGKILL')
    return () => startLater(primary)
  },
}

const postmasterKilled: Fault = {
  name: 'postmaster-killed',
  silenceMs: 10_000,
  moves: false,
  async strike(_, primary) {
    primary.signalPostmaster('SIGKILL')
    return async () => {}
  },
}

const switchover: Fault = {
  name: 'switchover',
  silenceMs: 5_000,
  moves: true,
  async strike(cluster, primary) {
    await cluster.switchOver(primary, await findSynchronous(cluster))
    return async () => {}
  },
}

const standbyHung: Fault = {
  name: 'standby-hung',
  silenceMs: 25_000,
  moves: false,
  async strike(cluster) {
    const standby = await findSynchronous(cluster)
    standby.signalAll('SIGSTOP')
    return async () => {
      await delay(PAUSE_MS)
      standby.signalAll('SIGCONT')
    }
  },
}

/**
 * PostgreSQL stands still a little earlier than the rest, as with a disk that hangs before the machine does. So Patroni
 * is stopped while it asks PostgreSQL, when it has read that it leads and not yet renewed its lease: the worst moment.
 */
export const primaryPaused: Fault = {
  name: 'primary-paused',
  silenceMs: 25_000,
  moves: true,
  async strike(_, primary) {
    primary.signalPostgres('SIGSTOP')
    await delay(LOOP_MS)
    primary.signalAll('SIGSTOP')
    return async () => {
      await delay(PAUSE_MS)
      primary.signalAll('SIGCONT')
    }
  },
}

/**
 * The primary goes on alone for a while, and dies; the standby goes on where it hung, and leads. What was committed
 * meanwhile is lost with the primary, so none of it may have been acknowledged, in any way.
 */
const hungThenPowerLoss: Fault = {
  name: 'hung-then-power-loss',
  silenceMs: 45_000,
  moves: true,
  async strike(cluster, primary) {
    const standby = await findSynchronous(cluster)
    standby.signalAll('SIGSTOP')
    await delay(ALONE_MS)
    primary.signalAll('SIGKILL')
    standby.signalAll('SIGCONT')
    return () => startLater(primary)
  },
}

export const FAULTS: readonly Fault[] = [
  postmasterKilled,
  switchover,
  powerLoss,
  standbyHung,
  primaryPaused,
  hungThenPowerLoss,
]
