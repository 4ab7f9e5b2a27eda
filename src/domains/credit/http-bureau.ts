import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'
import { parseReais } from '../../kernel/money.ts'
import {
  type CallLimits,
  createJsonService,
  type ServiceAddress,
  ServiceUnavailable,
} from '../../platform/outbound/json-service.ts'
import { type Bureau, type BureauReport, CPF_STATUSES, type IdentityFacts } from './bureau.ts'

export type HttpBureauOptions = ServiceAddress & Partial<CallLimits>

/** A shopper waits for the answer, so the defaults favour an early "cannot say" over a late report. */
const DEFAULTS: CallLimits = {
  tryTimeoutMs: 1500,
  totalDeadlineMs: 3500,
  retries: 2,
  retryDelayMs: 100,
  breakerFailures: 5,
  breakerOpenMs: 10_000,
}

export function createHttpBureau(options: HttpBureauOptions): Bureau {
  const service = createJsonService({ ...DEFAULTS, ...options, parse: parseBureauResponse })
  return {
    async fetchReport({ cpf, phone, email, zipCode }) {
      try {
        return { status: 'ok', report: await service.ask({ cpf, phone, email, zipCode }, randomUUID()) }
      } catch (error) {
        if (!(error instanceof ServiceUnavailable)) throw error
        return { status: 'unavailable', reason: error.reason }
      }
    },
  }
}

/*
 * What a bureau, or the gateway in front of one, must speak:
 *
 *   POST <BUREAU_URL>
 *   Authorization: Bearer <BUREAU_TOKEN>
 *   Content-Type: application/json
 *   Idempotency-Key: <uuid>     the same for all tries of one inquiry, so a retry is not billed or counted twice
 *
 *   {"cpf": "52998224725", "phone": "11987651234", "email": "maria@example.com", "zipCode": "01310100"}
 *
 * The personal data is in the body, because URLs end up in access logs. Answers:
 *
 *   200                        the report below, at most 64 kB of JSON; docs/ports/bureau.json describes it for programs
 *   408, 429, 5xx              tried again within the deadline; Retry-After is honoured
 *   any other 3xx or 4xx       not tried again
 */

/** Extra members are allowed: a bureau that adds a field must not take the service down. */
const BureauResponseBody = Type.Object({
  score: Type.Integer({ minimum: 0, maximum: 1000, description: 'The higher, the safer' }),
  birthDate: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'YYYY-MM-DD' }),
  suggestedLimit: Type.Optional(
    Type.Union([Type.Number({ minimum: 0, maximum: 10_000_000 }), Type.Null()], {
      description: 'The most the bureau would lend, in reais; absent or null when it gives no opinion',
    }),
  ),
  reference: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Number of the inquiry at the bureau',
  }),
})

const responseBody = Compile(BureauResponseBody)

/** The report in a bureau's response, or undefined when the response breaks the protocol. */
export function parseBureauResponse(text: string): BureauReport | undefined {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!responseBody.Check(body)) return undefined
  const birthDate = findCalendarDate(body.birthDate)
  if (birthDate === undefined) return undefined
  const report = { score: body.score, birthDate, reference: body.reference, ...readIdentity(body) }
  if (body.suggestedLimit === undefined || body.suggestedLimit === null) return report
  return { ...report, suggestedLimitCentavos: parseReais(body.suggestedLimit) }
}

const MAX_NAME_LENGTH = 200
const MAX_ALERTS = 20
const ALERT = /^[A-Z][A-Z0-9_]{0,39}$/

/**
 * Facts that newer gateways add. Each of them is optional, and one in another form is unknown: an older gateway may have
 * sent a member of that name with a meaning of its own.
 */
function readIdentity(body: object): IdentityFacts {
  const { person, cpfStatus, pep, fraudAlerts, negatives } = body as Readonly<Record<string, unknown>>
  const name = readMember(person, 'name')
  const status = CPF_STATUSES.find(each => each === cpfStatus)
  const [count, total] = [readMember(negatives, 'count'), readMember(negatives, 'totalCentavos')]
  return {
    ...(typeof name === 'string' && isName(name) ? { name: name.trim() } : {}),
    ...(status && { cpfStatus: status }),
    ...(pep === 'YES' || pep === 'NO' ? { isPep: pep === 'YES' } : {}),
    ...(Array.isArray(fraudAlerts)
      ? {
          fraudAlerts: fraudAlerts
            .filter(each => ALERT.test(String(each)))
            .slice(0, MAX_ALERTS)
            .map(String),
        }
      : {}),
    ...(isCount(count) && isCount(total) ? { negatives: { count, totalCentavos: total } } : {}),
  }
}

function readMember(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined
}

const isName = (text: string): boolean => /\p{L}/u.test(text) && text.length <= MAX_NAME_LENGTH
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function findCalendarDate(text: string) {
  try {
    return parseCalendarDate(text)
  } catch {
    return undefined
  }
}
