import type { Operations } from '../../clients/typescript/src/generated.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import type { ReportForgery } from '../../src/platform/crypto/row-mac.ts'
import type { Secrets } from '../../src/platform/crypto/secrets.ts'
import type { Database } from '../../src/platform/db/database.ts'
import type { GuardedClient } from '../../src/platform/outbound/guarded-client.ts'
import type { Log } from '../../src/platform/telemetry/log.ts'
import type { Platform } from './platform.ts'

/** What connectors share. The lender is reached by its published interface only. */
export interface ConnectorContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  /** Reports rows that were written or changed without the deployment's key. */
  readonly reportForgery: ReportForgery
  readonly outbound: Pick<GuardedClient, 'post'>
  readonly isProduction: boolean
  /** Where platforms reach the connectors. */
  readonly publicUrl: string
  /** The interface with the key of one retailer. */
  readonly openLender: (apiKey: string) => Lender
  /** By name. */
  readonly platforms: ReadonlyMap<string, Platform>
  /** Where webhooks of ours are sent to: this process, as the lender reaches it. */
  getOwnUrl(): string
}

/** What connectors use of the interface. */
export type Lender = Pick<
  Operations,
  | 'createPaymentLink'
  | 'readPaymentLink'
  | 'listPaymentLinks'
  | 'deletePaymentLink'
  | 'readStatus'
  | 'readTransaction'
  | 'cancel'
  | 'createEndpoint'
  | 'listEndpoints'
  | 'enableEndpoint'
  | 'deleteEndpoint'
>
