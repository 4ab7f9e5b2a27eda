import { parseIdTime } from '../../kernel/ids.ts'

export interface PackedFrom {
  readonly id: string
  readonly transactionId: string | null
  readonly sequence: number
}

/*
 * Control characters stand for words, in the order of this list, after two that stand for what other columns say. They
 * cannot be in the text of an event: JSON writes them as escapes. The list is part of what is stored: it may become
 * longer, and no word of it may ever change.
 */
const WORDS = [
  '","action":"STEP","step":"',
  '","hasInsurance":false,"interestRatePM":',
  '","hasInsurance":true,"interestRatePM":',
  ',"interestRatePA":',
  ',"numberOfInstallments":',
  ',"paymentInstallments":',
  ',"downPaymentValue":',
  ',"financedAmount":',
  ',"totalAmount":',
]
const SIGNS = /\p{Cc}/gu
const HAS_SIGN = /\p{Cc}/u

const listWords = ({ id, transactionId, sequence }: PackedFrom): readonly string[] => [
  `{"transactionId":"${transactionId}","orderId":"`,
  `,"eventId":"${id}","type":"onboarding.step","createdAt":"${parseIdTime(id).toISOString()}","sequence":${sequence}}`,
  ...WORDS,
]

/** The text of a step in a third of its bytes; any other text that has no such words stays as it is. */
export function packStep(body: string, from: PackedFrom): string {
  if (HAS_SIGN.test(body)) return body
  const words = listWords(from)
  return words.reduce((text, word, at) => text.replaceAll(word, signOf(at)), body)
}

/** The text as it was packed. A text that was not packed is returned as it is. */
export function unpackStep(body: string, from: PackedFrom): string {
  if (!HAS_SIGN.test(body)) return body
  const words = listWords(from)
  return body.replace(SIGNS, sign => words[sign.charCodeAt(0) - 1] ?? sign)
}

const signOf = (at: number): string => String.fromCharCode(at + 1)
