/** How an account fills the 25 digits that each bank defines itself (free field): all but the our-number are fixed. */
export interface FreeFieldLayout {
  readonly head: string
  readonly ourNumberLength: number
  readonly tail: string
  /** Digits printed before the our-number. */
  readonly printedHead: string
  /** Digits that precede the our-number in the computation of its check digit. */
  readonly digitSeed: string
  /** Returns an empty text where the bank prints no check digit. */
  readonly computeOurNumberDigit: (digits: string) => string
  readonly ourNumberDigitInBarcode: boolean
}

/** The data of a boleto about the account that receives the money. Each bank defines its own free field. */
export interface BoletoAccount {
  /** Three digits. */
  readonly bank: string
  readonly largestOurNumber: number
  readonly layout: FreeFieldLayout
}
