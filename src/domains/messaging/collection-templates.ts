import type { InstallmentState } from '../../brand/ring.ts'
import { writeAtShop } from '../../brazil/shop-words.ts'
import { writeAmount, writeDate } from '../../brazil/writing.ts'
import { toAscii } from '../../kernel/ascii-text.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { clip, type EmailComposition, type EmailDraft, greet } from './email-layout.ts'
import type { Template } from './templates.ts'

/** An installment that a customer is reminded of. */
export interface RemindedInstallment {
  readonly shop: string
  /** The transaction's id. */
  readonly contract: string
  readonly installmentNumber: number
  readonly installments: number
  readonly dueDate: CalendarDate
  /** What is open of it, without charges. */
  readonly faceCentavos: Centavos
  /** Today, with fine and interest. */
  readonly totalCentavos: Centavos
}

interface ReminderFacts {
  readonly customerName: string | undefined
  readonly accountUrl: string
  /** Who lends; undefined where no account is configured. */
  readonly creditor: { readonly name: string; readonly cnpj: string } | undefined
  readonly today: CalendarDate
  /** At least one, the oldest first. */
  readonly installments: readonly RemindedInstallment[]
  /** Of all installments, where the message is about one contract. */
  readonly states?: readonly InstallmentState[] | undefined
}

export interface CollectionTemplateFacts {
  readonly 'installment-reminder': ReminderFacts
  readonly 'installment-late': ReminderFacts
  readonly 'second-copy-offer': ReminderFacts
  readonly 'agreement-offer': ReminderFacts
}
export type CollectionTemplateName = keyof CollectionTemplateFacts

/*
 * Others may see the screen or the list of messages, so that neither an SMS nor the subject and first lines of an e-mail
 * speak of a debt (CDC, art. 42). The amounts are in the e-mail, and in the customer's area behind a code.
 */
export const COLLECTION_TEMPLATES: {
  readonly [Name in CollectionTemplateName]: Template<CollectionTemplateFacts[Name]>
} = {
  'installment-reminder': {
    purpose: 'REMINDER',
    sms: facts => writeSms('lembrete', facts),
    email: facts =>
      write(facts, {
        subject: `Lembrete da sua compra ${placeShops(facts)}`,
        explanation: 'Para a sua organização, estas são as datas:',
        closing: ['Se você já pagou, desconsidere esta mensagem.'],
      }),
  },
  'installment-late': {
    purpose: 'COLLECTION',
    sms: facts => writeSms('aviso', facts),
    email: facts =>
      write(facts, {
        subject: `Sobre a sua compra ${placeShops(facts)}`,
        explanation:
          'Ainda não vimos o pagamento do que está abaixo. Se você já pagou, desconsidere: o banco pode levar um dia útil para nos avisar.',
        closing: ['Na sua conta você encontra o Pix, o boleto e a segunda via, com o valor de hoje.'],
      }),
  },
  'second-copy-offer': {
    purpose: 'COLLECTION',
    sms: facts => writeSms('aviso', facts),
    email: facts =>
      write(facts, {
        subject: `Sobre a sua compra ${placeShops(facts)}`,
        explanation:
          'O pagamento do que está abaixo ainda não chegou. Na sua conta você pode gerar a segunda via com um novo vencimento, sem custo de emissão.',
        closing: ['Se algo não estiver certo, conteste pelos canais abaixo ou na sua conta.'],
      }),
  },
  'agreement-offer': {
    purpose: 'COLLECTION',
    sms: facts => writeSms('aviso', facts),
    email: facts =>
      write(facts, {
        subject: `Sobre a sua compra ${placeShops(facts)}`,
        explanation:
          'O pagamento do que está abaixo ainda não chegou. Se o valor não cabe no seu mês, fale conosco: podemos combinar outra forma de pagar. A segunda via continua disponível na sua conta.',
        closing: ['Se algo não estiver certo, conteste pelos canais abaixo ou na sua conta.'],
      }),
  },
}

const LONGEST_CREDITOR = 14

function writeSms(kind: string, { creditor, accountUrl, installments }: ReminderFacts): string {
  const [first] = installments
  if (first === undefined) throw new Error('nothing is due')
  const shop = clip(first.shop)
  const signature = creditor && ` ${clip(toAscii(creditor.name), LONGEST_CREDITOR)} CNPJ ${creditor.cnpj}`
  return `${shop}: ${kind} da sua compra no crediario: ${accountUrl}${signature ?? ''}`
}

function write(
  facts: ReminderFacts,
  {
    subject,
    explanation,
    closing,
  }: { readonly subject: string; readonly explanation: string; readonly closing: readonly string[] },
): EmailDraft {
  const { installments, today, creditor } = facts
  const total = installments.reduce((sum, { totalCentavos }) => sum + totalCentavos, 0)
  return {
    subject,
    paragraphs: [
      greet(facts.customerName),
      `Temos uma informação sobre a sua compra ${placeShops(facts)}. Os detalhes estão nesta mensagem e na sua conta.`,
      explanation,
    ],
    rows: [
      ...installments.flatMap(each => describe(each, today)),
      ...(installments.length > 1 ? [[`Total em ${writeDate(today)}`, writeAmount(total)] as const] : []),
      ...(creditor === undefined ? [] : [['Credor', `${creditor.name}, CNPJ ${creditor.cnpj}`] as const]),
    ],
    states: facts.states,
    links: [{ label: 'Abrir minha conta', url: facts.accountUrl }],
    closing,
  }
}

function describe(
  each: RemindedInstallment,
  today: CalendarDate,
): (readonly [name: string, value: string])[] {
  const { shop, contract, installmentNumber, installments, dueDate, faceCentavos, totalCentavos } = each
  const isCharged = totalCentavos > faceCentavos
  return [
    [`${shop}, contrato ${contract}`, `parcela ${installmentNumber} de ${installments}`],
    ['Vencimento', writeDate(dueDate)],
    [isCharged ? 'Valor sem encargos' : 'Valor', writeAmount(faceCentavos)],
    ...(isCharged
      ? [[`Valor em ${writeDate(today)}, com multa e juros`, writeAmount(totalCentavos)] as const]
      : []),
  ]
}

function placeShops({ installments }: ReminderFacts): string {
  const [first = '', ...others] = new Set(installments.map(({ shop }) => shop))
  return `${writeAtShop(first)}${others.length > 0 ? ' e em outra loja' : ''}`
}

/** The content of a formal notice, which precedes measures against a delay. */
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
 * has no word of debt in its first line, because phones show it to anybody nearby.
 */
export const DEFAULT_TEMPLATES: {
  readonly [Name in keyof DefaultTemplateFacts]: Template<DefaultTemplateFacts[Name]>
} = {
  'listing-notice': {
    purpose: 'COLLECTION',
    sms: ({ shop, notBefore, accountUrl }) =>
      `${clip(shop)}: aviso da sua conta. Em ${writeDate(notBefore)} a parcela pode ir ao cadastro de credito: ${accountUrl}`,
    email: facts => ({
      subject: 'Aviso sobre a sua compra',
      paragraphs: [
        greetByName(facts.customerName),
        `Até hoje não recebemos o pagamento da parcela vencida em ${writeDate(facts.dueDate)} da sua compra ${writeAtShop(facts.shop)}. Se ela continuar em aberto, ela poderá ser informada aos cadastros de proteção ao crédito a partir de ${writeDate(facts.notBefore)} (Código de Defesa do Consumidor, art. 43, § 2º).`,
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
    sms: ({ shop, notBefore, accountUrl }) =>
      `${clip(shop)}: aviso da sua conta. Regularize ate ${writeDate(notBefore)} e mantenha o parcelamento: ${accountUrl}`,
    email: facts => ({
      subject: 'Aviso sobre o seu contrato',
      paragraphs: [
        greetByName(facts.customerName),
        `A parcela vencida em ${writeDate(facts.dueDate)} da sua compra ${writeAtShop(facts.shop)} continua em aberto. Você tem 15 dias para pagar o que está vencido e manter o parcelamento. Sem isso, o contrato prevê o vencimento antecipado das demais parcelas, sem os juros do tempo que ainda não passou.`,
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
    readonly composition?: EmailComposition
  }
  readonly 'agreement-broken': Agreed & {
    /** What is owed on the original now, with charges. */
    readonly owedCentavos: Centavos
    readonly on: CalendarDate
  }
}
type AgreementTemplateName = keyof AgreementTemplateFacts

/* Others may see the screen: an SMS says where to look, and no amounts. */
export const AGREEMENT_TEMPLATES: {
  readonly [Name in AgreementTemplateName]: Template<AgreementTemplateFacts[Name]>
} = {
  'agreement-made': {
    purpose: 'CONTRACT',
    attachment: 'contract',
    sms: ({ shop, installments, firstDueDate, accountUrl }) =>
      `${clip(shop)}: acordo feito. 1a de ${installments} em ${writeDate(firstDueDate)}. Os boletos antigos foram cancelados: ${accountUrl}`,
    email: facts => ({
      composition: facts.composition,
      subject: 'Seu acordo está feito',
      paragraphs: [
        greet(facts.customerName),
        `Seu acordo sobre a compra ${writeAtShop(facts.shop)} começou. O documento está anexo a esta mensagem: guarde com você.`,
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
    sms: ({ shop, accountUrl }) =>
      `${clip(shop)}: seu acordo terminou. O que voce pagou foi contado. Veja como seguir: ${accountUrl}`,
    email: facts => ({
      subject: 'Seu acordo terminou',
      paragraphs: [
        greet(facts.customerName),
        `Uma parcela do acordo sobre a compra ${writeAtShop(facts.shop)} ficou mais de 30 dias em atraso, e o acordo terminou. Tudo o que você pagou foi contado na dívida anterior, no dia em que você pagou.`,
        'Na sua conta estão os boletos do que falta. Você também pode pedir outro acordo, ou falar conosco pelos canais abaixo.',
      ],
      rows: [[`Falta pagar em ${writeDate(facts.on)}`, writeAmount(facts.owedCentavos)]],
      links: [{ label: 'Ver na minha conta', url: facts.accountUrl }],
    }),
  },
}
