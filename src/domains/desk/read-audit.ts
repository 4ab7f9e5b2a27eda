import type { App } from '../../app/app.ts'
import { SUBJECT_KINDS, type SubjectKind } from '../../contract/desk.ts'
import { AUDIT_AUTHORS } from '../../contract/desk-audit.ts'
import type { AuditQuery } from '../../contract/desk-requests.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import { addDays, type CalendarDate, endOfDay } from '../../kernel/calendar-date.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import { type AuditEntry, type AuditFilter, findAuditEntries, recordAudit } from '../audit/index.ts'
import { listOperators, type Operator } from '../operators/index.ts'

const PAGE = 100

interface AuditRecord {
  readonly now: Date
  readonly entries: readonly (AuditEntry & { readonly subjectKind: SubjectKind | undefined })[]
  readonly next: number | undefined
  readonly operators: readonly Operator[]
}

/** Reading the audit is audited too, with the names of the filters and not what was looked for. */
export async function readAudit(
  { database, secrets, realClock }: App,
  operator: Operator,
  { before, ...query }: AuditQuery,
): Promise<AuditRecord> {
  const filter = parseAuditFilter(query)
  const by = Object.keys(query).sort().join(' ')
  const details = by === '' ? {} : { filter: by }
  const now = realClock.now()
  await recordAudit(database, { operatorId: operator.id, action: 'audit.view', details }, now)
  const [{ entries, next }, operators] = await Promise.all([
    findAuditEntries(database, filter, before === undefined ? undefined : Number(before), PAGE),
    listOperators(database, secrets),
  ])
  return {
    now,
    entries: entries.map(each => ({ ...each, subjectKind: findSubjectKind(each) })),
    next,
    operators,
  }
}

function parseAuditFilter({ person, action, subject, from, to }: Omit<AuditQuery, 'before'>): AuditFilter {
  const first = from === undefined ? undefined : parseDay('from', from)
  const last = to === undefined ? undefined : parseDay('to', to)
  if (first !== undefined && last !== undefined && first > last)
    throw invalidParameter('to', 'must not be before from')
  const author = AUDIT_AUTHORS.find(each => each === person)
  return {
    operatorId: author === undefined ? person : undefined,
    author,
    action,
    subject: subject?.trim(),
    from: first && startOf(first),
    until: last && startOf(addDays(last, 1)),
  }
}

const startOf = (day: CalendarDate): Date => new Date(endOfDay(addDays(day, -1)).getTime() + 1)

/** The noun of an action, or the topic of a command, whose subject has a screen of its own. */
const KINDS: Readonly<Record<string, SubjectKind>> = {
  case: 'identification',
  picture: 'identification',
  invoice: 'invoice',
  suspense: 'suspense',
  payout: 'payout',
  payouts: 'payout',
  loan: 'loan',
  loans: 'loan',
  'special-case': 'special-case',
  cases: 'special-case',
  purchase: 'loan',
  agreements: 'loan',
  evidence: 'loan',
  customer: 'loan',
  books: 'entry',
  journal: 'entry',
  compliance: 'compliance',
  assignment: 'assignment',
  closing: 'closing',
}

function findSubjectKind({ action, subject, details }: AuditEntry): SubjectKind | undefined {
  if (subject === null) return undefined
  const { kind, command, case: caseId } = JSON.parse(details) as Readonly<Record<string, unknown>>
  const named = SUBJECT_KINDS.find(each => each === kind)
  if (named !== undefined) return named
  // A search for the purchase that a payment is meant for is recorded under that purchase.
  if (action === 'suspense.view' && caseId !== undefined) return 'loan'
  const topic = typeof command === 'string' ? command.split(' ')[0] : action.split('.')[0]
  return KINDS[topic ?? '']
}
