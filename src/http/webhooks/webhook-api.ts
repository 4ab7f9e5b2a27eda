import type { ReplayContext } from '../../domains/webhooks/index.ts'

/** Dependencies of the webhook self-service: those of the flows, and a check of the URLs that retailers choose. */
export interface WebhookApi extends ReplayContext {
  readonly outbound: {
    /** Why a receiver's URL is not allowed; undefined if it is. */
    findObjection(url: string): Promise<string | undefined>
  }
}
