import { areaCodeExists, parsePhone } from '../../brazil/phone.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Centavos } from '../../kernel/money.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { type BoxKeys, open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { Applicant, BureauReport } from './bureau.ts'
import type { Inquiries } from './credit.ts'
import { findReportOn, serialiseDecisionInput } from './decision-record.ts'
import type { CurrentPolicy } from './policies.ts'
import { type Decision, type DecisionInput, decide, screen } from './rules.ts'
import {
  type Attempt,
  type AttemptTerms,
  adoptAttempt,
  insertDecisions,
  type NewDecision,
  type OpenEvaluation,
  type OpenedRow,
  openEvaluations,
  releaseAttempt,
} from './store.ts'

export interface EvaluationRequest {
  /** The trackId of the call is also the id of its decision. */
  readonly id: string
  readonly operation: 'pre-approve' | 'options'
  readonly retailerId: string
  readonly policy: CurrentPolicy
  readonly applicant: Applicant
  readonly purchaseCentavos: Centavos | undefined
}

export interface Evaluation {
  readonly request: EvaluationRequest
  readonly decision: Decision
  readonly input: DecisionInput
  readonly evaluatedAt: Date
  readonly phoneAlert: boolean
  /** The registration fee is lawful once: only before the first contract that started. */
  readonly isFirstContract: boolean
  readonly person: Person
  /** The attempt that this evaluation counts as; undefined when it does not count. */
  readonly attempt: string | undefined
  /** Blind index of cpf, phone, email and zip code together, in hexadecimal. */
  readonly applicantIndex: string
}

/** How the database identifies the applicant: blind indexes for look-ups, and the key to the stored personal data. */
interface Person {
  readonly cpfIndex: Buffer
  readonly phoneIndex: Buffer
  readonly keySalt: Buffer
  readonly dataKey: BoxKeys
}

/** What is absent stays as it is. */
export interface FactOverrides {
  readonly hasLivingContract?: true
  readonly attempts?: 'exceeded'
  readonly phoneAlert?: true
}

export interface CreditContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly openings: Openings
  readonly inquiries: Inquiries
  /** Replaces what the database says about a person; undefined where only facts count. */
  readonly overrideFacts: ((cpf: string) => FactOverrides | undefined) | undefined
}

const SALT_BYTES = 16
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Counts the attempt, screens, asks the bureau where needed and decides. Only the attempt is written at this point. */
export async function evaluate(context: CreditContext, request: EvaluationRequest): Promise<Evaluation> {
  const evaluatedAt = context.clock.now()
  const { applicant, policy, retailerId } = request
  const override = context.overrideFacts?.(applicant.cpf)
  const knownArea = hasKnownArea(applicant)
  const opened = await openPerson(context, request, evaluatedAt, knownArea)
  const { attempt, row, person } = opened
  const attempts =
    override?.attempts ?? (knownArea && opened.attemptState === 'exceeded' ? 'exceeded' : 'within')
  const before: DecisionInput = {
    policy: policy.document,
    areaCodeExists: knownArea,
    attempts,
    hasLivingContract:
      override?.hasLivingContract ?? row.livingContracts >= (policy.document.customer?.livingContracts ?? 1),
    livingFinancedCentavos: policy.document.customer && row.livingFinancedCentavos,
    purchaseCentavos: request.purchaseCentavos,
    report: undefined,
    today: calendarDateAt(evaluatedAt),
  }
  const base = {
    request,
    evaluatedAt,
    person,
    phoneAlert: override?.phoneAlert ?? row.otherCpfsOnPhone + 1 >= policy.document.phoneAlert.distinctCpfs,
    isFirstContract: !row.hadContract,
    attempt: opened.attemptState === 'exceeded' ? undefined : attempt.a,
    applicantIndex: attempt.a,
  }
  const refusal = screen(before)
  if (refusal !== undefined) return { ...base, decision: refusal, input: before }

  const remembered = openReport(opened)
  const answer =
    remembered === undefined ? await context.inquiries.ask(opened.attemptName, applicant) : undefined
  if (answer?.status === 'unavailable' && opened.attemptState === 'counted') {
    // Nothing was evaluated: a bureau outage must not cost the customer an attempt.
    await releaseAttempt(context.database, person.cpfIndex, retailerId, attempt.n)
  }
  const freshReport = answer?.status === 'ok' ? answer.report : undefined
  if (freshReport !== undefined && opened.attemptState === 'reused') {
    await adoptAttempt(context.database, person.cpfIndex, retailerId, attempt, opened.reuseAfterMs)
  }
  const input: DecisionInput = { ...before, report: remembered ?? freshReport ?? 'unavailable' }
  // An attempt that was released, by this request or by another that shared it, need not exist any more.
  const counted = answer?.status === 'unavailable' ? { attempt: undefined } : {}
  return { ...base, ...counted, decision: decide(input), input }
}

/** Writes decisions with all their inputs, in the caller's transaction. */
export async function recordEvaluations(tx: Queryable, evaluations: readonly Evaluation[]): Promise<void> {
  await insertDecisions(tx, evaluations.map(describeDecision))
}

function describeDecision(evaluation: Evaluation): NewDecision {
  const { request, decision, input, person } = evaluation
  const { cpfIndex, phoneIndex, keySalt, dataKey } = person
  return {
    id: request.id,
    retailerId: request.retailerId,
    cpfIndex,
    policyId: request.policy.id,
    operation: request.operation,
    result: decision.result,
    refusalReason: decision.refusalReason ?? null,
    approvedLimitCentavos: decision.approvedLimitCentavos ?? null,
    record: seal(
      dataKey,
      recordContext(request.id),
      serialiseDecisionInput(input, evaluation.applicantIndex),
    ),
    decidedAt: evaluation.evaluatedAt,
    phoneIndex,
    keySalt,
    attempt: evaluation.attempt,
  }
}

export function recordContext(decisionId: string): string {
  return `credit_decisions.record:${decisionId}`
}

interface OpenedPerson {
  readonly row: OpenedRow
  readonly attempt: Attempt
  /** The decision that the shared attempt led to, whose report can be used again. */
  readonly sharedId: string
  /** The same for all requests that share an attempt. */
  readonly attemptName: string
  /** Within this time, requests with the same data share one attempt. */
  readonly reuseAfterMs: number
  readonly attemptState: 'counted' | 'reused' | 'exceeded'
  readonly person: Person
}

async function openPerson(
  context: CreditContext,
  request: EvaluationRequest,
  now: Date,
  counts: boolean,
): Promise<OpenedPerson> {
  const { secrets } = context
  const { applicant, retailerId } = request
  const cpfIndex = secrets.computeBlindIndex('cpf', applicant.cpf)
  const phoneIndex = secrets.computeBlindIndex('phone', applicant.phone)
  const attempt = {
    n: request.id,
    a: computeApplicantIndex(secrets, applicant).toString('hex'),
    t: now.getTime(),
  }
  const proposedSalt = takeRandomBytes(SALT_BYTES)
  const row = await context.openings.open(request.policy.id, () => describeTerms(request), {
    cpfIndex,
    proposedSalt,
    counts,
    attempt,
    phoneIndex,
    now,
  })
  const { keySalt } = row
  const dataKey = secrets.deriveDataKey(keySalt)
  const person = { cpfIndex, phoneIndex, keySalt, dataKey }
  const reuseAfterMs = now.getTime() - request.policy.document.attempts.reuseMinutes * MINUTE_MS
  const shared = row.attempts.find(each => isSameAttempt(each, attempt, reuseAfterMs)) ?? attempt
  return {
    row,
    attempt,
    sharedId: shared.n,
    attemptName: `${retailerId}:${shared.a}:${shared.t}`,
    reuseAfterMs,
    attemptState: computeAttemptState(row, attempt, reuseAfterMs),
    person,
  }
}

function describeTerms({ retailerId, policy }: EvaluationRequest): AttemptTerms {
  const { attempts, phoneAlert } = policy.document
  return {
    retailerId,
    limit: attempts.limit,
    reuseMs: attempts.reuseMinutes * MINUTE_MS,
    windowMs: attempts.windowHours * HOUR_MS,
    phoneWindowDays: phoneAlert.windowDays,
    phoneCpfs: phoneAlert.distinctCpfs,
  }
}

/** The statement has applied the same rule under the row lock; this only reads the result. */
function computeAttemptState(
  row: OpenedRow,
  attempt: Attempt,
  reuseAfterMs: number,
): OpenedPerson['attemptState'] {
  if (row.attempts.some(({ n }) => n === attempt.n)) return 'counted'
  return row.attempts.some(each => isSameAttempt(each, attempt, reuseAfterMs)) ? 'reused' : 'exceeded'
}

function isSameAttempt(one: Attempt, other: Attempt, reuseAfterMs: number): boolean {
  return one.a === other.a && one.t > reuseAfterMs
}

function openReport({ row, person, sharedId, attempt }: OpenedPerson): BureauReport | undefined {
  if (row.sharedRecord === null) return undefined
  const record = open(person.dataKey, recordContext(sharedId), row.sharedRecord).toString()
  return findReportOn(record, attempt.a)
}

function computeApplicantIndex(secrets: Secrets, applicant: Applicant): Buffer {
  const { cpf, phone, email, zipCode } = applicant
  return secrets.computeBlindIndex('applicant', JSON.stringify([cpf, phone, email, zipCode]))
}

function hasKnownArea(applicant: Applicant): boolean {
  const phone = parsePhone(applicant.phone)
  return phone !== undefined && areaCodeExists(phone.areaCode)
}

/** Opens evaluations; concurrent ones under the same version of a policy share a batch. */
interface Openings {
  /** A version of a policy is immutable and belongs to one retailer: its terms are read once. */
  open(policyId: string, getTerms: () => AttemptTerms, evaluation: OpenEvaluation): Promise<OpenedRow>
}

const MAX_ITEMS = 32
const MAX_BATCHES = 2
const MAX_KEPT = 1_000

export function createOpenings(database: Database): Openings {
  const batchers = new Map<string, (evaluation: OpenEvaluation) => Promise<OpenedRow>>()
  return {
    open(policyId, getTerms, evaluation) {
      let submit = batchers.get(policyId)
      if (submit === undefined) {
        // A dropped batcher still finishes its pending work.
        if (batchers.size >= MAX_KEPT) batchers.clear()
        const terms = getTerms()
        submit = createBatcher({
          maxItems: MAX_ITEMS,
          maxBatches: MAX_BATCHES,
          keyOf: ({ cpfIndex }) => cpfIndex.toString('latin1'),
          run: evaluations => openEvaluations(database, terms, evaluations),
        })
        batchers.set(policyId, submit)
      }
      return submit(evaluation)
    },
  }
}
