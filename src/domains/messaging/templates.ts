import type { InstallmentState } from '../../brand/ring.ts'
import { writeAtShop } from '../../brazil/shop-words.ts'
import { writeAmount, writeDate } from '../../brazil/writing.ts'
import type { MessagePurpose } from '../../contract/messages.ts'
import type { CodePurpose, PictureKind } from '../../contract/onboarding.ts'
import { toAscii } from '../../kernel/ascii-text.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import { CASE_TEMPLATES, type CaseTemplateFacts } from './case-templates.ts'
import {
  AGREEMENT_TEMPLATES,
  type AgreementTemplateFacts,
  COLLECTION_TEMPLATES,
  type CollectionTemplateFacts,
  DEFAULT_TEMPLATES,
  type DefaultTemplateFacts,
} from './collection-templates.ts'
import { clip, type EmailComposition, type EmailDraft, greet, seeAccount } from './email-layout.ts'
import type { AttachmentKind } from './message.ts'
import { STAFF_TEMPLATES, type StaffTemplateFacts } from './staff-templates.ts'

/** The values of each template. A link leads to a page of the customer. */
export interface TemplateFacts
  extends AgreementTemplateFacts,
    CaseTemplateFacts,
    CollectionTemplateFacts,
    DefaultTemplateFacts,
    StaffTemplateFacts {
  readonly code: { readonly code: string; readonly use: CodePurpose | 'link' | 'account' }
  readonly 'payment-link': { readonly shop: string; readonly url: string }
  readonly 'picture-asked': Purchased & { readonly picture: PictureKind; readonly url: string }
  readonly 'identification-approved': Purchased & { readonly url: string }
  readonly 'identification-refused': Purchased
  readonly 'identification-late': Purchased
  readonly 'contract-signed': Purchased & {
    readonly installments: number
    readonly installmentCentavos: Centavos
    readonly totalCentavos: Centavos
    readonly cetPA: number
    /** What the installments pay for. */
    readonly composition?: EmailComposition
  }
  readonly 'contract-released': Purchased & {
    readonly releasedOn: CalendarDate
    readonly firstDueDate: CalendarDate
    readonly installments: number
    readonly installmentCentavos: Centavos
    readonly iofCentavos: Centavos
    readonly cetPA: number
  }
  readonly 'products-returned': Purchased & {
    readonly installments: number
    readonly installmentCentavos: Centavos
    readonly totalCentavos: Centavos
    readonly refundCentavos: Centavos
  }
  readonly 'billets-issued': Purchased & {
    readonly billets: readonly BilletFacts[]
    /** Whether the pages of the billets have Pix codes, now or soon. */
    readonly hasPix: boolean
    readonly states?: readonly InstallmentState[]
  }
  readonly 'payment-received': Purchased & {
    readonly amountCentavos: Centavos
    /** What it paid, the oldest first; only the last one can have something left. */
    readonly credited: readonly CreditedPart[]
    readonly installments: number
    readonly paidOn: CalendarDate
    /** Interest that was saved; absent where nothing was paid before it was due. */
    readonly discountCentavos?: Centavos | undefined
    /** Was left of them, and is not asked for. */
    readonly waivedCentavos?: Centavos | undefined
    /** Of all installments, after it. */
    readonly states?: readonly InstallmentState[]
  }
  readonly 'installment-waived': Purchased & {
    readonly installmentNumber: number
    readonly installments: number
    readonly waivedCentavos: Centavos
    readonly states?: readonly InstallmentState[]
  }
  readonly 'contract-discharged': Purchased & {
    readonly settledOn: CalendarDate
    readonly states?: readonly InstallmentState[]
  }
  readonly 'refund-sent': Purchased & {
    readonly amountCentavos: Centavos
    readonly paidOn: CalendarDate
    readonly place: RefundPlace
  }
  readonly 'refund-failed': Purchased & { readonly amountCentavos: Centavos; readonly place: RefundPlace }
}

/** Where a refund goes, as the customer knows it. */
export interface RefundPlace {
  readonly kind: 'pix-return' | 'pix-key' | 'account'
  /** The last characters of the key or the account; empty for a Pix that is given back. */
  readonly tail: string
}

interface Purchased {
  readonly shop: string
  readonly customerName: string | undefined
  /** The customer's area, where everything about the purchase is. */
  readonly accountUrl: string
}

export interface CreditedPart {
  /** 0 for the down payment. */
  readonly installmentNumber: number
  /** Still to be paid; 0 when it is paid. */
  readonly leftCentavos: Centavos
}

interface BilletFacts {
  readonly installmentNumber: number
  readonly amountCentavos: Centavos
  readonly dueDate: CalendarDate
  /** Absent until the bank has registered it. */
  readonly digitLine: string | undefined
  readonly pixCode: string | undefined
}

export type TemplateName = keyof TemplateFacts

/** What is sent, on the channels that it has. */
export interface Template<Facts> {
  readonly purpose: MessagePurpose
  readonly sms?: (facts: Facts) => string
  readonly email?: (facts: Facts) => EmailDraft
  readonly attachment?: AttachmentKind
}

const CODE_USES: Readonly<Record<TemplateFacts['code']['use'], string>> = {
  phone: 'confirmar seu celular',
  device: 'continuar sua compra neste aparelho',
  signature: 'assinar seu contrato',
  link: 'ver as parcelas da sua compra',
  account: 'entrar na sua conta',
}
const PICTURES: Readonly<Record<PictureKind, string>> = {
  front: 'da frente do documento',
  back: 'do verso do documento',
  selfie: 'do seu rosto',
}

/**
 * Texts of SMS have no accents: phone companies replace them, or charge for three messages instead of one. All of
 * them say in one order: the shop, what happens, the figure, the date, the link. Only a code comes before everything:
 * phones show the beginning of a message.
 */
export const TEMPLATES: { readonly [Name in TemplateName]: Template<TemplateFacts[Name]> } = {
  ...AGREEMENT_TEMPLATES,
  ...CASE_TEMPLATES,
  ...STAFF_TEMPLATES,
  ...COLLECTION_TEMPLATES,
  ...DEFAULT_TEMPLATES,
  code: {
    purpose: 'CODE',
    sms: ({ code, use }) =>
      `${code} e o seu codigo para ${CODE_USES[use]} no Crediario. Vale por 10 minutos. Nao informe a ninguem, nem a quem disser que e da loja.`,
    email: ({ code, use }) => ({
      subject: `${code} é o seu código`,
      paragraphs: [
        'Olá!',
        `${code} é o seu código para ${CODE_USES[use]} no Crediário. Ele vale por 10 minutos.`,
        'Se não foi você que pediu, ignore esta mensagem: sem o código, ninguém entra.',
      ],
    }),
  },
  'payment-link': {
    purpose: 'CONTRACT',
    sms: ({ shop, url }) => `${clip(shop)}: sua compra no crediario espera por voce: ${url}`,
    email: ({ shop, url }) => ({
      subject: `Sua compra ${writeAtShop(shop)} espera por você`,
      paragraphs: [
        'Olá!',
        `A loja ${shop} preparou sua compra no crediário. Veja as parcelas e o custo total antes de decidir.`,
      ],
      links: [{ label: 'Ver minha compra', url }],
      closing: ['Se você não pediu esta compra, ignore esta mensagem: nada será cobrado.'],
    }),
  },
  'picture-asked': {
    purpose: 'CONTRACT',
    sms: ({ shop, picture, url }) => `${clip(shop)}: envie outra foto ${PICTURES[picture]}: ${url}`,
    email: ({ shop, customerName, picture, url }) => ({
      subject: 'Precisamos de mais uma foto',
      paragraphs: [
        greet(customerName),
        `Para seguir com sua compra ${writeAtShop(shop)}, precisamos de outra foto ${PICTURES[picture]}. A página explica o motivo e como tirar a foto; leva um minuto.`,
      ],
      links: [{ label: 'Enviar a foto', url }],
    }),
  },
  'identification-approved': {
    purpose: 'CONTRACT',
    sms: ({ shop, url }) => `${clip(shop)}: identificacao aprovada! Continue a compra: ${url}`,
    email: ({ shop, customerName, url }) => ({
      subject: 'Sua identificação foi aprovada',
      paragraphs: [
        greet(customerName),
        `Sua identificação foi aprovada. Agora falta pouco: leia e assine o contrato da sua compra ${writeAtShop(shop)}.`,
      ],
      links: [{ label: 'Continuar minha compra', url }],
    }),
  },
  'identification-refused': {
    purpose: 'CONTRACT',
    sms: ({ shop }) =>
      `${clip(shop)}: nao conseguimos confirmar sua identificacao e a compra foi cancelada. O que voce ja pagou sera devolvido.`,
    email: ({ shop, customerName, accountUrl }) => ({
      subject: 'Sua compra no crediário não seguiu',
      paragraphs: [
        greet(customerName),
        `Não conseguimos confirmar sua identificação, e a compra ${writeAtShop(shop)} foi cancelada. Se você já pagou alguma coisa, o valor será devolvido.`,
        'Se você acha que houve um engano, peça na sua conta que uma pessoa revise a decisão, ou fale conosco pelos canais abaixo.',
      ],
      links: [{ label: 'Pedir revisão', url: accountUrl }],
    }),
  },
  'identification-late': {
    purpose: 'CONTRACT',
    sms: ({ shop }) =>
      `${clip(shop)}: nao concluimos sua identificacao a tempo e a compra foi encerrada. A demora foi nossa. O que voce ja pagou sera devolvido.`,
    email: ({ shop, customerName }) => ({
      subject: 'Sua compra no crediário foi encerrada',
      paragraphs: [
        greet(customerName),
        `Não concluímos a conferência da sua identificação a tempo, e a compra ${writeAtShop(shop)} foi encerrada. A demora foi nossa, e não há nenhum custo. Se você já pagou alguma coisa, o valor será devolvido.`,
        'Se ainda quiser comprar, é só começar de novo na loja.',
      ],
    }),
  },
  'contract-signed': {
    purpose: 'CONTRACT',
    attachment: 'contract',
    email: ({
      shop,
      customerName,
      accountUrl,
      installments,
      installmentCentavos,
      totalCentavos,
      cetPA,
      composition,
    }) => ({
      composition,
      subject: `Seu contrato da compra ${writeAtShop(shop)}`,
      paragraphs: [
        greet(customerName),
        `Você assinou o contrato da sua compra ${writeAtShop(shop)}. Ele está anexo a esta mensagem: guarde com você.`,
      ],
      rows: [
        ['Parcelas', `${installments} de ${writeAmount(installmentCentavos)}`],
        ['Total das parcelas', writeAmount(totalCentavos)],
        ['Custo efetivo total (CET)', `${cetPA.toFixed(2).replace('.', ',')} % ao ano`],
      ],
      links: [seeAccount(accountUrl)],
    }),
  },
  'contract-released': {
    purpose: 'CONTRACT',
    attachment: 'release',
    email: facts => ({
      subject: `As datas do seu contrato da compra ${writeAtShop(facts.shop)}`,
      paragraphs: [
        greet(facts.customerName),
        `Recebemos sua entrada, e o crédito da sua compra ${writeAtShop(facts.shop)} foi liberado em ${writeDate(facts.releasedOn)}. Como o contrato prevê, as datas contam desse dia. O demonstrativo anexo faz parte do contrato: guarde os dois juntos.`,
      ],
      rows: [
        ['Parcelas', `${facts.installments} de ${writeAmount(facts.installmentCentavos)}`],
        ['Primeiro vencimento', writeDate(facts.firstDueDate)],
        ['IOF', writeAmount(facts.iofCentavos)],
        ['Custo efetivo total (CET)', `${facts.cetPA.toFixed(2).replace('.', ',')} % ao ano`],
      ],
    }),
  },
  'products-returned': {
    purpose: 'CONTRACT',
    attachment: 'addendum',
    sms: ({ shop, installments, installmentCentavos, accountUrl }) =>
      `${clip(shop)}: produtos devolvidos. Agora sao ${installments}x de ${writeAmount(installmentCentavos)}. Confirme: ${accountUrl}`,
    email: ({ shop, customerName, accountUrl, ...facts }) => ({
      subject: `Devolução de produtos da compra ${writeAtShop(shop)}`,
      paragraphs: [
        greet(customerName),
        `A loja ${shop} registrou a devolução de produtos, e suas parcelas ficaram menores: é como se eles nunca tivessem sido comprados. O aditivo anexo mostra os novos valores e faz parte do contrato.`,
        'Os boletos antigos não valem mais. Os novos estão na sua conta, onde você também confirma o aditivo.',
      ],
      rows: [
        ['Parcelas', `${facts.installments} de ${writeAmount(facts.installmentCentavos)}`],
        ['Total das parcelas', writeAmount(facts.totalCentavos)],
        ['Volta para você', writeAmount(facts.refundCentavos)],
      ],
      links: [{ label: 'Abrir minha conta', url: accountUrl }],
    }),
  },
  'billets-issued': {
    purpose: 'CONTRACT',
    sms: ({ shop, billets, accountUrl }) => {
      const [first] = billets
      if (first === undefined) throw new Error('no billet was issued')
      return `${clip(shop)}: compra aprovada. 1a de ${billets.length} parcelas, ${writeAmount(first.amountCentavos)}, em ${writeDate(first.dueDate)}: ${accountUrl}`
    },
    email: ({ shop, customerName, accountUrl, billets, hasPix, states }) => ({
      states,
      subject: `Seus boletos da compra ${writeAtShop(shop)}`,
      paragraphs: [
        greet(customerName),
        `Sua compra ${writeAtShop(shop)} está aprovada. Estes são os boletos das parcelas: pague em qualquer banco ou aplicativo até o vencimento.`,
        ...(hasPix ? ['Para pagar por Pix, abra a sua conta: o código de cada parcela está lá.'] : []),
      ],
      rows: billets.flatMap(describeBillet),
      links: [seeAccount(accountUrl)],
      closing: [
        'Um boleto nosso nunca muda de beneficiário. Na dúvida, confira pelos canais abaixo antes de pagar.',
      ],
    }),
  },
  'payment-received': {
    purpose: 'CONTRACT',
    sms: facts => {
      const received = `${clip(facts.shop)}: recebemos ${writeAmount(facts.amountCentavos)}`
      const left = findLeft(facts)
      if (facts.discountCentavos !== undefined)
        return `${received} adiantados. Voce economizou ${writeAmount(facts.discountCentavos)} de juros.`
      if (left === undefined && facts.waivedCentavos !== undefined)
        return `${received} ${describeCredited(facts)}. Faltavam ${writeAmount(facts.waivedCentavos)}, que nao vamos cobrar. Esta quitada!`
      return left === undefined
        ? `${received} ${describeCredited(facts)} em ${writeDate(facts.paidOn)}. Obrigado!`
        : `${received} em ${writeDate(facts.paidOn)}. Falta pagar ${writeAmount(left.leftCentavos)} da ${nameInstallment(facts, left)}.`
    },
    email: facts => {
      if (facts.discountCentavos !== undefined) return describeEarlyPayment(facts, facts.discountCentavos)
      return findLeft(facts) === undefined ? describeFullPayment(facts) : describePartPayment(facts)
    },
  },
  'installment-waived': {
    purpose: 'CONTRACT',
    sms: ({ shop, installmentNumber, installments, waivedCentavos }) =>
      `${clip(shop)}: a parcela ${installmentNumber} de ${installments} esta quitada. Nao vamos cobrar os ${writeAmount(waivedCentavos)} que faltavam.`,
    email: ({ shop, customerName, installmentNumber, installments, waivedCentavos, accountUrl, states }) => ({
      states,
      subject: 'Sua parcela está quitada',
      paragraphs: [
        greet(customerName),
        `Não vamos cobrar o que faltava da parcela ${installmentNumber} de ${installments} da sua compra em ${shop}. Ela está quitada, e você não precisa fazer nada.`,
      ],
      rows: [['Saldo perdoado', writeAmount(waivedCentavos)]],
      links: [seeAccount(accountUrl)],
    }),
  },
  'contract-discharged': {
    purpose: 'CONTRACT',
    attachment: 'discharge',
    sms: ({ shop, settledOn, accountUrl }) =>
      `${clip(shop)}: compra quitada em ${writeDate(settledOn)}. Obrigado! Seu termo de quitacao: ${accountUrl}`,
    email: ({ shop, customerName, settledOn, accountUrl, states }) => ({
      states,
      subject: `Sua compra ${writeAtShop(shop)} está quitada`,
      paragraphs: [
        greet(customerName),
        `Você pagou tudo o que devia pela sua compra ${writeAtShop(shop)} em ${writeDate(settledOn)}. Nada mais será cobrado por ela. O termo de quitação está anexo: guarde com você.`,
      ],
      links: [seeAccount(accountUrl)],
    }),
  },
  'refund-sent': {
    purpose: 'CONTRACT',
    sms: ({ shop, amountCentavos, paidOn, place }) =>
      `${clip(shop)}: devolvemos ${writeAmount(amountCentavos)} da sua compra em ${writeDate(paidOn)}, ${toAscii(describePlace(place))}.`,
    email: ({ shop, customerName, amountCentavos, paidOn, place }) => ({
      subject: 'Devolvemos o seu dinheiro',
      paragraphs: [
        greet(customerName),
        `Devolvemos ${writeAmount(amountCentavos)} da sua compra ${writeAtShop(shop)} ${describePlace(place)}.`,
      ],
      rows: [
        ['Valor', writeAmount(amountCentavos)],
        ['Devolvido em', writeDate(paidOn)],
      ],
      closing: [
        'Se o valor não aparecer no seu banco até o próximo dia útil, fale conosco pelos canais abaixo.',
      ],
    }),
  },
  'refund-failed': {
    purpose: 'CONTRACT',
    sms: ({ shop, amountCentavos }) =>
      `${clip(shop)}: o banco nao aceitou a devolucao de ${writeAmount(amountCentavos)}. Fale conosco para informar outra conta sua.`,
    email: ({ shop, customerName, amountCentavos, place }) => ({
      subject: 'Precisamos de outra conta para devolver o seu dinheiro',
      paragraphs: [
        greet(customerName),
        `Tentamos devolver ${writeAmount(amountCentavos)} da sua compra ${writeAtShop(shop)} ${describePlace(place)}, e o banco não aceitou. O valor continua sendo seu.`,
        'Fale conosco pelos canais abaixo para informar outra conta, que deve estar no seu nome e CPF.',
      ],
      closing: ['Nunca pedimos senhas nem pagamentos para devolver um valor.'],
    }),
  },
}

function describePlace({ kind, tail }: RefundPlace): string {
  switch (kind) {
    case 'pix-return':
      return 'para a conta de onde veio o Pix'
    case 'pix-key':
      return `para a chave Pix final ${tail}`
    case 'account':
      return `para a conta final ${tail}`
  }
}

function describeBillet(billet: BilletFacts): (readonly [string, string])[] {
  const { installmentNumber, amountCentavos, dueDate, digitLine, pixCode } = billet
  return [
    [`Parcela ${installmentNumber}`, `${writeAmount(amountCentavos)}, vence em ${writeDate(dueDate)}`],
    ...(digitLine === undefined ? [] : [['Linha digitável', digitLine] as const]),
    ...(pixCode === undefined ? [] : [['Pix copia e cola', pixCode] as const]),
  ]
}

type PaymentFacts = TemplateFacts['payment-received']

const findLeft = ({ credited }: PaymentFacts): CreditedPart | undefined =>
  credited.find(({ leftCentavos }) => leftCentavos > 0)

const nameInstallment = ({ installments }: PaymentFacts, { installmentNumber }: CreditedPart): string =>
  installmentNumber === 0 ? 'entrada' : `parcela ${installmentNumber} de ${installments}`

function describeCredited(facts: PaymentFacts): string {
  const [only, ...others] = facts.credited
  return only !== undefined && others.length === 0
    ? `da ${nameInstallment(facts, only)}`
    : `de ${facts.credited.length} parcelas`
}

const describeFullPayment = (facts: PaymentFacts): EmailDraft => ({
  states: facts.states,
  subject: 'Recebemos o seu pagamento',
  paragraphs: [
    greet(facts.customerName),
    `Recebemos o seu pagamento ${describeCredited(facts)} da compra ${writeAtShop(facts.shop)}. Obrigado!`,
  ],
  rows: [
    ['Valor', writeAmount(facts.amountCentavos)],
    ['Pago em', writeDate(facts.paidOn)],
    ...(facts.waivedCentavos === undefined
      ? []
      : [['Saldo perdoado', writeAmount(facts.waivedCentavos)] as const]),
  ],
  links: [seeAccount(facts.accountUrl)],
  ...(facts.waivedCentavos !== undefined && {
    closing: ['Faltava pouco, e não vamos cobrar essa diferença: está tudo quitado.'],
  }),
})

const describeEarlyPayment = (facts: PaymentFacts, discountCentavos: Centavos): EmailDraft => ({
  states: facts.states,
  subject: 'Recebemos o seu pagamento antecipado',
  paragraphs: [
    greet(facts.customerName),
    `Recebemos ${writeAmount(facts.amountCentavos)} adiantados da sua compra ${writeAtShop(facts.shop)}. Obrigado! Veja o que foi pago.`,
  ],
  rows: [
    ['Valor recebido', writeAmount(facts.amountCentavos)],
    ['Pago em', writeDate(facts.paidOn)],
    ['Juros economizados', writeAmount(discountCentavos)],
    ...facts.credited.map(
      part =>
        [
          capitalize(nameInstallment(facts, part)),
          part.leftCentavos === 0 ? 'paga' : `agora é de ${writeAmount(part.leftCentavos)}`,
        ] as const,
    ),
  ],
  links: [seeAccount(facts.accountUrl)],
})

const describePartPayment = (facts: PaymentFacts): EmailDraft => ({
  states: facts.states,
  subject: 'Recebemos parte do que faltava pagar',
  paragraphs: [
    greet(facts.customerName),
    `Recebemos ${writeAmount(facts.amountCentavos)} da sua compra ${writeAtShop(facts.shop)}. O valor foi usado na parcela mais antiga em aberto e não a cobre por inteiro: veja o que falta.`,
  ],
  rows: [
    ['Valor recebido', writeAmount(facts.amountCentavos)],
    ['Pago em', writeDate(facts.paidOn)],
    ...facts.credited.map(
      part =>
        [
          capitalize(nameInstallment(facts, part)),
          part.leftCentavos === 0 ? 'paga' : `falta pagar ${writeAmount(part.leftCentavos)}`,
        ] as const,
    ),
  ],
  links: [seeAccount(facts.accountUrl)],
  closing: ['Depois do vencimento, o que falta recebe juros por dia, até o pagamento.'],
})

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
