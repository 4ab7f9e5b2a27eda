export type PixFault =
  | 'MALFORMED'
  | 'WRONG_CRC'
  | 'NOT_PIX'
  | 'TOO_LONG'
  | 'INVALID_AMOUNT'
  | 'INVALID_KEY'
  | 'INVALID_TEXT'
  | 'INVALID_TXID'
  | 'INVALID_URL'

/**
 * A Pix code that cannot be encoded, or that no bank's app would pay; `fault` is for programs, the message for people.
 */
export class PixError extends Error {
  readonly fault: PixFault

  constructor(fault: PixFault, message: string) {
    super(message)
    this.name = 'PixError'
    this.fault = fault
  }
}
