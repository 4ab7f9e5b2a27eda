import { writeAmount, writeDate } from '../../brazil/writing.ts'
import { toAscii } from '../../kernel/ascii-text.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { EmailDraft } from './email-layout.ts'
import type { Template } from './templates.ts'
import { clip, greet } from './writing.ts'

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

export interface ReminderFacts {
  readonly customerName: string | undefined
  readonly accountUrl: string
  /** Who lends; undefined where no account is configured. */
  readonly creditor: { readonly name: string; readonly cnpj: string } | undefined
  readonly today: CalendarDate
  /** At least one, the oldest first. */
  readonly installments: readonly RemindedInstallment[]
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
        subject: `Lembrete da sua compra em ${nameShops(facts)}`,
        explanation: 'Para a sua organização, estas são as datas:',
        closing: ['Se você já pagou, desconsidere esta mensagem.'],
      }),
  },
  'installment-late': {
    purpose: 'COLLECTION',
    sms: facts => writeSms('aviso', facts),
    email: facts =>
      write(facts, {
        subject: `Sobre a sua compra em ${nameShops(facts)}`,
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
        subject: `Sobre a sua compra em ${nameShops(facts)}`,
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
        subject: `Sobre a sua compra em ${nameShops(facts)}`,
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
  return `Crediario: ${kind} da compra em ${shop}: ${accountUrl}${signature ?? ''}`
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
      `Temos uma informação sobre a sua compra em ${nameShops(facts)}. Os detalhes estão nesta mensagem e na sua conta.`,
      explanation,
    ],
    rows: [
      ...installments.flatMap(each => describe(each, today)),
      ...(installments.length > 1 ? [[`Total em ${writeDate(today)}`, writeAmount(total)] as const] : []),
      ...(creditor === undefined ? [] : [['Credor', `${creditor.name}, CNPJ ${creditor.cnpj}`] as const]),
    ],
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

function nameShops({ installments }: ReminderFacts): string {
  const shops = [...new Set(installments.map(({ shop }) => shop))]
  return shops.length > 1 ? `${shops[0]} e em outra loja` : (shops[0] ?? '')
}
