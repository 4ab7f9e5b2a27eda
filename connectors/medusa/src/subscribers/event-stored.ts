import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework'
import { EVENT_STORED } from '../events.ts'
import { handleEvent } from '../reconcile/compare.ts'

export default async function eventStored({
  event,
  container,
}: SubscriberArgs<{ readonly id: string }>): Promise<void> {
  await handleEvent(container, event.data.id)
}

export const config: SubscriberConfig = {
  event: EVENT_STORED,
  context: { subscriberId: 'crediario-event-stored' },
}
