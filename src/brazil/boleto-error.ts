export type BoletoFault =
  | 'ACCOUNT_INVALID'
  | 'OUR_NUMBER_OUT_OF_RANGE'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'DUE_DATE_OUT_OF_RANGE'
  | 'DUE_FACTOR_UNREADABLE'
  | 'NOT_DIGITS'
  | 'WRONG_LENGTH'
  | 'NOT_A_BANK_BOLETO'
  | 'WRONG_CHECK_DIGIT'

/**
 * A boleto that cannot be encoded, or a code that no bank would accept; `fault` is for programs, the message for
 * people.
 */
export class BoletoError extends Error {
  readonly fault: BoletoFault

  constructor(fault: BoletoFault, message: string) {
    super(message)
    this.name = 'BoletoError'
    this.fault = fault
  }
}
