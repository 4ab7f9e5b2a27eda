import type { RefusalReason, Result } from '../../contract/enums.ts'
import type { ReportForgery } from '../../platform/crypto/row-mac.ts'
import { open } from '../../platform/crypto/sealed-box.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Applicant, Bureau, BureauAnswer, BureauReport } from './bureau.ts'
import { parseDecisionRecord, replayDecision } from './decision-record.ts'
import {
  type CreditContext,
  createOpenings,
  type Evaluation,
  type EvaluationRequest,
  evaluate,
  recordContext,
  recordEvaluations,
} from './evaluation.ts'
import { createPolicies, type Policies } from './policies.ts'
import type { Decision } from './rules.ts'
import { deleteStalePhoneUses, findDecision, listDecisionIds } from './store.ts'

export interface Replay {
  readonly stored: {
    readonly id: string
    readonly result: Result
    readonly refusalReason: RefusalReason | null
    readonly approvedLimitCentavos: number | null
  }
  /** Absent when the stored inputs cannot be opened: they were altered, or belong to another decision. */
  readonly decision: Decision | undefined
  readonly matches: boolean
}

export interface Credit {
  readonly policies: Policies
  evaluate(request: EvaluationRequest): Promise<Evaluation>
  /** Each person may appear only once in the list. */
  record(tx: Queryable, evaluations: readonly Evaluation[]): Promise<void>
  /** Decides again from the stored inputs, for a customer who asks why and for auditors. */
  replay(decisionId: string): Promise<Replay | undefined>
  replayAll(): AsyncGenerator<Replay>
  /** The bureau's report that a decision was made with; undefined without one, or for whom nobody can open it. */
  findReport(decisionId: string): Promise<BureauReport | undefined>
  /** Deletes reports that can no longer be reused and phone uses older than every window. */
  forgetStale(): Promise<number>
}

const PAGE = 500
/** The longest reuse window that a policy may name is a day. */
const REPORT_LIFE_MS = 24 * 3_600_000
/** The longest window for the phone alert is a year. */
const PHONE_USE_LIFE_MS = 366 * REPORT_LIFE_MS

export function createCredit(
  options: Omit<CreditContext, 'openings' | 'inquiries'> & {
    readonly bureau: Bureau
    readonly reportForgery: ReportForgery
  },
): Credit {
  const context: CreditContext = {
    ...options,
    openings: createOpenings(options.database),
    inquiries: createInquiries(options.bureau),
  }
  const { database, secrets, clock } = context
  const policies = createPolicies(options)

  async function replay(decisionId: string): Promise<Replay | undefined> {
    const row = await findDecision(database, decisionId)
    if (row === undefined) return undefined
    const { id, result, refusalReason, approvedLimitCentavos } = row
    const stored = { id, result, refusalReason, approvedLimitCentavos }
    const record = openRecord(row)
    if (record === undefined) return { stored, decision: undefined, matches: false }
    const decision = replayDecision(record, await policies.get(row.policyId))
    const matches =
      decision.result === result &&
      (decision.refusalReason ?? null) === refusalReason &&
      (decision.approvedLimitCentavos ?? null) === approvedLimitCentavos
    return { stored, decision, matches }
  }

  function openRecord(row: { id: string; keySalt: Buffer; record: Buffer }): string | undefined {
    try {
      return open(secrets.deriveDataKey(row.keySalt), recordContext(row.id), row.record).toString()
    } catch {
      return undefined
    }
  }

  return {
    policies,
    replay,
    evaluate: request => evaluate(context, request),
    record: recordEvaluations,
    async findReport(decisionId) {
      const row = await findDecision(database, decisionId)
      const record = row && openRecord(row)
      const report = record === undefined ? undefined : parseDecisionRecord(record).report
      return typeof report === 'object' ? report : undefined
    },
    async forgetStale() {
      return deleteStalePhoneUses(database, new Date(clock.now().getTime() - PHONE_USE_LIFE_MS))
    },

    async *replayAll() {
      for (let after = ''; ; ) {
        const ids = await listDecisionIds(database, after, PAGE)
        for (const id of ids) {
          const replayed = await replay(id)
          if (replayed !== undefined) yield replayed
        }
        const last = ids.at(-1)
        if (last === undefined) return
        after = last
      }
    },
  }
}

/** Deduplicates bureau calls: requests of one attempt share one call while it runs and until its report is stored. */
export interface Inquiries {
  ask(attemptName: string, applicant: Applicant): Promise<BureauAnswer>
}

const KEPT_MS = 5_000
/** A map is walked from its first entry past all that were removed since it last grew: not for each call. */
const SWEEP_MS = 500

function createInquiries(bureau: Bureau): Inquiries {
  const underWay = new Map<string, Promise<BureauAnswer>>()
  /** Expiry of each answered inquiry, earliest first. */
  const answered = new Map<string, number>()

  let sweptAtMs = Number.NEGATIVE_INFINITY

  function forgetAnswered(): void {
    const nowMs = performance.now()
    if (nowMs - sweptAtMs < SWEEP_MS) return
    sweptAtMs = nowMs
    for (const [name, untilMs] of answered) {
      if (untilMs > nowMs) return
      answered.delete(name)
      underWay.delete(name)
    }
  }

  return {
    ask(name, applicant) {
      forgetAnswered()
      const known = underWay.get(name)
      if (known !== undefined) return known
      const asked = bureau.fetchReport(applicant)
      underWay.set(name, asked)
      const forget = (): boolean => underWay.delete(name)
      // A report is kept a moment longer, until it can be read from the database; a failure is dropped at once.
      asked.then(
        ({ status }) => (status === 'ok' ? answered.set(name, performance.now() + KEPT_MS) : forget()),
        forget,
      )
      return asked
    },
  }
}
