import { writeAmount, writeDate } from '../../brazil/writing.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { clip, greet, seeAccount } from './email-layout.ts'
import type { Template } from './templates.ts'

interface CaseFacts {
  readonly shop: string
  readonly customerName: string | undefined
  readonly accountUrl: string
}

/** What the customer is told about a case that ends or changes the contract. */
export interface CaseTemplateFacts {
  readonly 'discount-offered': CaseFacts & {
    readonly amountCentavos: Centavos
    readonly until: CalendarDate
    readonly owedCentavos: Centavos
    readonly on: CalendarDate
  }
  readonly 'debt-released': CaseFacts
  readonly 'plan-begun': CaseFacts & {
    readonly installments: number
    readonly installmentCentavos: Centavos
    readonly totalCentavos: Centavos
    readonly firstDueDate: CalendarDate
  }
  /** To a person whose name somebody else used. */
  readonly 'contract-voided': { readonly shop: string }
}

/* As with reminders, neither an SMS nor the subject of an e-mail speaks of a debt: others may see them. */
export const CASE_TEMPLATES: {
  readonly [Name in keyof CaseTemplateFacts]: Template<CaseTemplateFacts[Name]>
} = {
  'discount-offered': {
    purpose: 'CONTRACT',
    sms: ({ shop, until, accountUrl }) =>
      `${clip(shop)}: temos uma proposta para voce, valida ate ${writeDate(until)}. Veja na sua conta: ${accountUrl}`,
    email: ({ shop, customerName, amountCentavos, until, owedCentavos, on, accountUrl }) => ({
      subject: `Uma proposta sobre a sua compra em ${shop}`,
      paragraphs: [
        greet(customerName),
        `Aceitamos ${writeAmount(amountCentavos)} para encerrar de vez a sua compra em ${shop}, se o pagamento for feito até ${writeDate(until)}. Depois dele, nada mais será cobrado, e você recebe o termo de quitação.`,
        'O boleto e o código Pix estão na sua conta. Se você não quiser ou não puder pagar até lá, tudo continua como está.',
      ],
      rows: [
        [`Para quitar sem a proposta, em ${writeDate(on)}`, writeAmount(owedCentavos)],
        ['Com a proposta', writeAmount(amountCentavos)],
        ['Pague até', writeDate(until)],
      ],
      links: [seeAccount(accountUrl)],
    }),
  },
  'debt-released': {
    purpose: 'CONTRACT',
    attachment: 'discharge',
    sms: ({ shop, accountUrl }) =>
      `${clip(shop)}: sua compra esta encerrada e nada mais sera cobrado. Seu termo: ${accountUrl}`,
    email: ({ shop, customerName, accountUrl }) => ({
      subject: `Sua compra em ${shop} está encerrada`,
      paragraphs: [
        greet(customerName),
        `O seu contrato da compra em ${shop} foi encerrado. Você não deve mais nada por ele, e nada mais será cobrado. Os boletos que estavam em aberto foram cancelados: não pague nenhum deles.`,
        'O termo de quitação está anexo: guarde com você.',
      ],
      links: [seeAccount(accountUrl)],
    }),
  },
  'plan-begun': {
    purpose: 'CONTRACT',
    sms: ({ shop, installments, firstDueDate, accountUrl }) =>
      `${clip(shop)}: seu plano comecou. 1a de ${installments} em ${writeDate(firstDueDate)}. Nao pague os boletos antigos: ${accountUrl}`,
    email: ({
      shop,
      customerName,
      installments,
      installmentCentavos,
      totalCentavos,
      firstDueDate,
      accountUrl,
    }) => ({
      subject: 'Seu plano de pagamento começou',
      paragraphs: [
        greet(customerName),
        `A sua compra em ${shop} segue agora o plano de pagamento da Lei 14.181, como diz o documento da conciliação ou do juiz. Você não precisa assinar nada.`,
        'Os boletos antigos foram cancelados. Pague somente os do plano, que estão na sua conta.',
      ],
      rows: [
        ['Parcelas', `${installments} de ${writeAmount(installmentCentavos)}`],
        ['Primeiro vencimento', writeDate(firstDueDate)],
        ['Total das parcelas', writeAmount(totalCentavos)],
      ],
      links: [seeAccount(accountUrl)],
      closing: ['Se uma parcela ficar mais de 30 dias em atraso, o plano termina e a dívida anterior volta.'],
    }),
  },
  'contract-voided': {
    purpose: 'CONTRACT',
    email: ({ shop }) => ({
      subject: 'A resposta ao seu relato',
      paragraphs: [
        'Olá!',
        `Conferimos o seu relato sobre uma compra em ${shop} feita no seu nome. O contrato foi anulado: você não deve nada por ele, e nada será cobrado. Se o seu nome foi incluído em um cadastro de inadimplentes por causa dele, já pedimos a retirada.`,
        'Sentimos pelo transtorno. Se precisar de algo, fale conosco pelos canais abaixo.',
      ],
    }),
  },
}
