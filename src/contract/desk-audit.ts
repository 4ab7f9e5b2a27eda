import { CONSOLE_AUDIT_ACTIONS } from './console-audit.ts'
import type { SubjectKind } from './desk.ts'

/** Every action that the audit log can contain. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in.refused',
  'sign-out',
  'passkey.list',
  'passkey.add',
  'passkey.remove',
  'passkey.refused',
  'queue.view',
  'invoice.list',
  'suspense.list',
  'proposal.list',
  'case.claim',
  'case.view',
  'case.reveal',
  'picture.view',
  'case.decide',
  'case.propose',
  'invoice.view',
  'invoice.page',
  'invoice.open',
  'invoice.decide',
  'invoice.propose',
  'suspense.view',
  'suspense.resolve',
  'suspense.propose',
  'payout.list',
  'payout.view',
  'payout.decide',
  'payout.propose',
  'payout.correct',
  'loan.search',
  'loan.view',
  'loan.copy',
  'loan.settle',
  'loan.offer',
  'loan.agree',
  'loan.write-off',
  'loan.propose-write-off',
  'books.list',
  'books.view',
  'books.open',
  'books.propose',
  'special-case.list',
  'special-case.view',
  'special-case.open',
  'special-case.document',
  'special-case.read-document',
  'special-case.decide',
  'special-case.propose',
  'special-case.end',
  'loan.notice',
  'closing.view',
  'closing.run',
  'closing.close',
  'closing.propose',
  'books.export',
  'loan.waive',
  'loan.propose-waiver',
  'registration.list',
  'registration.reissue',
  'registration.write-off',
  'assignment.list',
  'assignment.view',
  'assignment.decide',
  'assignment.propose',
  'compliance.list',
  'compliance.view',
  'compliance.decide',
  'compliance.propose',
  'compliance.receipt',
  'proposal.answer',
  'proposal.refused',
  'proposal.overtaken',
  'audit.view',
  'refused.session',
  'refused.role',
  'refused.cross-site',
  'refused.forged-row',
  'operator.create',
  'operator.role',
  'operator.disable',
  'operator.enable',
  'operator.reset',
  'purchase.cancel',
  'person.forgotten',
  'customer.addendum',
  'customer.email',
  'row.version',
  'heads.accepted',
  'money.held',
  'money.released',
  'proof.given',
  'proof.refused',
  'account.propose',
  'retailer.propose',
  'command.begin',
  'command.done',
  'command.failed',
  ...CONSOLE_AUDIT_ACTIONS,
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** `why` among the details of an audit entry. */
export type AuditRefusal =
  | ('unknown' | 'password' | 'code' | 'code used before' | 'disabled' | 'forged' | 'own proposal')
  | 'removed'
  | ('passkey' | 'unknown passkey' | 'passkey copied' | 'challenge used before')
  | ('link used before' | 'session ended')
/** `by` among the details of an audit entry, where no operator acted. */
export const AUDIT_AUTHORS = ['command line', 'program', 'retailer', 'customer', 'sandbox'] as const
export type AuditAuthor = (typeof AUDIT_AUTHORS)[number]

/** How a page of the audit is narrowed; the same names stand in the address of the screen. */
export const AUDIT_FILTERS = ['person', 'action', 'subject', 'from', 'to'] as const
export type AuditFilterName = (typeof AUDIT_FILTERS)[number]

export interface AuditEntryView {
  readonly position: number
  readonly at: string
  readonly operator?: string
  readonly operatorId?: string
  readonly action: AuditAction
  readonly subject?: string
  /** What the subject is, where it has a screen of its own. */
  readonly subjectKind?: SubjectKind
  readonly details: Readonly<Record<string, unknown>>
  readonly hash: string
}

export interface AuditPage {
  /** By the clock of the machine, which the entries follow even where the deployment's was moved. */
  readonly now: string
  readonly entries: readonly AuditEntryView[]
  /** The position to go on before. A page may be short, or empty, and still not be the last. */
  readonly next?: number
  /** Everyone who can be chosen as the person. */
  readonly people: readonly { readonly id: string; readonly name: string }[]
}
