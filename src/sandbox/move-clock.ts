import type { Remember } from '../platform/db/database.ts'
import type { SandboxApp } from './sandbox-app.ts'

/** Wait for jobs held by another process; slower ones finish after the response. */
const JOB_WAIT_MS = 10_000
/** A receiver may be slow; the caller does not wait for it. */
const DELIVERY_WAIT_MS = 1_000

/** Moves the deployment's clock, and resolves with the time it was moved to when the work that fell due is done. */
export async function moveClock(
  { deploymentClock, jobs, deliverer }: SandboxApp,
  byMs: number,
  remember?: Remember<Date>,
): Promise<Date> {
  const movedTo = await deploymentClock.advance(byMs, remember)
  await jobs.runDueJobs({ waitMs: JOB_WAIT_MS })
  await deliverer.deliverDue(DELIVERY_WAIT_MS)
  return movedTo
}
