import type { BalanceExit, ProposedEntryState } from '../../src/contract/desk-books.ts'

/* Words of the page of the books. */

export const BALANCE_WORDS: Readonly<Record<string, string>> = {
  clawback: 'O lojista deve de volta',
  'commission-payable': 'Comissão a pagar',
  'iof-recoverable': 'IOF a recuperar',
  'insurer-receivable': 'A receber da seguradora',
  'premium-payable': 'Prêmios a repassar',
}

export const EXIT_WORDS = {
  CLAWBACK_RECEIVED: 'O lojista pagou',
  COMMISSION_PAID: 'Paga por fora',
  IOF_REFUNDED: 'A Receita devolveu',
  IOF_OFFSET: 'Compensar',
  INSURER_RECEIVED: 'A seguradora pagou',
  INSURER_NETTED: 'Abater dos prêmios',
} satisfies Readonly<Record<BalanceExit, string>>

export const ENTRY_KIND_WORDS: Readonly<Record<string, string>> = {
  manual: 'Lançamento manual',
  'manual-reversed': 'Estorno de lançamento manual',
  'iof-paid': 'IOF pago por DARF',
  'iof-offset': 'IOF compensado',
  'iof-refunded': 'IOF devolvido pela Receita',
  'insurer-received': 'Pagamento da seguradora',
  'insurer-netted': 'Abatido dos prêmios',
  'clawback-received': 'Pagamento do lojista',
  'commission-paid': 'Comissão paga por fora',
}

export const ENTRY_STATE_WORDS = {
  proposed: 'Espera a segunda pessoa',
  booked: 'Lançado',
  declined: 'Não aprovado',
  overtaken: 'Perdeu o efeito',
} satisfies Readonly<Record<ProposedEntryState, string>>
