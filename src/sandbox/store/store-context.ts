import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import type { WebAssets } from '../../platform/http/web-assets.ts'

/** What the shop has: its own tables and pages, its keys, and the lender's address. Nothing of the lender's inside. */
export interface StoreContext extends Pick<WebAssets, 'renderShell'> {
  readonly database: Database
  readonly secrets: Pick<Secrets, 'sealing'>
  readonly clock: Clock
  /** Where browsers reach the shop. */
  readonly publicUrl: string
  readonly secretKey: string
  readonly publishableKey: string
  /** Where the lender is reached by this process, and this process by the lender; known once it listens. */
  getLenderUrl(): string
  /** The tag of the lender's element, as the manifest of its scripts gives it. */
  getElementScript(): { readonly file: string; readonly integrity: string }
}
