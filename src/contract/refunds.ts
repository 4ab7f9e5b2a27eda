/* States of money that is owed back to customers. The browser imports this file too: types and plain values only. */

/**
 * DUE: owed, and not ordered at the bank yet; SENT: ordered; PAID: the bank has confirmed it; FAILED: the bank refused it
 * or gave it back, and an account has to be corrected.
 */
export const REFUND_STATUSES = ['DUE', 'SENT', 'PAID', 'FAILED'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * Why a person has to name the account. PAYER_UNKNOWN: the money came for no billet of ours; BOOKS_DIFFER: the books owe
 * less than the refunds say; REFUSED_BY_BANK: the bank did not pay the account that was named; DECLINED: an operator did
 * not approve the order.
 */
const REFUND_OBSTACLES = ['PAYER_UNKNOWN', 'BOOKS_DIFFER', 'REFUSED_BY_BANK', 'DECLINED'] as const
export type RefundObstacle = (typeof REFUND_OBSTACLES)[number]

/**
 * How the money goes back. PIX_RETURN: the Pix payment itself; ACCOUNT: the one given with the cancellation; CPF_KEY: the
 * Pix key that is the customer's CPF; DESK: as two people at the desk named it.
 */
const REFUND_WAYS = ['PIX_RETURN', 'ACCOUNT', 'CPF_KEY', 'DESK'] as const
export type RefundWay = (typeof REFUND_WAYS)[number]

/** Where the retailer asked a refund to be paid: an account of the customer. */
export interface RefundAccount {
  readonly numeroBanco: string
  readonly agencia: string
  readonly digitoAgencia?: string
  readonly numeroConta: string
  readonly digitoConta: string
  readonly tipoConta: 'POUPANCA' | 'CONTACORRENTE'
}
