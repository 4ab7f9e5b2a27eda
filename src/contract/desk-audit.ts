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
  'registration.list',
  'registration.reissue',
  'registration.write-off',
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
  'customer.email',
  'rows.adopted',
  'heads.accepted',
  'command.begin',
  'command.done',
  'command.failed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** `why` among the details of an audit entry. */
export type AuditRefusal =
  | ('unknown' | 'password' | 'code' | 'code used before' | 'disabled' | 'forged' | 'own proposal')
  | ('passkey' | 'unknown passkey' | 'passkey copied' | 'challenge used before')
/** `by` among the details of an audit entry, where no operator acted. */
export type AuditAuthor = 'command line' | 'program' | 'retailer' | 'customer' | 'sandbox'

export interface AuditEntryView {
  readonly position: number
  readonly at: string
  readonly operator?: string
  readonly action: AuditAction
  readonly subject?: string
  readonly details: Readonly<Record<string, unknown>>
  readonly hash: string
}

export interface AuditPage {
  readonly entries: readonly AuditEntryView[]
  readonly next?: number
}
