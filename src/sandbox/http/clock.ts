import type { FastifyInstance } from 'fastify'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Answer } from '../../contract/presented.ts'
import { AdvanceClockRequest, ClockAnswer } from '../../contract/sandbox.ts'
import { addMonths, calendarDateAt, daysBetween } from '../../kernel/calendar-date.ts'
import type { Remember } from '../../platform/db/database.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import type { SandboxApp } from '../sandbox-app.ts'
import { describeSandboxRoute } from './describe-sandbox-route.ts'

const MAX_ADVANCE_MS = 366 * 86_400_000
/** Billets count due days with four digits, which start over in 2049. */
const LATEST = new Date('2045-01-01T00:00:00Z')

export function addClockRoutes(app: FastifyInstance, api: SandboxApp): void {
  app.get(
    '/sandbox/clock',
    {
      config: { scope: 'sandbox' },
      schema: describeSandboxRoute({
        summary: 'Read the clock',
        description: 'The current time of the whole deployment.',
        answer: ClockAnswer,
      }),
    },
    async () => present(api.clock.now()),
  )

  app.post<{ Body: AdvanceClockRequest }>(
    '/sandbox/clock',
    {
      config: {
        scope: 'clock',
        scopeMissingMessage: 'This API key may not move the clock: it needs the scope clock',
      },
      schema: describeSandboxRoute({
        summary: 'Move the clock forward',
        description:
          'Moves the time of the whole deployment, for all retailers, and answers when everything that fell due is done: deadlines, transfers, retries. It cannot go back. Needs a key with the scope `clock`.',
        body: AdvanceClockRequest,
        answer: ClockAnswer,
      }),
    },
    async (request, reply) => {
      const byMs = parseAdvance(request.body.advance, api.clock.now())
      return present(await moveClock(api, byMs, rememberAnswer(request, reply, present)))
    },
  )
}

const present = (now: Date): Answer<typeof ClockAnswer> => ({ now: now.toISOString() })

function parseAdvance(text: string, now: Date): number {
  const byMs = parseDurationMs(text, now)
  if (byMs === undefined)
    throw invalidParameter('advance', 'must be an ISO 8601 duration such as P30D or PT12H')
  if (byMs <= 0 || byMs > MAX_ADVANCE_MS)
    throw invalidParameter('advance', 'must be more than nothing and at most 366 days')
  if (now.getTime() + byMs > LATEST.getTime())
    throw invalidParameter('advance', `must not lead to ${LATEST.getUTCFullYear()}`)
  return byMs
}

/** Wait for jobs held by another process; slower ones finish after the response. */
const JOB_WAIT_MS = 10_000
/** A receiver may be slow; the caller does not wait for it. */
const DELIVERY_WAIT_MS = 1_000

/** Moves the deployment's clock, and resolves with the time it was moved to when the work that fell due is done. */
async function moveClock(
  { deploymentClock, jobs, deliverer }: SandboxApp,
  byMs: number,
  remember?: Remember<Date>,
): Promise<Date> {
  const movedTo = await deploymentClock.advance(byMs, remember)
  await jobs.runDueJobs({ waitMs: JOB_WAIT_MS })
  await deliverer.deliverDue(DELIVERY_WAIT_MS)
  return movedTo
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const N = '([0-9]{1,6})'
const PATTERN = new RegExp(
  `^P(?=[0-9T])(?:${N}Y)?(?:${N}M)?(?:${N}W)?(?:${N}D)?(?:T(?=[0-9])(?:${N}H)?(?:${N}M)?(?:${N}S)?)?$`,
)

/**
 * Milliseconds of an ISO 8601 duration (P30D, P1M, PT90M) counted from an instant, or undefined. Years and months
 * follow the calendar.
 */
export function parseDurationMs(text: string, from: Date): number | undefined {
  const match = PATTERN.exec(text)
  if (match === null) return undefined
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map(part => Number(part ?? 0))
  const begin = calendarDateAt(from)
  const calendarDays = daysBetween(begin, addMonths(begin, years * 12 + months))
  const wholeDays = calendarDays + weeks * 7 + days
  return wholeDays * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS
}
