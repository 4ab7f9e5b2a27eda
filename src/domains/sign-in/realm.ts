import type { App } from '../../app/app.ts'
import type { AuditRefusal } from '../../contract/desk-audit.ts'
import type { MacTable } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'

/** Who signs in, as the sign-in needs to know the row. */
export interface SignerRow {
  readonly id: string
  readonly emailIndex: Buffer
  /** Null: signs in by passkey only. */
  readonly passwordHash: string | null
  readonly disabledAt: Date | null
}

/** How a person got in, for the audit log. */
export type SignInMethod =
  | { readonly method: 'password' }
  | { readonly method: 'passkey'; readonly passkey: string }

/**
 * People who sign in at one place, the desk or the console. Each realm has its own tables, e-mail index, counters and
 * cookies, so that nothing of one counts or opens anything in another.
 */
export interface Realm<Row extends SignerRow> {
  /** Begins the names of what is counted and signed; empty for the desk. */
  readonly prefix: '' | 'staff-'
  readonly table: MacTable
  computeEmailIndex(secrets: Secrets, email: string): Buffer
  find(db: Queryable, emailIndex: Buffer): Promise<Row | undefined>
  isGenuine(secrets: Secrets, row: Row): boolean
  /** Undefined for somebody without an authenticator. */
  openTotp(secrets: Secrets, row: Row): Buffer | undefined
  /** False when this code or a later one was used, or the row is not the newest: a reset came between. */
  useTotpStep(tx: Transaction, row: Row, step: number): Promise<boolean>
  /** Opens a session and writes the audit entry, or says why it may not be opened. */
  open(
    app: App,
    tx: Transaction,
    row: Row,
    how: SignInMethod,
    now: Date,
  ): Promise<{ readonly sessionId: string; readonly why?: undefined } | { readonly why: AuditRefusal }>
  /** Writes the audit entry of a refusal. */
  noteRefusal(app: App, id: string | undefined, why: AuditRefusal): Promise<void>
}

export const cleanEmail = (email: string): string => email.trim().toLowerCase()
