import type { OptionsQuote } from '../../../flows/quote-options.ts'
import { presentCredit } from '../present-credit.ts'
import { OptionWriter } from './present-option.ts'

export function presentOptions(quote: OptionsQuote): string {
  const { checkoutId, offer, evaluation, variant } = quote
  const writer = new OptionWriter(checkoutId, evaluation.evaluatedAt)
  const isGraceVariant = variant === 'grace'
  const groups = offer.groups.map(group => writer.writeGroup(group, isGraceVariant)).join(',')
  const options = offer.groups.length > 0 || isGraceVariant ? `"downPaymentOptions":[${groups}],` : ''
  const retention =
    offer.retention === undefined
      ? ''
      : `"retentionOptions":${writer.writeGroup(offer.retention, isGraceVariant)},`
  const hasGracePeriod = offer.groups.some(group => group.dueDateOptions.length > 0)
  const asksDownPayment = offer.groups.some(group => group.downPaymentCentavos > 0)
  const grace = {
    standard: '',
    'grace-not-enabled': '"hasGracePeriod":false,',
    grace: `"hasGracePeriod":${hasGracePeriod},"downPayment":${asksDownPayment},`,
  }[variant]
  return `{"checkoutId":"${checkoutId}",${options}${retention}${grace}"blocklistInfo":{"phoneAlert":${evaluation.phoneAlert}},${presentCredit(quote, isGraceVariant)}}`
}
