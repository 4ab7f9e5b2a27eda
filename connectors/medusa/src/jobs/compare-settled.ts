import type { MedusaContainer } from '@medusajs/framework/types'
import { compareOpen, compareSettled } from '../reconcile/compare.ts'

export default async function compareSettledOrders(container: MedusaContainer): Promise<void> {
  await compareOpen(container, new Date())
  await compareSettled(container, new Date())
}

export const config = { name: 'crediario-compare-settled', schedule: '17 3 * * *' }
