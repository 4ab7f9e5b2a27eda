import type { ConsoleBillet, ConsoleOrder } from '../../src/contract/console-orders.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import type { OrderGroup } from '../../src/contract/order-groups.ts'
import type { TransferBlockerCode } from '../../src/contract/orders.ts'
import type { Tone } from '../design/alert.tsx'
import { StaffProblem } from '../shell/api.ts'

/** What an order waits for, as the choices above the list say it. */
export const GROUP_WORDS = {
  ONBOARDING: 'Com o cliente',
  ANALYSIS: 'Em análise',
  DOWN_PAYMENT: 'Entrada por pagar',
  UNSCHEDULED: 'Nota ou conta pendente',
  SCHEDULED: 'A receber',
  TRANSFERED: 'Repassados',
  AGREEMENT: 'Acordos',
  CANCELED: 'Cancelados',
  ABANDONED: 'Desistências',
} as const satisfies Readonly<Record<OrderGroup, string>>

/** Of one order. */
export const GROUP_TAGS = {
  ONBOARDING: ['calm', 'Com o cliente'],
  ANALYSIS: ['calm', 'Em análise'],
  DOWN_PAYMENT: ['warn', 'Entrada por pagar'],
  UNSCHEDULED: ['warn', 'Pendente'],
  SCHEDULED: ['calm', 'A receber'],
  TRANSFERED: ['good', 'Repassado'],
  AGREEMENT: ['calm', 'Acordo'],
  CANCELED: ['calm', 'Cancelado'],
  ABANDONED: ['calm', 'Desistência'],
} as const satisfies Readonly<Record<OrderGroup, readonly [Tone, string]>>

interface BlockerWords {
  readonly title: string
  /** What happens, or what to do. */
  readonly text: string
}

export const BLOCKER_WORDS: Readonly<Record<TransferBlockerCode, BlockerWords>> = {
  ENDED: { title: 'O pedido foi encerrado', text: 'Não há repasse de um pedido cancelado ou abandonado.' },
  AGREEMENT: { title: 'É um acordo', text: 'A loja recebe pela compra de que o acordo trata.' },
  IN_ANALYSIS: { title: 'A compra está em análise', text: 'A financeira confere a identidade do cliente.' },
  NOT_SIGNED: { title: 'O cliente ainda não assinou', text: 'O contrato vale a partir da assinatura.' },
  DOWN_PAYMENT_UNPAID: {
    title: 'A entrada não foi paga',
    text: 'O contrato começa quando a entrada é paga.',
  },
  NOTHING_DUE: { title: 'Não sobra valor a repassar', text: 'Comissão e retenção são o valor todo.' },
  INVOICE_MISSING: { title: 'Falta a nota fiscal', text: 'Envie o PDF da nota: o repasse espera por ela.' },
  INVOICE_UNDER_REVIEW: {
    title: 'A nota fiscal está em conferência',
    text: 'Uma pessoa da financeira confere o documento.',
  },
  INVOICE_REFUSED: { title: 'A nota fiscal foi recusada', text: 'Envie outra nota.' },
  TRANSFER_FAILED: {
    title: 'O banco recusou o repasse',
    text: 'Confira os dados da conta com a financeira.',
  },
  TRANSFER_RETURNED: {
    title: 'O repasse voltou',
    text: 'O banco da loja devolveu o dinheiro. Confira os dados da conta com a financeira.',
  },
  ACCOUNT_MISSING: {
    title: 'A loja não tem conta cadastrada',
    text: 'Peça à financeira o cadastro da conta.',
  },
  SHOP_SUSPENDED: { title: 'A loja está suspensa', text: 'Fale com a financeira.' },
  MONEY_HELD: {
    title: 'Os repasses estão parados',
    text: 'A financeira confere os livros antes de liberar todos os repasses.',
  },
  SETTLEMENT_DAY: { title: 'Espera o dia do repasse', text: 'Pelo calendário combinado com a loja.' },
  ACCOUNT_CHANGED: {
    title: 'A conta da loja mudou há pouco',
    text: 'Por 48 horas, uma pessoa da financeira aprova cada repasse.',
  },
  BALANCE_OWED: { title: 'Há um saldo devido pela loja', text: 'Ele é descontado dos próximos repasses.' },
  APPROVAL: { title: 'Espera a aprovação da financeira', text: 'Uma pessoa aprova este repasse.' },
  TRANSFER_SENT: { title: 'A caminho', text: 'O repasse foi ordenado ao banco.' },
}

export const BILLET_TAGS = {
  PAID: ['good', 'Pago'],
  LATE: ['bad', 'Em atraso'],
  OPEN: ['calm', 'A vencer'],
  CANCELED: ['calm', 'Cancelado'],
} as const satisfies Readonly<Record<ConsoleBillet['state'], readonly [Tone, string]>>

export const INVOICE_TAGS = {
  RECEIVED: ['calm', 'Recebida'],
  DESK: ['calm', 'Em conferência'],
  VALIDATED: ['good', 'Aceita'],
  REFUSED: ['bad', 'Recusada'],
  WITHDRAWN: ['calm', 'Sem efeito'],
} as const satisfies Readonly<Record<NonNullable<ConsoleOrder['invoice']>['state'], readonly [Tone, string]>>

/** What the automatic check of an invoice looks for. */
export const FINDING_WORDS: Readonly<Record<string, string>> = {
  readable: 'Texto legível',
  visible: 'Texto à vista',
  order: 'Número do pedido',
  retailer: 'Nome da loja',
  customer: 'CPF do cliente',
  amount: 'Valor da compra',
  accessKey: 'Chave de acesso',
}

export const DELIVERY_TAGS = {
  pending: ['warn', 'Na fila'],
  delivered: ['good', 'Entregue'],
  failed: ['bad', 'Falhou'],
  canceled: ['calm', 'Cancelada'],
} as const satisfies Readonly<
  Record<NonNullable<ConsoleOrder['events'][number]['delivery']>, readonly [Tone, string]>
>

/** Refusals of what is done to an order. */
const PROBLEMS: Partial<Readonly<Record<ErrorCode, string>>> = {
  transaction_not_found: 'Não encontramos este pedido nesta loja.',
  transaction_not_cancelable: 'Este pedido não pode mais ser cancelado.',
  transaction_state_conflict: 'O pedido mudou e não permite mais isto. Atualize a página.',
  agreement_in_progress: 'A dívida deste pedido está em um acordo. Fale com a financeira.',
  agreement_not_cancelable: 'Um acordo que está sendo pago não pode ser cancelado.',
  return_not_possible:
    'Os produtos deste pedido não podem mais ser devolvidos por aqui. Fale com a financeira.',
  products_not_found: 'Os produtos mudaram. Atualize a página.',
  no_product_left: 'Ao menos um produto precisa ficar. Para devolver todos, cancele o pedido.',
  invoice_not_pdf: 'O arquivo não é um PDF.',
  invoice_not_base64: 'O arquivo não pôde ser lido.',
  invoice_with_active_content: 'O PDF tem conteúdo ativo ou anexos. Envie o PDF original da nota.',
  invoice_expands_too_far: 'O PDF é grande demais depois de aberto.',
  invoice_infected: 'O antivírus recusou este arquivo.',
  invoice_locked: 'O repasse já foi feito por esta nota: ela não pode ser trocada.',
  invoice_history_full: 'Já foram enviadas cinco notas para este pedido. Fale com a financeira.',
  invoice_quota_spent: 'O limite de envios de hoje acabou. Tente amanhã.',
  body_too_large: 'O arquivo tem mais de 10 MB.',
}

export function writeOrderProblem(error: unknown, explain: (error: unknown) => string): string {
  const known = error instanceof StaffProblem ? PROBLEMS[error.code as ErrorCode] : undefined
  return known ?? explain(error)
}
