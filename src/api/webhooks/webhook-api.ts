import type { ReplayContext } from '../../flows/upkeep/replay-events.ts'

/** What the self-service of webhooks needs: the flows' own needs, and a judge of the addresses that retailers choose. */
export interface WebhookApi extends ReplayContext {
  readonly outbound: {
    /** What speaks against a receiver's address, undefined if nothing does. */
    findObjection(url: string): Promise<string | undefined>
  }
}
