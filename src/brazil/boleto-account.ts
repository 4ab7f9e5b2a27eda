/** How an account fills the 25 digits that the bank may use freely: everything but the our-number is fixed once. */
export interface FreeFieldLayout {
  readonly head: string
  readonly ourNumberLength: number
  readonly tail: string
  /** Digits that stand before the our-number where it is printed. */
  readonly printedHead: string
  /** Digits that enter the our-number's check digit before it. */
  readonly digitSeed: string
  /** Empty where the bank prints none. */
  readonly computeOurNumberDigit: (digits: string) => string
  readonly ourNumberDigitInBarcode: boolean
}

/** What a boleto says about the account that receives the money. How a bank fills its free field, the bank decides. */
export interface BoletoAccount {
  /** Three digits. */
  readonly bank: string
  readonly largestOurNumber: number
  readonly layout: FreeFieldLayout
}
