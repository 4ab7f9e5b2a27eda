import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { errorCatalogue } from '../../../src/contract/errors.ts'
import { forbidUnknown } from '../../support/answer-schemas.ts'
import type { FuzzedRequest } from './requests.ts'
import type { FuzzAnswer } from './send.ts'

/** What the platforms are refused with. What the HTTP layer refuses before their routes looks as everywhere else. */
const PLATFORM_REFUSALS = {
  '/connectors/vtex/': Compile(
    Type.Object(
      { status: Type.Literal('error'), code: Type.String(), message: Type.String() },
      { additionalProperties: false },
    ),
  ),
  '/connectors/nuvemshop/': Compile(Type.Object({ error: Type.String() }, { additionalProperties: false })),
}

function isPlatformRefusal(path: string, body: object): boolean {
  return Object.entries(PLATFORM_REFUSALS).some(
    ([base, refusal]) => path.startsWith(base) && refusal.Check(body),
  )
}

type Check = (body: unknown) => string | undefined

/** Statuses that the HTTP layer may return on any route. */
const HTTP_STATUSES = new Set([404, 405, 408, 414, 417, 431])
const ERROR_MEMBERS = 'error code message details trackId'

/**
 * Answer only when all due work is done: the clock may wait ten seconds for jobs and one for webhook receivers, a reset
 * works for eight.
 */
const WAITS_ON_PURPOSE: Readonly<Record<string, number>> = {
  'POST /sandbox/clock': 11_000,
  'POST /sandbox/reset': 8_000,
}

/** Returns what is wrong with an answer, or undefined. */
export function createAnswerCheck(
  longestMs: number,
): (request: FuzzedRequest, answer: FuzzAnswer) => string | undefined {
  const checks = new Map<object, Check>()

  function findCheck(schema: object): Check {
    const known = checks.get(schema)
    if (known !== undefined) return known
    const compiled = Compile(forbidUnknown(schema as TSchema))
    const check: Check = body =>
      compiled.Check(body) ? undefined : JSON.stringify(compiled.Errors(body).slice(0, 3))
    checks.set(schema, check)
    return check
  }

  function checkSuccess(request: FuzzedRequest, answer: FuzzAnswer): string | undefined {
    const documented = request.operation.answers.get(answer.status)
    if (request.method !== request.operation.method || !request.operation.isPublished) return undefined
    if (documented === undefined) return `status ${answer.status} is not in the reference`
    if (answer.status === 204) return undefined
    const content = documented[answer.contentType]
    if (content === undefined) return `content type ${answer.contentType} is not in the reference`
    if (answer.contentType === 'application/pdf')
      return answer.text.startsWith('%PDF-') ? undefined : 'a PDF that is none'
    if (answer.contentType !== 'application/json' || content.schema === undefined) return undefined
    return findCheck(content.schema)(answer.body)
  }

  function checkRefusal(request: FuzzedRequest, answer: FuzzAnswer): string | undefined {
    const { body } = answer
    // Pages answer in HTML or redirect; the routes that they call answer like all others.
    if (!request.operation.isPublished && body === undefined) return undefined
    if (typeof body !== 'object' || body === null) return 'a refusal that is not JSON'
    if (isPlatformRefusal(request.operation.path, body)) return undefined
    // Our own pages also get the customer's current step.
    const members = Object.keys(body).slice(0, request.operation.isPublished ? undefined : 5)
    if (members.join(' ') !== ERROR_MEMBERS) return 'a refusal in another shape'
    const { code } = body as { code: string }
    const entry = Object.hasOwn(errorCatalogue, code)
      ? errorCatalogue[code as keyof typeof errorCatalogue]
      : undefined
    if (entry?.status !== answer.status) return `code ${code} is not of status ${answer.status}`
    if (!request.operation.isPublished) return undefined
    const isKnown = request.operation.answers.has(answer.status) || HTTP_STATUSES.has(answer.status)
    return isKnown || request.isOddHttp ? undefined : `status ${answer.status} is not in the reference`
  }

  return (request, answer) => {
    if (answer.status >= 500) return `answered ${answer.status}`
    const allowedMs = longestMs + (WAITS_ON_PURPOSE[`${request.method} ${request.operation.path}`] ?? 0)
    if (answer.durationMs > allowedMs) return `took ${Math.round(answer.durationMs)} ms`
    return answer.status < 300 ? checkSuccess(request, answer) : checkRefusal(request, answer)
  }
}
