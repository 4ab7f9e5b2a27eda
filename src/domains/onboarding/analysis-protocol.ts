import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type CheckOutcome, IDENTITY_CHECKS, type IdentityCheck } from '../../contract/identity.ts'
import { type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import type { AnalysisAnswer, AnalysisFindings } from './analysis.ts'

/*
 * What a service that compares pictures, or the gateway in front of one, must speak; docs/ports/analysis.json describes
 * the same for programs:
 *
 *   POST <ANALYSIS_URL>
 *   Authorization: Bearer <ANALYSIS_TOKEN>
 *   Content-Type: application/json
 *   Idempotency-Key: <id>     the same whenever the same pictures are sent, so that a repeated request is billed once
 *
 *   {"transactionId": "…", "cpf": "52998224725", "name"?: "Maria da Silva", "documents": [{"kind": "front",
 *     "mediaType": "image/jpeg", "sha256": "…", "content": "<base64>"}, …]}          kinds: front, back, selfie
 *
 * Answers:
 *
 *   200  {"result": "passed" | "unsure" | "refused", "reference"?, "person"?: {"name"?, "cpf"?,
 *         "birthDate"?, "documentNumber"?}, "checks"?: {"faceMatch": "pass" |
 *         "fail" | "unknown", …}}                        unsure: a person looks at the case
 *   200  {"status": "PENDING", "reference": "…"}         asked again with {"transactionId", "reference"} alone
 *   408, 429, 5xx                                        tried again, Retry-After honoured
 *   any other                                            not tried again at once; the job retries later
 */
const Pending = Compile(
  Type.Object({
    status: Type.Literal('PENDING'),
    reference: Type.String({ minLength: 1, maxLength: 128 }),
  }),
)
const Done = Compile(Type.Object({ result: Type.Enum(['passed', 'unsure', 'refused']) }))

const MAX_LENGTH = 200

/** The answer, or undefined when it breaks the protocol. A fact in another form is unknown, as with the bureau. */
export function parseAnalysisAnswer(text: string): AnalysisAnswer | undefined {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  if (Pending.Check(body)) return { status: 'PENDING', reference: body.reference }
  if (!Done.Check(body)) return undefined
  const { person, checks, reference } = body as Readonly<Record<string, unknown>>
  return {
    status: 'DONE',
    result: body.result,
    checks: readChecks(checks),
    ...readPerson(person),
    ...(typeof reference === 'string' && reference !== '' && { reference: reference.slice(0, MAX_LENGTH) }),
  }
}

/** As the document has it. */
function readPerson(
  person: unknown,
): Pick<AnalysisFindings, 'name' | 'cpf' | 'birthDate' | 'documentNumber'> {
  const read = (member: string, form: RegExp): string | undefined => {
    const value = readMember(person, member)
    return typeof value === 'string' && form.test(value) && value.length <= MAX_LENGTH
      ? value.trim()
      : undefined
  }
  const name = read('name', /\p{L}/u)
  const cpf = read('cpf', /^\d{11}$/)
  const birthDate = readDay(read('birthDate', /^\d{4}-\d{2}-\d{2}$/))
  const documentNumber = read('documentNumber', /^[\p{L}\d][\p{L}\d ./-]{0,39}$/u)
  return {
    ...(name !== undefined && { name }),
    ...(cpf !== undefined && { cpf }),
    ...(birthDate !== undefined && { birthDate }),
    ...(documentNumber !== undefined && { documentNumber }),
  }
}

function readDay(text: string | undefined): CalendarDate | undefined {
  try {
    return text === undefined ? undefined : parseCalendarDate(text)
  } catch {
    return undefined
  }
}

function readChecks(checks: unknown): Partial<Record<IdentityCheck, CheckOutcome>> {
  const known = IDENTITY_CHECKS.flatMap(check => {
    const outcome = readMember(checks, check)
    return outcome === 'pass' || outcome === 'fail' ? [[check, outcome] as const] : []
  })
  return Object.fromEntries(known)
}

function readMember(value: unknown, member: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : undefined
}
