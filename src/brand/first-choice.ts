/** One way to pay, in any unit of money. */
interface Way {
  readonly downPayment: number
  /** Down payment and installments together. */
  readonly totalToPay: number
}

/**
 * Which of two ways is chosen before anybody has chosen: the smaller down payment, and with the same one the smaller
 * total. Nobody is made to pay more, or at once, by what was chosen for them. Between equals the earlier one stays.
 */
export function isChosenBefore(one: Way, other: Way): boolean {
  return one.downPayment === other.downPayment
    ? one.totalToPay < other.totalToPay
    : one.downPayment < other.downPayment
}
