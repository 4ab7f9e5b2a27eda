import type { Clock } from '../../kernel/clock.ts'
import type { ReportForgery } from '../../platform/crypto/row-mac.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { recordAudit } from './store.ts'

/** Whoever holds a forged row may present it as often as they like. */
const AGAIN_AFTER_MS = 60_000
const MAX_REMEMBERED = 1_000

/** Writes each forged row into the log and into the audit log, at most once a minute. */
export function createForgeryReports(context: {
  readonly database: Database
  readonly realClock: Clock
  readonly log?: Pick<Log, 'error'> | undefined
}): ReportForgery {
  const { database, realClock, log } = context
  const reportedAtMs = new Map<string, number>()
  return async (table, rowId) => {
    const now = realClock.now()
    const key = `${table}:${rowId}`
    if (now.getTime() - (reportedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return
    if (reportedAtMs.size >= MAX_REMEMBERED) reportedAtMs.clear()
    reportedAtMs.set(key, now.getTime())
    log?.error({ code: 'forged_row' }, `refused row ${rowId} of ${table}: it was not written by this program`)
    const note = {
      operatorId: undefined,
      action: 'refused.forged-row',
      subject: rowId,
      details: { table },
    } as const
    try {
      await recordAudit(database, note, now)
    } catch (error) {
      // The row is refused all the same, and the log has it.
      log?.error({ err: error }, 'a forged row was not audited')
    }
  }
}
