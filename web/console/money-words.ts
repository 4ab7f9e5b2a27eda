import type { AttentionKind, FirstStep } from '../../src/contract/console-money.ts'
import type { HeldReason, TransferLineKind, TransferStatus } from '../../src/contract/shop-reports.ts'
import type { StatementKind } from '../../src/contract/statement.ts'
import type { Tone } from '../design/alert.tsx'

export const TRANSFER_STATUS_WORDS: Readonly<Record<TransferStatus, string>> = {
  SCHEDULED: 'Ordenado',
  SENT: 'No banco',
  PAID: 'Pago',
  FAILED: 'Recusado pelo banco',
  CANCELED: 'Cancelado',
  RETURNED: 'Voltou',
}

export const TRANSFER_TONES: Readonly<Record<TransferStatus, Tone>> = {
  SCHEDULED: 'calm',
  SENT: 'calm',
  PAID: 'good',
  FAILED: 'bad',
  CANCELED: 'calm',
  RETURNED: 'bad',
}

export const TRANSFER_LINE_WORDS: Readonly<Record<TransferLineKind, string>> = {
  SALE: 'Venda',
  CANCELLATION: 'Desconto: pedido cancelado',
  RETURN: 'Desconto: produtos devolvidos',
  COST: 'Desconto: custo do cancelamento',
  ADJUSTMENT: 'Desconto: ajuste',
}

export const STATEMENT_KIND_WORDS: Readonly<Record<StatementKind, string>> = {
  SALE: 'Venda',
  COMMISSION: 'Comissão',
  RETENTION: 'Retenção',
  CANCELLATION: 'Cancelamento',
  RETURN: 'Devolução',
  TRANSFER: 'Repasse',
  ADJUSTMENT: 'Ajuste',
}

/** What an order without a day waits for. */
export const HELD_WORDS: Readonly<Record<HeldReason, string>> = {
  INVOICE_MISSING: 'Falta enviar a nota fiscal',
  INVOICE_UNDER_REVIEW: 'Nota fiscal em conferência',
  INVOICE_REFUSED: 'Nota fiscal recusada: envie outra',
  TRANSFER_FAILED: 'O banco recusou o repasse: a conta está sendo verificada',
  TRANSFER_RETURNED: 'O repasse voltou: a conta está sendo verificada',
  LENDER: 'Espera quem financia as suas vendas',
  ACCOUNT_MISSING: 'Falta a conta para receber',
  SHOP_SUSPENDED: 'Os repasses da loja estão suspensos',
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

export const writeOrders = (number: number): string => count(number, 'pedido', 'pedidos')

export const ATTENTION_WORDS: Readonly<Record<AttentionKind, (number: number) => string>> = {
  TRANSFER_RETURNED: number => `${count(number, 'pedido', 'pedidos')} num repasse que voltou`,
  TRANSFER_FAILED: number => `${count(number, 'pedido', 'pedidos')} num repasse que o banco recusou`,
  INVOICE_REFUSED: number => count(number, 'nota fiscal recusada', 'notas fiscais recusadas'),
  INVOICE_MISSING: number => `${count(number, 'pedido espera', 'pedidos esperam')} a nota fiscal`,
  ACCOUNT_MISSING: () => 'Falta a conta para receber os repasses',
  ACCOUNT_CHANGE: () => 'Uma mudança dos dados da conta espera aprovação',
  WEBHOOK_FAILING: number => `${count(number, 'endereço de webhook', 'endereços de webhook')} com falhas`,
  LINKS_ENDING: number => count(number, 'link termina em até dois dias', 'links terminam em até dois dias'),
}

export const STEP_WORDS: Readonly<Record<FirstStep, string>> = {
  ACCOUNT: 'Conta para receber os repasses',
  KEY: 'Chave de acesso do seu sistema',
  WEBHOOK: 'Endereço que recebe os webhooks',
  ORIGIN: 'Endereço da loja liberado para a vitrine',
  LINK: 'Primeiro link de pagamento',
  SALE: 'Primeira venda',
}
