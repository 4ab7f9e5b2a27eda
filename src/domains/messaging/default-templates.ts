import { writeAmount, writeDate } from '../../brazil/writing.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Template } from './templates.ts'

/** What a debtor is told before something is done about a delay. */
interface DelayFacts {
  readonly shop: string
  readonly customerName: string | undefined
  readonly accountUrl: string
  readonly dueDate: CalendarDate
  /** Open, without charges. */
  readonly faceCentavos: Centavos
  /** With the charges of the day of the notice. */
  readonly overdueCentavos: Centavos
  /** Nothing is done before it. */
  readonly notBefore: CalendarDate
}

export interface DefaultTemplateFacts {
  readonly 'listing-notice': DelayFacts
  readonly 'acceleration-notice': DelayFacts & {
    /** All that will be owed, at today's value. */
    readonly totalCentavos: Centavos
  }
}

/**
 * Formal notices: they say what is owed and to whom, what happens when, and how to contest. They threaten nobody. An SMS
 * has no word of debt in its first line, because phones show it to whoever is near.
 */
export const DEFAULT_TEMPLATES: {
  readonly [Name in keyof DefaultTemplateFacts]: Template<DefaultTemplateFacts[Name]>
} = {
  'listing-notice': {
    purpose: 'COLLECTION',
    sms: ({ notBefore, accountUrl }) =>
      `Crediario: aviso da sua conta. Em ${writeDate(notBefore)} a parcela pode ir ao cadastro de credito. Veja: ${accountUrl}`,
    email: facts => ({
      subject: 'Aviso sobre a sua compra',
      paragraphs: [
        greetByName(facts.customerName),
        `Até hoje não recebemos o pagamento da parcela vencida em ${writeDate(facts.dueDate)} da sua compra em ${facts.shop}. Se ela continuar em aberto, ela poderá ser informada aos cadastros de proteção ao crédito a partir de ${writeDate(facts.notBefore)} (Código de Defesa do Consumidor, art. 43, § 2º).`,
        'Se você já pagou, desconsidere este aviso. Se não concorda com a cobrança, conteste pela sua conta ou pelos canais abaixo: enquanto a contestação for analisada, nada será informado.',
      ],
      rows: [
        ['Valor da parcela em aberto', writeAmount(facts.faceCentavos)],
        ['Com multa e juros até hoje', writeAmount(facts.overdueCentavos)],
      ],
      links: [{ label: 'Pagar, negociar ou contestar', url: facts.accountUrl }],
    }),
  },
  'acceleration-notice': {
    purpose: 'COLLECTION',
    sms: ({ notBefore, accountUrl }) =>
      `Crediario: aviso da sua conta. Regularize ate ${writeDate(notBefore)} e mantenha o parcelamento. Veja: ${accountUrl}`,
    email: facts => ({
      subject: 'Aviso sobre o seu contrato',
      paragraphs: [
        greetByName(facts.customerName),
        `A parcela vencida em ${writeDate(facts.dueDate)} da sua compra em ${facts.shop} continua em aberto. Você tem 15 dias para pagar o que está vencido e manter o parcelamento. Sem isso, o contrato prevê o vencimento antecipado das demais parcelas, sem os juros do tempo que ainda não passou.`,
        'Se o valor não couber agora, podemos negociar outro plano pela sua conta. Se você já pagou, desconsidere este aviso.',
      ],
      rows: [
        ['Para manter o parcelamento', writeAmount(facts.overdueCentavos)],
        ['Pagar até', writeDate(facts.notBefore)],
        ['Total do contrato hoje', writeAmount(facts.totalCentavos)],
      ],
      links: [{ label: 'Pagar ou negociar', url: facts.accountUrl }],
    }),
  },
}

function greetByName(name: string | undefined): string {
  const [first] = name?.trim().split(/\s+/) ?? []
  return first ? `Olá, ${first}!` : 'Olá!'
}
