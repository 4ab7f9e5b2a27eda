import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Retailer } from '../../retailers/index.ts'
import type { Purchase } from '../purchase.ts'
import type { Expected } from './compare-text.ts'

/** What the invoice of a purchase must say, by now. */
export function composeExpected(purchase: Purchase, retailer: Retailer, now: Date): Expected {
  return {
    orderId: purchase.orderId,
    retailerName: retailer.name,
    cpf: purchase.customer.cpf,
    purchaseCentavos: purchase.purchaseCentavos,
    cnpj: retailer.cnpj ?? undefined,
    months: [toMonth(purchase.createdAt), toMonth(now)],
  }
}

/** YYMM */
const toMonth = (at: Date): string => calendarDateAt(at).replace(/^..(..)-(..).*/, '$1$2')
