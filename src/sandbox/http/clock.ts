import type { FastifyInstance } from 'fastify'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Answer } from '../../contract/presented.ts'
import { AdvanceClockRequest, ClockAnswer } from '../../contract/sandbox.ts'
import { parseDurationMs } from '../../kernel/duration.ts'
import { rememberAnswer } from '../../platform/http/idempotency.ts'
import { moveClock } from '../move-clock.ts'
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
