import type { OptionsQuote } from '../../../domains/quoting/index.ts'
import { JsonBytes } from '../../json-bytes.ts'
import { writeCredit } from '../present-credit.ts'
import { OptionWriter } from './present-option.ts'

/** Reused by every response: writing is synchronous, so two responses never share it. */
const json = new JsonBytes()

export function presentOptions(quote: OptionsQuote): Buffer {
  json.clear()
  const { checkoutId, offer, evaluation, variant } = quote
  const isGraceVariant = variant === 'grace'
  const writer = new OptionWriter(json, checkoutId, evaluation.evaluatedAt)
  json.text(`{"checkoutId":"${checkoutId}",`)
  if (offer.groups.length > 0) {
    json.text('"downPaymentOptions":')
    for (const [at, group] of offer.groups.entries()) {
      json.text(at === 0 ? '[' : ',')
      writer.writeGroup(group, isGraceVariant)
    }
    json.text('],')
  } else if (isGraceVariant) json.text('"downPaymentOptions":[],')
  if (offer.retention !== undefined) {
    json.text('"retentionOptions":')
    writer.writeGroup(offer.retention, isGraceVariant)
    json.text(',')
  }
  json.text(presentGraceMembers(quote))
  json.text(`"blocklistInfo":{"phoneAlert":${evaluation.phoneAlert}},`)
  writeCredit(json, quote, isGraceVariant)
  json.text('}')
  return json.take()
}

function presentGraceMembers({ variant, offer }: OptionsQuote): string {
  if (variant === 'standard') return ''
  if (variant === 'grace-not-enabled') return '"hasGracePeriod":false,'
  const hasGracePeriod = offer.groups.some(group => group.dueDateOptions.length > 0)
  const asksDownPayment = offer.groups.some(group => group.downPaymentCentavos > 0)
  return `"hasGracePeriod":${hasGracePeriod},"downPayment":${asksDownPayment},`
}
