import { type ConnectionPool, openPool, runOpenLoop } from './open-loop.ts'
import { createShopDay } from './shop-day.ts'

/** The load generator runs in its own process: sharing a thread with the server would distort the latencies. */
export interface Phase {
  readonly ports: readonly number[]
  readonly perSecond: number
  readonly durationMs: number
}

const POOL = { giveUpMs: 10_000, connections: 500 }
const next = createShopDay(Number(process.argv[2] ?? 1))
const pools = new Map<number, ConnectionPool>()

async function run({ ports, perSecond, durationMs }: Phase): Promise<void> {
  for (const port of ports) if (!pools.has(port)) pools.set(port, await openPool(port, POOL))
  const used = ports.flatMap(port => pools.get(port) ?? [])
  for (const pool of used) await pool.fill()
  process.send?.(await runOpenLoop({ pools: used, perSecond, durationMs, next }))
}

process.on('message', (phase: Phase) => {
  run(phase).catch(error => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit())
