import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { isSameName } from '../../brazil/person-name.ts'
import {
  type CheckOutcome,
  IDENTITY_CHECKS,
  type IdentityCheck,
  type NameSource,
} from '../../contract/identity.ts'
import { type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import {
  type CallLimits,
  createJsonService,
  type ServiceAddress,
} from '../../platform/outbound/json-service.ts'
import type { DocumentSummary } from './evidence.ts'

/** passed: the pictures show the customer; unsure: a person must check; refused: they do not. */
export type AnalysisResult = 'passed' | 'unsure' | 'refused'

/** What the analysis found. Absent facts are unknown. */
interface AnalysisFindings {
  readonly result: AnalysisResult
  /** As the document has it. */
  readonly name?: string
  readonly cpf?: string
  readonly birthDate?: CalendarDate
  readonly documentNumber?: string
  readonly checks: Readonly<Partial<Record<IdentityCheck, CheckOutcome>>>
  /** The service's own id of the case, for disputes. */
  readonly reference?: string
}

export type AnalysisAnswer =
  | ({ readonly status: 'DONE' } & AnalysisFindings)
  /** The service has not finished, and is asked again by this reference. */
  | { readonly status: 'PENDING'; readonly reference: string }

interface AnalysisCase {
  readonly transactionId: string
  readonly cpf: string
  /** Where the customer or the shop gave it. */
  readonly name?: string | undefined
  readonly documents: readonly DocumentSummary[]
  /** The picture of a document named above. */
  openPicture(documentId: string): Promise<Buffer>
}

/** Compares the customer's pictures. Throws when it gets no answer: the job retries later. */
export interface AnalysisPort {
  analyse(about: AnalysisCase): Promise<AnalysisAnswer>
  /** Asks again for a case that was PENDING. */
  followUp(transactionId: string, reference: string): Promise<AnalysisAnswer>
}

export const answerAtOnce = (analyse: (cpf: string) => AnalysisResult): AnalysisPort => ({
  analyse: async ({ cpf }) => ({ status: 'DONE', result: analyse(cpf), checks: {} }),
  // A person reviews an analysis left PENDING by a service that is no longer configured.
  followUp: async () => ({ status: 'DONE', result: 'unsure', checks: {} }),
})

/** Without a configured analysis service, a person checks every case. */
export const deskAnalysis: AnalysisPort = answerAtOnce(() => 'unsure')

type KnownNames = Readonly<Partial<Record<NameSource, string | undefined>>>

/** Whether two sources give different names. */
export function haveNamesThatDiffer(names: KnownNames): boolean {
  const known = Object.values(names).filter(name => name !== undefined)
  return known.some((one, index) => known.slice(index + 1).some(other => !isSameName(one, other)))
}

/**
 * What becomes of the purchase. A service that passes a case with a failed check contradicts itself, and names that
 * differ may be a stolen document or a marriage: a person looks at both. Nothing turns a refusal into less.
 */
export function computeVerdict(findings: AnalysisFindings, names: KnownNames): AnalysisResult {
  const hasFailed = Object.values(findings.checks).includes('fail')
  return findings.result === 'passed' && (hasFailed || haveNamesThatDiffer(names))
    ? 'unsure'
    : findings.result
}

/** The customer watches a page that says so: minutes would be too long, seconds are not. */
const DEFAULTS: CallLimits = {
  tryTimeoutMs: 20_000,
  totalDeadlineMs: 50_000,
  retries: 1,
  retryDelayMs: 500,
  breakerFailures: 5,
  breakerOpenMs: 15_000,
}

export function createHttpAnalysis(options: ServiceAddress & Partial<CallLimits>): AnalysisPort {
  const service = createJsonService({ ...DEFAULTS, ...options, parse: parseAnalysisAnswer })
  return {
    async analyse({ transactionId, cpf, name, documents, openPicture }) {
      const enclosed = []
      for (const { id, kind, mediaType, sha256 } of documents)
        enclosed.push({ kind, mediaType, sha256, content: (await openPicture(id)).toString('base64') })
      // Other pictures make another request.
      const key = [transactionId, ...documents.map(({ id }) => id.slice(-8))].join('-')
      const about = { transactionId, cpf, ...(name === undefined ? {} : { name }) }
      return service.ask({ ...about, documents: enclosed }, key)
    },
    // A query without effect: it may be repeated at will, so the key only names it.
    followUp: (transactionId, reference) =>
      service.ask({ transactionId, reference }, `${transactionId}-follow-up`),
  }
}

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
