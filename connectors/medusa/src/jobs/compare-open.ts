import type { MedusaContainer } from '@medusajs/framework/types'
import { compareOpen, handleWaitingEvents } from '../reconcile/compare.ts'

/** Webhooks come within seconds: this finds what they did not bring. */
const PATIENCE_MS = 10 * 60_000

export default async function compareOpenOrders(container: MedusaContainer): Promise<void> {
  await handleWaitingEvents(container)
  await compareOpen(container, new Date(Date.now() - PATIENCE_MS))
}

export const config = {
  name: 'crediario-compare-open',
  schedule: process.env['CREDIARIO_COMPARE_SCHEDULE'] || '*/2 * * * *',
}
