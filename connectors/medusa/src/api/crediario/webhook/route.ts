import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { verifyWebhook, WebhookError } from '../../../../../../clients/typescript/src/verify-webhook.ts'
import { EVENT_STORED } from '../../../events.ts'
import { getService } from '../../../reconcile/reconcile.ts'

/** Verified, then stored, then answered; worked off afterwards, by the subscriber or, after a crash, by the comparison. */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { store, options } = getService(request.scope)
  const { webhookSecret } = options
  if (webhookSecret === undefined) {
    response.status(503).json({ message: 'CREDIARIO_WEBHOOK_SECRET is not set' })
    return
  }
  try {
    const event = verifyWebhook(request.headers, request.rawBody as Uint8Array, webhookSecret)
    const { eventId, type, orderId = null } = event
    const isNew = await store.storeEvent({ id: eventId, type, orderId })
    response.status(204).end()
    if (isNew)
      await request.scope.resolve(Modules.EVENT_BUS).emit({ name: EVENT_STORED, data: { id: eventId } })
  } catch (error) {
    if (response.headersSent) {
      request.scope.resolve(ContainerRegistrationKeys.LOGGER).error(`Crediário: ${String(error)}`)
      return
    }
    if (!(error instanceof WebhookError)) throw error
    response.status(401).json({ message: error.message })
  }
}
