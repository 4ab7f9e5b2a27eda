import { writeAmount, writeDate } from '../../brazil/writing.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { EmailDraft } from './email-layout.ts'
import type { CreditedPart, TemplateFacts } from './templates.ts'
import { greet, seeAccount } from './writing.ts'

type PaymentFacts = TemplateFacts['payment-received']

export const findLeft = ({ credited }: PaymentFacts): CreditedPart | undefined =>
  credited.find(({ leftCentavos }) => leftCentavos > 0)

export const nameInstallment = (
  { installments }: PaymentFacts,
  { installmentNumber }: CreditedPart,
): string => (installmentNumber === 0 ? 'entrada' : `parcela ${installmentNumber} de ${installments}`)

export function describeCredited(facts: PaymentFacts): string {
  const [only, ...others] = facts.credited
  return only !== undefined && others.length === 0
    ? `da ${nameInstallment(facts, only)}`
    : `de ${facts.credited.length} parcelas`
}

export const describeFullPayment = (facts: PaymentFacts): EmailDraft => ({
  subject: 'Recebemos o seu pagamento',
  paragraphs: [
    greet(facts.customerName),
    `Recebemos o seu pagamento ${describeCredited(facts)} da compra em ${facts.shop}. Obrigado!`,
  ],
  rows: [
    ['Valor', writeAmount(facts.amountCentavos)],
    ['Pago em', writeDate(facts.paidOn)],
  ],
  links: [seeAccount(facts.accountUrl)],
})

export const describeEarlyPayment = (facts: PaymentFacts, discountCentavos: Centavos): EmailDraft => ({
  subject: 'Recebemos o seu pagamento antecipado',
  paragraphs: [
    greet(facts.customerName),
    `Recebemos ${writeAmount(facts.amountCentavos)} adiantados da sua compra em ${facts.shop}. Obrigado! Veja o que foi pago.`,
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

export const describePartPayment = (facts: PaymentFacts): EmailDraft => ({
  subject: 'Recebemos parte do que faltava pagar',
  paragraphs: [
    greet(facts.customerName),
    `Recebemos ${writeAmount(facts.amountCentavos)} da sua compra em ${facts.shop}. O valor foi usado na parcela mais antiga em aberto e não a cobre por inteiro: veja o que falta.`,
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
