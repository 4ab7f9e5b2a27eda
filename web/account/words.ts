import type {
  AccountBill,
  AccountBillStanding,
  AccountStanding,
  CustomerRequestKind,
} from '../../src/contract/account.ts'
import type { CancelReason } from '../../src/contract/enums.ts'
import type { Tone } from '../design/alert.tsx'

interface Word {
  readonly text: string
  readonly tone: Tone
}

export const STANDINGS: Readonly<Record<AccountStanding, Word>> = {
  onboarding: { text: 'Falta concluir', tone: 'warn' },
  'down-payment': { text: 'Esperando a entrada', tone: 'warn' },
  'on-time': { text: 'Em dia', tone: 'good' },
  late: { text: 'Em atraso', tone: 'bad' },
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

export const REQUEST_KINDS: Readonly<Record<CustomerRequestKind, string>> = {
  REVIEW: 'Revisão de uma decisão',
  CORRECTION: 'Correção dos meus dados',
  ERASURE: 'Exclusão dos meus dados',
}

export function nameBill({ number, of }: Pick<AccountBill, 'number' | 'of'>): string {
  return number === 0 ? 'Entrada' : `Parcela ${number} de ${of}`
}

/** "1 dia", "3 dias". */
export function countDays(days: number): string {
  return days === 1 ? '1 dia' : `${days} dias`
}
