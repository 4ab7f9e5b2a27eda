import type { Billet } from './billet.ts'

/** Whether line and barcode can be paid: every bank refuses a title that the own bank has not registered. */
export const isRegistered = ({
  registration,
  paymentStatus,
}: Pick<Billet, 'registration' | 'paymentStatus'>) =>
  registration === 'registered' || paymentStatus === 'PAID'

/** Without the billets in whose place another was issued. */
export function omitReplaced(billets: readonly Billet[]): Billet[] {
  const replaced = new Set(billets.map(({ replaces }) => replaces))
  return billets.filter(({ id }) => !replaced.has(id))
}
