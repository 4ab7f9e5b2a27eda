/** What Magento has told so far, in centavos. */
export interface Facts {
  /** Of one piece, with the options chosen. */
  product: number | undefined
  /** Told by an event; otherwise the field has it. */
  quantity: number | undefined
  cart: number | undefined
}
