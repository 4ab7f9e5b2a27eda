import type { App } from '../../../app/app.ts'
import { addBusinessDays } from '../../../brazil/business-days.ts'
import { RequestError } from '../../../contract/errors.ts'
import { type CalendarDate, calendarDateAt, parseCalendarDate } from '../../../kernel/calendar-date.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { appendAudit } from '../../audit/index.ts'
import { type Decision, decideAtDesk } from '../../desk/index.ts'
import type { Operator } from '../../operators/index.ts'
import { countOfYear, insertReport, lockReport, saveReceipt } from './report-store.ts'

/** What is reported is reported by the next business day (Central Bank, Circular 3.978, art. 48). */
const REPORT_BUSINESS_DAYS = 1
/** A year without a report is stated within ten business days of its end (art. 54). */
const STATEMENT_BUSINESS_DAYS = 10

/** Writes the decision of two people about a case into the register. */
export function registerReport(
  { secrets, clock }: App,
  tx: Transaction,
  {
    kind,
    caseId,
    decisionId,
  }: {
    readonly kind: 'REPORT' | 'NO_REPORT'
    readonly caseId: string
    readonly decisionId: string
  },
): Promise<void> {
  const now = clock.now()
  const decidedOn = calendarDateAt(now)
  const dueOn = kind === 'REPORT' ? addBusinessDays(decidedOn, REPORT_BUSINESS_DAYS) : null
  return insertReport(tx, secrets, {
    ...NOT_REPORTED,
    id: newId(now.getTime()),
    kind,
    caseId,
    year: null,
    decisionId,
    decidedOn,
    dueOn,
  })
}

const NOT_REPORTED = { reportedOn: null, receipt: null, recordedBy: null }

/** The subject of the decision about a year: desk subjects have ids of 24 digits. */
const composeYearId = (year: number): string => String(year).padStart(24, '0')

/** A year in which nothing was reported is stated to COAF, once, and by two people. */
export function proposeNoOccurrence(
  app: App,
  operator: Operator,
  { year, reason }: { readonly year: number; readonly reason: string },
): Promise<Decision> {
  return decideAtDesk(app, operator, async tx => {
    await checkYear(app, tx, year)
    return {
      subject: { kind: 'no-occurrence', id: composeYearId(year) },
      version: year,
      purchase: undefined,
      result: 'NO_OCCURRENCE',
      target: String(year),
      reason,
      amountCentavos: 0,
      needsFourEyes: false,
      alwaysFourEyes: 'COMPLIANCE',
      audit: { decided: 'compliance.decide', proposed: 'compliance.propose', details: { year } },
      apply: () => Promise.reject(new Error('a statement takes two people')),
    }
  })
}

/** The effect of an approved statement; undefined when something of that year was reported meanwhile. */
export async function lockProposedNoOccurrence(
  app: App,
  tx: Transaction,
  proposal: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  const { secrets, clock } = app
  const year = proposal.version
  try {
    await checkYear(app, tx, year)
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
  const now = clock.now()
  return () =>
    insertReport(tx, secrets, {
      ...NOT_REPORTED,
      id: newId(now.getTime()),
      kind: 'NO_OCCURRENCE',
      caseId: null,
      year,
      decisionId: proposal.id,
      decidedOn: calendarDateAt(now),
      dueOn: addBusinessDays(parseCalendarDate(`${year}-12-31`), STATEMENT_BUSINESS_DAYS),
    })
}

async function checkYear({ clock }: App, tx: Transaction, year: number): Promise<void> {
  const refuse = (message: string): never => {
    throw new RequestError('desk_statement_refused', { message: `Refused: ${message}` })
  }
  if (calendarDateAt(clock.now()) <= `${year}-12-31`) refuse(`${year} has not ended`)
  const { reports, statements } = await countOfYear(tx, year)
  if (reports > 0) refuse(`${reports} cases of ${year} were reported`)
  if (statements > 0) refuse(`${year} was stated before`)
}

/** Records the number under which COAF's system took a report or a statement. It is recorded once. */
export function recordReceipt(
  app: App,
  operator: Operator,
  {
    reportId,
    receipt,
    reportedOn,
  }: { readonly reportId: string; readonly receipt: string; readonly reportedOn: CalendarDate },
): Promise<void> {
  const { database, secrets, clock, realClock } = app
  return database.transaction(async tx => {
    const report = isId(reportId) ? await lockReport(tx, secrets, reportId) : undefined
    if (report === undefined) throw new RequestError('desk_not_found')
    const isPossible =
      report.dueOn !== null &&
      report.receipt === null &&
      reportedOn >= report.decidedOn &&
      reportedOn <= calendarDateAt(clock.now())
    if (!isPossible) throw new RequestError('desk_receipt_refused')
    await saveReceipt(tx, secrets, { ...report, reportedOn, receipt, recordedBy: operator.id })
    const note = { operatorId: operator.id, action: 'compliance.receipt', subject: reportId } as const
    await appendAudit(tx, { ...note, details: { receipt } }, realClock.now())
  })
}
