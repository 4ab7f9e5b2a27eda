import type { Failure } from './ask.ts'
import { warn } from './natives.ts'

type Reason = Failure | 'price' | 'quantity'

/** Only what the shop itself can mend. Of the rest the browser's console tells already. */
const WARNINGS: Readonly<Partial<Record<Reason, string>>> = {
  key: 'the key is not one of this lender’s publishable keys (pk_…).',
  origin: `the lender answers, but not to this page: is ${location.origin} among the allowed origins of the retailer whose key this is?`,
  price: 'price must be reais with a dot, such as 1240.00.',
  quantity: 'quantity must be a whole number from 1 to 9999.',
}

const warned: { [reason in Reason]?: true } = {}

/** Once a page for each reason: a list of products has the same mistake in every row. */
export function warnDeveloper(reason: Reason): void {
  const warning = WARNINGS[reason]
  if (warning === undefined || warned[reason]) return
  warned[reason] = true
  warn(`<crediario-oferta>: ${warning}`)
}
