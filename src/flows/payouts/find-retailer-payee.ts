import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Payee } from '../../modules/payouts/index.ts'
import { DEMONSTRATION_RETAILERS } from '../../modules/retailers/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'

/** How a retailer is paid. */
export interface RetailerPayout {
  /** Undefined while the retailer has given no account. */
  readonly payee: Payee | undefined
  readonly accountChangedAt: Date | undefined
  readonly isSuspended: boolean
  /** The day on which a transfer is ordered that falls due on a day. */
  computeSettlementDay(due: CalendarDate): CalendarDate
}

/** Only the demonstration retailers have an account: a Pix key, to which they are paid at once. */
export async function findRetailerPayee(
  _db: Queryable,
  _secrets: Secrets,
  retailerId: string,
): Promise<RetailerPayout> {
  const found = DEMONSTRATION_RETAILERS.find(({ id }) => id === retailerId)
  const cnpj = found?.cnpj ?? undefined
  const to = cnpj && ({ kind: 'pix-key', keyType: 'DOCUMENT', key: cnpj } as const)
  return {
    payee: found && cnpj && to ? { name: found.name, document: cnpj, to } : undefined,
    accountChangedAt: undefined,
    isSuspended: false,
    computeSettlementDay: due => due,
  }
}
