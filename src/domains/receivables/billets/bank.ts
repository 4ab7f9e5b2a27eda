import type { BankReport } from './billet.ts'
import type { BankOrder } from './orders.ts'

/** The lender's bank. Its answers, immediate or days later, come back as reports. */
export interface Bank {
  /** Orders that the bank does not accept yet stay pending. */
  accepts(order: BankOrder): Promise<boolean>
  send(orders: readonly BankOrder[]): Promise<readonly BankReport[]>
}
