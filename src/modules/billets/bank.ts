import type { BankNotice } from './billet.ts'
import type { BankOrder } from './orders.ts'

/** The lender's bank. What it answers, at once or days later, comes back as notices. */
export interface Bank {
  /** Orders that the bank does not take yet stay where they are. */
  accepts(order: BankOrder): boolean
  send(orders: readonly BankOrder[]): Promise<readonly BankNotice[]>
}
