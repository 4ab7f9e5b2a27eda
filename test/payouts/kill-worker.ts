import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { createHttpRail } from '../../src/domains/payouts/http-rail.ts'
import { runPayouts } from '../../src/domains/payouts/run-payouts.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createHeadMemory } from '../../src/platform/deployment/kept-heads.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

export interface KillTask {
  readonly connection: ClientConfig
  readonly bankUrl: string
  /** The deployment's clock: this time when the real one was `realMs`, and this many times as fast. */
  readonly baseMs: number
  readonly realMs: number
  readonly speed: number
}

/** Less than the lease of an attempt, which is a minute of the faster clock. */
export const CALL_MS = 300
export const KILL_KEY = Buffer.alloc(32, 9)

export function openWorker(task: KillTask) {
  const clock = { now: () => new Date(task.baseMs + (Date.now() - task.realMs) * task.speed) }
  const database = openDatabase({
    connection: task.connection,
    poolSize: 4,
    applicationName: 'kill-payouts',
    onError: () => {},
  })
  const payoutRail = createHttpRail(
    {
      url: task.bankUrl,
      tokenUrl: `${task.bankUrl}/token`,
      clientId: 'lender',
      clientSecret: 'secret',
      clientAuth: 'basic',
      identity: { certificate: '', key: '' },
    },
    { totalMs: CALL_MS },
  )
  const context = {
    database,
    secrets: deriveSecrets(KILL_KEY),
    clock,
    realClock: clock,
    keptHeads: createHeadMemory(),
    payoutRail,
    payoutApprovalLimitCentavos: 100_000_000,
    reportForgery: async () => {},
    log: createLog({ level: 'silent' }),
  }
  return {
    run: () => runPayouts(context),
    async close() {
      await payoutRail.close()
      await database.close()
    },
  }
}

/** A process of its own, so that it can be killed: approves, sends and asks until then. */
if (process.argv[1] === import.meta.filename) {
  const worker = openWorker(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as KillTask)
  process.stdout.write('working\n')
  for (;;) {
    await worker.run().catch(() => undefined)
    await delay(5)
  }
}
