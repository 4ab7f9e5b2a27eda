/** What is right or wrong about one retailer's set-up. */
export interface Finding {
  readonly code: string
  readonly isFine: boolean
  /** A sentence for the shop's staff, in Portuguese; with what to do where something is wrong. */
  readonly message: string
}

export const fine = (code: string, message: string): Finding => ({ code, isFine: true, message })
export const wrong = (code: string, message: string): Finding => ({ code, isFine: false, message })
