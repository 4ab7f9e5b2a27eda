import { setTimeout as delay } from 'node:timers/promises'
import { exchangeWithBank } from '../flows/exchange-with-bank.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SandboxBank } from '../modules/billets/index.ts'
import type { Credit } from '../modules/credit/index.ts'
import { sealEntries } from '../modules/ledger/index.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import type { Database } from '../platform/db/database.ts'
import { removeExpiredIdempotencyKeys } from '../platform/http/idempotency-store.ts'
import { removeOldRateWindows } from '../platform/http/rate-limit.ts'
import { removeOldUnknownKeyAttempts } from '../platform/http/unknown-keys.ts'
import type { Log } from '../platform/telemetry/log.ts'

export interface Housekeeping {
  stop(): Promise<void>
}

interface HousekeepingContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly credit: Credit
  readonly sandboxBank: SandboxBank | undefined
  readonly log: Log
}

const INTERVAL_MS = 60_000

/** Each chore finds by itself what is left to do, so any number of workers may do it at any time. */
const CHORES: Readonly<Record<string, (context: HousekeepingContext) => Promise<unknown>>> = {
  'idempotency keys': ({ database }) => removeExpiredIdempotencyKeys(database),
  'rate windows': ({ database }) => removeOldRateWindows(database),
  'unknown keys': ({ database }) => removeOldUnknownKeyAttempts(database),
  'bureau reports': ({ credit }) => credit.forgetStale(),
  'sandbox bank': async context => context.sandboxBank && exchangeWithBank(context, context.sandboxBank),
  'ledger seals': sealLedger,
}

/** The log is kept elsewhere: a head written there shows later whether the whole chain was written anew. */
async function sealLedger({ database, log }: HousekeepingContext): Promise<void> {
  const { added, position, hash } = await sealEntries(database)
  if (added > 0) log.info({ added, head: `${position}:${hash}` }, 'ledger sealed')
}

export function startHousekeeping(context: HousekeepingContext): Housekeeping {
  const stopped = new AbortController()
  const rounds = keepHouse(context, stopped.signal)
  return {
    async stop() {
      stopped.abort()
      await rounds
    },
  }
}

async function keepHouse(context: HousekeepingContext, signal: AbortSignal): Promise<void> {
  while (await waitFor(INTERVAL_MS * (0.75 + Math.random() / 2), signal)) {
    for (const [job, run] of Object.entries(CHORES)) {
      try {
        await run(context)
      } catch (error) {
        context.log.warn({ err: error, job }, 'chore failed; it is tried again in the next round')
      }
    }
  }
}

async function waitFor(delayMs: number, signal: AbortSignal): Promise<boolean> {
  return delay(delayMs, true, { signal, ref: false }).catch(() => false)
}
