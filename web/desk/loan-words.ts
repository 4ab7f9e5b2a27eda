import type {
  DelayBand,
  FoundLoan,
  InstallmentState,
  LoanListing,
  LoanNotice,
  LoanProblem,
  LoanState,
} from '../../src/contract/desk-loans.ts'
import type { MessageFailure, MessageState } from '../../src/contract/messages.ts'

/* Names of the codes about contracts. */

const LOAN_STATE_WORDS = {
  CURRENT: 'Em dia',
  LATE: 'Em atraso',
  ACCELERATED: 'Vencido antecipadamente',
  RENEGOTIATED: 'Renegociado',
  WRITTEN_OFF: 'Baixado para prejuízo',
  PAID: 'Quitado',
  CANCELED: 'Cancelado',
} satisfies Readonly<Record<LoanState, string>>

export const INSTALLMENT_WORDS = {
  open: 'A vencer',
  'part-paid': 'Paga em parte',
  late: 'Em atraso',
  paid: 'Paga',
  canceled: 'Cancelada',
} satisfies Readonly<Record<InstallmentState, string>>

export const MESSAGE_STATE_WORDS = {
  QUEUED: 'Na fila',
  HANDED_OVER: 'Enviada',
  FAILED: 'Não enviada',
} satisfies Readonly<Record<MessageState, string>>

export const MESSAGE_FAILURE_WORDS = {
  ADDRESS_INVALID: 'endereço inválido',
  OPTED_OUT: 'o cliente não quer receber',
  BLOCKED: 'bloqueada',
  EXPIRED: 'perdeu o prazo',
  UNAVAILABLE: 'serviço sem resposta',
} satisfies Readonly<Record<MessageFailure, string>>

/** By template. */
export const MESSAGE_WORDS: Readonly<Record<string, string>> = {
  'payment-link': 'Link de pagamento',
  'picture-asked': 'Nova foto pedida',
  'identification-approved': 'Identificação aprovada',
  'identification-refused': 'Identificação recusada',
  'identification-late': 'Prazo da identificação terminou',
  'contract-signed': 'Contrato assinado',
  'contract-released': 'Contrato liberado',
  'billets-issued': 'Boletos emitidos',
  'payment-received': 'Pagamento recebido',
  'contract-discharged': 'Termo de quitação',
  'discount-offered': 'Proposta de quitação com desconto',
  'debt-released': 'Contrato encerrado',
  'plan-begun': 'Plano da Lei 14.181 iniciado',
  'contract-voided': 'Contrato anulado por fraude',
  'agreement-made': 'Acordo feito',
  'agreement-broken': 'Acordo terminado por atraso',
  'refund-sent': 'Devolução enviada',
  'refund-failed': 'Devolução não chegou',
  'installment-waived': 'Saldo perdoado',
  'products-returned': 'Produtos devolvidos',
  'installment-reminder': 'Lembrete da parcela',
  'installment-late': 'Aviso de atraso',
  'second-copy-offer': 'Oferta de segunda via',
  'agreement-offer': 'Oferta de acordo',
  'listing-notice': 'Aviso de negativação',
  'acceleration-notice': 'Aviso de vencimento antecipado',
}

/** By kind of ledger entry. */
export const ENTRY_WORDS: Readonly<Record<string, string>> = {
  contract: 'Contrato',
  payment: 'Pagamento',
  suspense: 'Pagamento em espera',
  reversal: 'Estorno',
  'refund-due': 'Devolução devida',
  'carry-over': 'Transporte de outra compra',
  transfer: 'Repasse ao lojista',
  'case-credit': 'Crédito pela mesa',
  'case-charges': 'Encargos do crédito pela mesa',
  'pix-return': 'Devolução por Pix',
  'overdue-iof': 'IOF do atraso',
  'release-iof': 'IOF por conta do credor',
  'release-iof-reversed': 'IOF por conta do credor, desfeito',
  credit: 'Crédito no banco',
  tariff: 'Tarifa do banco',
  'payout-ordered': 'Ordem de pagamento',
  'payout-paid': 'Ordem paga',
  'payout-failed': 'Ordem recusada',
  'payout-returned': 'Ordem voltou do banco',
  'clawback-netted': 'Desconto do lojista',
  accrual: 'Juros apropriados',
  'contract-reversed': 'Contrato desfeito',
  clawback: 'Devolução do lojista',
  'clawback-costs': 'Custos da devolução',
  'clawback-received': 'Devolução do lojista recebida',
  'commission-paid': 'Comissão paga',
  'early-settlement': 'Quitação antecipada',
  'early-settlement-reversed': 'Quitação antecipada desfeita',
  close: 'Encerramento',
  acceleration: 'Vencimento antecipado',
  provision: 'Provisão',
  'write-off': 'Baixa para prejuízo',
  'debt-released': 'Dívida encerrada sem pagamento',
  'fraud-loss': 'Perda por fraude',
  recovery: 'Recuperação',
  'iof-paid': 'IOF pago por DARF',
  'iof-offset': 'IOF compensado',
  'iof-refunded': 'IOF devolvido pela Receita',
  'insurer-received': 'Recebido da seguradora',
  'insurer-netted': 'Abatido dos prêmios da seguradora',
  manual: 'Lançamento manual',
  'manual-reversed': 'Estorno de lançamento manual',
  assignment: 'Cessão do contrato',
  'assignment-paid': 'Cessão paga pelo fundo',
  'assignment-ended': 'Recompra do contrato',
  collection: 'Cobrado para o fundo',
  waiver: 'Saldo perdoado',
  'waiver-reversed': 'Perdão desfeito',
  renegotiation: 'Renegociação',
  restructuring: 'Perda da reestruturação',
  'agreement-payment': 'Pagamento de acordo contado na compra',
  'agreement-charges': 'Encargos recebidos no acordo',
  'agreement-ended': 'Fim do acordo',
}

export function writeState({ state, daysLate }: Pick<FoundLoan, 'state' | 'daysLate'>): string {
  const word = LOAN_STATE_WORDS[state] ?? state
  if (daysLate === undefined) return word
  return `${word} · ${daysLate} ${daysLate === 1 ? 'dia' : 'dias'}`
}

export const NOTICE_WORDS = {
  listing: 'De negativação',
  acceleration: 'De vencimento antecipado',
} satisfies Readonly<Record<LoanNotice['kind'], string>>

export const LISTING_STATE_WORDS = {
  ASKING: 'Pedida ao birô',
  LISTED: 'Incluída',
  REFUSED: 'Recusada pelo birô',
  LOWERING: 'Redução pedida',
  REMOVING: 'Retirada pedida',
  REMOVED: 'Retirada',
} satisfies Readonly<Record<LoanListing['state'], string>>

export const REMOVAL_WORDS = {
  PAID: 'paga',
  RENEGOTIATED: 'acordo feito',
  DISPUTED: 'contestada pelo cliente',
  CANCELED: 'compra cancelada',
  ENDED: 'cinco anos',
} satisfies Readonly<Record<NonNullable<LoanListing['removalReason']>, string>>

export const DELAY_WORDS = {
  '1-14': '1–14 dias',
  '15-30': '15–30',
  '31-60': '31–60',
  '61-90': '61–90',
  '91+': '91 ou mais',
} satisfies Readonly<Record<DelayBand, string>>

/** Why income counts only when it is received. */
export const PROBLEM_WORDS = {
  delay: 'Mais de 90 dias de atraso',
  restructured: 'Dívida renegociada',
  'written-off': 'Acordo depois da baixa para prejuízo',
  person: 'Outra dívida da mesma pessoa',
} satisfies Readonly<Record<LoanProblem, string>>
