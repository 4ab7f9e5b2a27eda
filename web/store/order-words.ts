import type { OrderState } from '../../src/contract/store.ts'
import type { Tone } from '../design/alert.tsx'

interface OrderWords {
  readonly title: string
  readonly text: string
  /** For lists. */
  readonly short: string
  readonly tone: Tone
}

export const ORDER_WORDS: Readonly<Record<OrderState, OrderWords>> = {
  waiting: {
    title: 'Aguardando o pagamento',
    text: 'Seu pedido está reservado. Abra a página do crediário para escolher as parcelas.',
    short: 'Aguardando pagamento',
    tone: 'calm',
  },
  choosing: {
    title: 'Escolhendo as parcelas',
    text: 'A página do crediário está aberta. Continue por lá: esta página muda sozinha.',
    short: 'Escolhendo as parcelas',
    tone: 'calm',
  },
  identification: {
    title: 'Em identificação',
    text: 'Parcelas escolhidas. Falta enviar as fotos do documento e do rosto.',
    short: 'Em identificação',
    tone: 'calm',
  },
  analysis: {
    title: 'Em análise',
    text: 'O crediário está conferindo as fotos. Costuma levar segundos; às vezes uma pessoa confere.',
    short: 'Em análise',
    tone: 'calm',
  },
  contract: {
    title: 'Quase lá: falta o contrato',
    text: 'Identificação aprovada. Agora é ler e assinar o contrato.',
    short: 'Contrato para assinar',
    tone: 'calm',
  },
  'down-payment': {
    title: 'Falta só a entrada',
    text: 'Contrato assinado. Assim que a entrada for paga por Pix ou boleto, o pedido é aprovado.',
    short: 'Aguardando a entrada',
    tone: 'calm',
  },
  approved: {
    title: 'Pedido aprovado',
    text: 'Obrigado pela compra! Já estamos separando seus produtos, que só existem no desenho.',
    short: 'Aprovado',
    tone: 'good',
  },
  denied: {
    title: 'O crediário não foi aprovado desta vez',
    text: 'Isso acontece e não fecha nenhuma porta: você pode tentar de novo, ou pagar de outra forma.',
    short: 'Não aprovado',
    tone: 'warn',
  },
  canceled: {
    title: 'Compra cancelada',
    text: 'Nada será cobrado, e o que já foi pago volta para você.',
    short: 'Cancelado',
    tone: 'warn',
  },
  expired: {
    title: 'O prazo deste pedido acabou',
    text: 'Sem problema: os produtos continuam aqui. Faça o pedido de novo quando quiser.',
    short: 'Prazo encerrado',
    tone: 'warn',
  },
}

/** What the page shows as a way; each state belongs to one of its stations. */
export const STATIONS = [
  'Pedido feito',
  'Parcelas',
  'Identificação',
  'Contrato',
  'Entrada',
  'Aprovado',
] as const

export const STATION_OF: Readonly<Record<OrderState, number>> = {
  waiting: 1,
  choosing: 1,
  identification: 2,
  analysis: 2,
  contract: 3,
  'down-payment': 4,
  approved: 6,
  denied: 0,
  canceled: 0,
  expired: 0,
}
