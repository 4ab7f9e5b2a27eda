import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { DEMO_KEY } from '../../support/app.ts'
import { newOrdinaryPerson, preApproveBody } from '../../support/people.ts'
import { type Cluster, isWritable } from './cluster.ts'

/** Asks a program for a decision, over and over, and notes when it was answered. Each decision is a committed write. */
export interface Witness {
  readonly answeredAt: readonly number[]
  /** Longest time without an answer since then. */
  measureSilence(since: number): number
  firstAnswerAfter(at: number): number | undefined
  stop(): Promise<void>
}

const PAUSE_MS = 100
const ANSWER_MS = 2_000

export function watchAnswers(port: number): Witness {
  const answeredAt: number[] = []
  let isOver = false
  async function ask(): Promise<boolean> {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/preApprove`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(preApproveBody(DEMO_KEY, newOrdinaryPerson(), 1000)),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      await response.arrayBuffer()
      return response.status === 200
    } catch {
      return false
    }
  }
  const asking = (async () => {
    while (!isOver) {
      if (await ask()) answeredAt.push(performance.now())
      await delay(PAUSE_MS)
    }
  })()
  return {
    answeredAt,
    measureSilence(since) {
      const times = [since, ...answeredAt.filter(at => at >= since), performance.now()]
      return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
    },
    firstAnswerAfter: at => answeredAt.find(each => each > at),
    async stop() {
      isOver = true
      await asking
    },
  }
}

/** Which node takes writes, and how many connections programs hold there. */
export interface ClusterWatch {
  readonly mostConnections: number
  /** When a node first took writes that did not at that time, after the given one. */
  findPromotion(since: number): number | undefined
  /** When a node first took no writes any more. */
  findDemotion(since: number): number | undefined
  stop(): Promise<void>
}

export function watchCluster(cluster: Cluster): ClusterWatch {
  let mostConnections = 0
  let isOver = false
  const promotions: number[] = []
  const demotions: number[] = []
  const wasWritable = new Map<string, boolean>()
  const watching = cluster.nodes.map(async node => {
    while (!isOver) {
      const isNow = await isWritable(cluster.urlOf(node))
      if (isNow && wasWritable.get(node.name) === false) promotions.push(performance.now())
      if (!isNow && wasWritable.get(node.name)) demotions.push(performance.now())
      wasWritable.set(node.name, isNow)
      if (isNow) mostConnections = Math.max(mostConnections, await countConnections(cluster.urlOf(node)))
      await delay(PAUSE_MS)
    }
  })
  return {
    get mostConnections() {
      return mostConnections
    },
    findPromotion: since => promotions.find(at => at > since),
    findDemotion: since => demotions.find(at => at > since),
    async stop() {
      isOver = true
      await Promise.all(watching)
    },
  }
}

/** Those of the programs: they all name themselves. */
async function countConnections(url: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name LIKE 'crediario%'`,
    )
    return rows[0]?.count ?? 0
  } catch {
    return 0
  } finally {
    void client.end().catch(() => {})
  }
}
