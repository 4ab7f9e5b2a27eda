/** Every action of people at a retailer that the audit log can contain. */
export const CONSOLE_AUDIT_ACTIONS = [
  'console.sign-in',
  'console.sign-in-refused',
  'console.sign-out',
  'console.switch',
  'console.refused-session',
  'console.refused-role',
  'console.refused-cross-site',
  'console.audit-view',
  'console.passkey-add',
  'console.passkey-remove',
  'console.passkey-refused',
  'session.end',
  'session.end-all',
  'person.invite',
  'person.invite-again',
  'person.withdraw',
  'person.accept',
  'person.role',
  'person.remove',
  'person.password',
  'person.authenticator',
  'person.reset',
  'person.restore',
  'key.create',
  'key.rotate',
  'key.revoke',
  'origin.add',
  'origin.remove',
  'endpoint.create',
  'endpoint.change',
  'endpoint.remove',
  'endpoint.secret',
  'endpoint.enable',
  'endpoint.test',
  'endpoint.replay',
  'connector.enable',
  'connector.disable',
  'connector.fix',
  'order.invoice',
  'order.cancel',
  'order.remove-products',
  'order.export',
  'order.limit',
  'link.create',
  'link.send',
  'link.delete',
  'brand.change',
  'payee.propose',
  'payee.approve',
  'payee.withdraw',
  'payee.take-effect',
] as const
export type ConsoleAuditAction = (typeof CONSOLE_AUDIT_ACTIONS)[number]

export const CONSOLE_AUDIT_FILTERS = ['person', 'action', 'from', 'to'] as const
export type ConsoleAuditFilter = (typeof CONSOLE_AUDIT_FILTERS)[number]

export interface ConsoleAuditEntry {
  readonly position: number
  readonly at: string
  /** The name; the id of somebody who was removed long ago. */
  readonly person?: string
  readonly personId?: string
  readonly action: ConsoleAuditAction
  readonly subject?: string
  /** The name, where the subject is a person of the shop. */
  readonly subjectName?: string
  readonly details: Readonly<Record<string, unknown>>
}

export interface ConsoleAuditPage {
  /** By the clock of the machine, which the entries follow. */
  readonly now: string
  readonly entries: readonly ConsoleAuditEntry[]
  /** The position to go on before. A page may be short, or empty, and still not be the last. */
  readonly next?: number
  readonly people: readonly { readonly id: string; readonly name: string }[]
}
