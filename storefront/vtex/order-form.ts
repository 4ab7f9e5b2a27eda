import { checkCentavos, isForeign, pick, toList } from '../shop/outside.ts'

/** What the order costs in all, freight and discounts included. An order form counts in centavos. */
export function parseOrderForm(orderForm: unknown): number | undefined {
  const currency = pick(orderForm, 'storePreferencesData', 'currencyCode')
  const isEmpty = toList(pick(orderForm, 'items')).length === 0
  return isEmpty || isForeign(currency) ? undefined : checkCentavos(pick(orderForm, 'value'))
}
