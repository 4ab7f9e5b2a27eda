import type { JSX } from 'preact'
import type { SubjectKind } from '../../../src/contract/desk.ts'
import type { AuditEntryView } from '../../../src/contract/desk-audit.ts'
import { Link } from '../../shell/link.tsx'
import { useMay } from '../desk-context.ts'
import { type AuditFilters, addressOf } from '../route.ts'
import {
  AUTHOR_WORDS,
  DONE_WORDS,
  KIND_WORDS,
  PICTURE_WORDS,
  REFUSAL_WORDS,
  ROLE_WORDS,
  wordOf,
} from '../words.ts'

const SHOWN_DETAILS = [
  'result',
  'kind',
  'picture',
  'approve',
  'role',
  'why',
  'method',
  'route',
  'command',
] as const
/** Details include route paths, so not every value has a translation. */
const DETAIL_WORDS: Readonly<Record<string, string>> = {
  ...DONE_WORDS,
  ...KIND_WORDS,
  ...PICTURE_WORDS,
  ...ROLE_WORDS,
  ...REFUSAL_WORDS,
  true: 'aprovou',
  false: 'não aprovou',
}
const AUTHORS: Readonly<Record<string, string>> = AUTHOR_WORDS

/** The screen of each kind of subject. */
export const SCREENS: Readonly<Record<SubjectKind, (id: string) => string>> = {
  identification: addressOf.case,
  invoice: addressOf.invoice,
  suspense: addressOf.payment,
  payout: addressOf.payout,
  loan: addressOf.loan,
  entry: addressOf.entry,
  'special-case': addressOf.specialCase,
  compliance: addressOf.complianceCase,
  assignment: addressOf.assignment,
  'no-occurrence': () => addressOf.compliance,
  closing: addressOf.closing,
  waiver: addressOf.loan,
}

/** Leads to everything that this person did, within the other filters. */
export function Author({ row, filters }: { row: AuditEntryView; filters: AuditFilters }): JSX.Element {
  const author = row.operatorId ?? (typeof row.details.by === 'string' ? row.details.by : undefined)
  const name = row.operator ?? AUTHORS[author ?? ''] ?? 'Sem sessão'
  if (author === undefined || author === filters.person) return <>{name}</>
  return <Link to={addressOf.auditOf({ ...filters, person: author })}>{name}</Link>
}

/** The subject leads to its screen where it has one, and always to all that was noted about it. */
export function AuditSubject({ row }: { row: AuditEntryView }): JSX.Element {
  const { subject, subjectKind, action } = row
  const details = SHOWN_DETAILS.flatMap(name => {
    const value = row.details[name]
    return value === undefined ? [] : [wordOf(DETAIL_WORDS, String(value))]
  })
  return (
    <>
      {subject !== undefined && (
        <>
          <Link
            to={subjectKind === undefined ? addressOf.auditOf({ subject }) : SCREENS[subjectKind](subject)}
          >
            <code>{subject}</code>
          </Link>{' '}
          {subjectKind !== undefined && (
            <Link to={addressOf.auditOf({ subject })}>
              <span class="small">registros</span>
              <span class="unseen"> sobre {subject}</span>
            </Link>
          )}{' '}
          {action.startsWith('operator.') && (
            <Link to={addressOf.auditOf({ person: subject })}>
              <span class="small">o que fez</span>
            </Link>
          )}{' '}
        </>
      )}
      <span class="soft small">{details.join(' · ')}</span>
    </>
  )
}

/** On every screen of one thing: what was noted about it, for those who may read the audit. */
export function AuditLink({ subject }: { subject: string }): JSX.Element | null {
  const may = useMay()
  if (!may('audit.read')) return null
  return <Link to={addressOf.auditOf({ subject })}>Ver os registros da auditoria</Link>
}
