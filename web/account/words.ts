import type { InstallmentState } from '../../src/brand/ring.ts'
import type {
  AccountBill,
  AccountBillStanding,
  AccountPurchase,
  AccountStanding,
  CustomerRequestKind,
} from '../../src/contract/account.ts'
import type { CancelReason } from '../../src/contract/enums.ts'
import type { Tone } from '../design/alert.tsx'
import { nameOrder as nameShopOrder, titleOrder } from '../design/order-name.ts'

interface Word {
  readonly text: string
  readonly tone: Tone
}

export const STANDINGS: Readonly<Record<AccountStanding, Word>> = {
  onboarding: { text: 'Falta concluir', tone: 'warn' },
  'down-payment': { text: 'Esperando a entrada', tone: 'warn' },
  'on-time': { text: 'Em dia', tone: 'good' },
  late: { text: 'Em atraso', tone: 'bad' },
  accelerated: { text: 'Vencida por inteiro', tone: 'bad' },
  paid: { text: 'Paga', tone: 'good' },
  canceling: { text: 'Cancelando', tone: 'calm' },
  canceled: { text: 'Cancelada', tone: 'calm' },
  abandoned: { text: 'Não concluída', tone: 'calm' },
}

export const BILL_STANDINGS: Readonly<Record<AccountBillStanding, Word>> = {
  open: { text: 'A pagar', tone: 'calm' },
  late: { text: 'Em atraso', tone: 'bad' },
  expired: { text: 'Em atraso', tone: 'bad' },
  paid: { text: 'Paga', tone: 'good' },
  canceled: { text: 'Cancelada', tone: 'calm' },
  registering: { text: 'Em registro no banco', tone: 'calm' },
}

/** Of a contract that is due as a whole. */
export const ALL_DUE: Word = { text: 'Vencida', tone: 'bad' }

export const ENDINGS: Readonly<Record<CancelReason, string>> = {
  ONBOARDING_REFUSED: 'Não foi possível confirmar sua identidade, e a compra foi cancelada.',
  RETAILER_CANCELED: 'A loja cancelou esta compra.',
  CANCELLED_BY_CUSTOMER: 'Você desistiu desta compra.',
  CUSTOMER_ABANDONED: 'A compra não foi concluída a tempo.',
  NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS:
    'A loja mudou os produtos. A compra continua com novos valores, nesta mesma conta.',
  RENEGOTIATION_FAILED: 'O acordo não foi cumprido a tempo.',
  PAYMENT_LINK_DELETED: 'A loja cancelou esta compra.',
  UNSPECIFIED_CANCEL_REASON: 'Esta compra foi cancelada.',
}

/** Of an agreement that was not paid. */
export const AGREEMENT_ENDINGS: Readonly<Record<CancelReason, string>> = {
  ...ENDINGS,
  RETAILER_CANCELED: 'O acordo foi cancelado.',
  CANCELLED_BY_CUSTOMER: 'Você desistiu deste acordo.',
  CUSTOMER_ABANDONED: 'O acordo não começou a tempo.',
  UNSPECIFIED_CANCEL_REASON: 'O acordo foi cancelado.',
}

export const REQUEST_KINDS: Readonly<Record<CustomerRequestKind, string>> = {
  REVIEW: 'Revisão de uma decisão',
  CORRECTION: 'Correção dos meus dados',
  ERASURE: 'Exclusão dos meus dados',
}

export function nameBill({ number, of }: Pick<AccountBill, 'number' | 'of'>): string {
  return number === 0 ? 'Entrada' : `Parcela ${number} de ${of}`
}

/** An agreement is known by the purchase whose debt is in it. */
export function nameOrder(purchase: AccountPurchase, purchases: readonly AccountPurchase[]): string {
  const original = purchases.find(({ id }) => id === purchase.renegotiates)
  if (original !== undefined) return `Sobre ${nameShopOrder(original.orderId)}`
  return titleOrder(purchase.orderId)
}

/** "1 dia", "3 dias". */
export function countDays(days: number): string {
  return days === 1 ? '1 dia' : `${days} dias`
}

/** What the ring shows: the installments, without the down payment and without what was canceled. */
export function listStates({ bills, next }: Pick<AccountPurchase, 'bills' | 'next'>): InstallmentState[] {
  return bills
    .filter(({ number, standing }) => number > 0 && standing !== 'canceled')
    .map(({ number, standing }) => {
      if (standing === 'paid') return 'paid'
      if (standing === 'late' || standing === 'expired') return 'late'
      return number === next?.number ? 'next' : 'open'
    })
}
