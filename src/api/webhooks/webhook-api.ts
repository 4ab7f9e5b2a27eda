import type { ReplayContext } from '../../flows/upkeep/replay-events.ts'
import type { LoggedEvent } from '../../modules/webhooks/index.ts'

/** What the self-service of webhooks needs. */
export interface WebhookApi extends ReplayContext {
  /** What speaks against a receiver's address, undefined if nothing does. */
  findUrlObjection(url: string): Promise<string | undefined>
  /** What comes after an event of the retailer's; undefined when it has no such event. */
  listEvents(
    retailerId: string,
    page: { readonly after: string | undefined; readonly limit: number },
  ): Promise<LoggedEvent[] | undefined>
}
