import { writeAmount, writeDate } from '../../brazil/writing.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Template } from './templates.ts'
import { greet } from './writing.ts'

interface Agreed {
  readonly shop: string
  readonly customerName: string | undefined
  readonly accountUrl: string
}

export interface AgreementTemplateFacts {
  readonly 'agreement-made': Agreed & {
    readonly installments: number
    readonly installmentCentavos: Centavos
    readonly totalCentavos: Centavos
    readonly firstDueDate: CalendarDate
    readonly cetPA: number
  }
  readonly 'agreement-broken': Agreed & {
    /** What is owed on the original now, with charges. */
    readonly owedCentavos: Centavos
    readonly on: CalendarDate
  }
}
export type AgreementTemplateName = keyof AgreementTemplateFacts

/* Others may see the screen: an SMS says where to look, and no amounts. */
export const AGREEMENT_TEMPLATES: {
  readonly [Name in AgreementTemplateName]: Template<AgreementTemplateFacts[Name]>
} = {
  'agreement-made': {
    purpose: 'CONTRACT',
    attachment: 'contract',
    sms: ({ installments, firstDueDate, accountUrl }) =>
      `Crediario: acordo feito. 1a de ${installments} em ${writeDate(firstDueDate)}. Os boletos antigos foram cancelados: ${accountUrl}`,
    email: facts => ({
      subject: 'Seu acordo está feito',
      paragraphs: [
        greet(facts.customerName),
        `Seu acordo sobre a compra em ${facts.shop} começou. O documento está anexo a esta mensagem: guarde com você.`,
        'Os boletos antigos foram cancelados. Pague somente os do acordo, que estão na sua conta.',
      ],
      rows: [
        ['Parcelas', `${facts.installments} de ${writeAmount(facts.installmentCentavos)}`],
        ['Primeiro vencimento', writeDate(facts.firstDueDate)],
        ['Total das parcelas', writeAmount(facts.totalCentavos)],
        ['Custo efetivo total (CET)', `${facts.cetPA.toFixed(2).replace('.', ',')} % ao ano`],
      ],
      links: [{ label: 'Ver na minha conta', url: facts.accountUrl }],
      closing: [
        'Se uma parcela ficar mais de 30 dias em atraso, o acordo termina e a dívida anterior volta.',
      ],
    }),
  },
  'agreement-broken': {
    purpose: 'CONTRACT',
    sms: ({ accountUrl }) =>
      `Crediario: seu acordo terminou. O que voce pagou foi contado. Veja na sua conta como seguir: ${accountUrl}`,
    email: facts => ({
      subject: 'Seu acordo terminou',
      paragraphs: [
        greet(facts.customerName),
        `Uma parcela do acordo sobre a compra em ${facts.shop} ficou mais de 30 dias em atraso, e o acordo terminou. Tudo o que você pagou foi contado na dívida anterior, no dia em que você pagou.`,
        'Na sua conta estão os boletos do que falta. Você também pode pedir outro acordo, ou falar conosco pelos canais abaixo.',
      ],
      rows: [[`Falta pagar em ${writeDate(facts.on)}`, writeAmount(facts.owedCentavos)]],
      links: [{ label: 'Ver na minha conta', url: facts.accountUrl }],
    }),
  },
}
