import type { Findings } from './invoice.ts'

/** Why an invoice was validated or refused: the code for programs, the sentence for the retailer's staff. */
export const DECISION_TEXTS = {
  MATCHES_PURCHASE: 'A nota fiscal confere com a compra.',
  VALIDATED_BY_OPERATOR: 'A nota fiscal foi conferida e aceita.',
  TEXT_NOT_VISIBLE:
    'O texto do arquivo pode ser diferente do que se vê na página. Envie o PDF original do emissor da nota.',
  UNREADABLE: 'A nota fiscal não pôde ser lida. Envie o PDF original, com texto.',
  ORDER_NOT_FOUND: 'O número do pedido não aparece na nota fiscal.',
  RETAILER_NOT_FOUND: 'O nome da loja não aparece na nota fiscal.',
  CUSTOMER_NOT_FOUND: 'O CPF do cliente não aparece na nota fiscal.',
  AMOUNT_NOT_FOUND: 'O valor da compra não aparece na nota fiscal.',
  ACCESS_KEY_NOT_FOUND: 'A chave de acesso da NF-e da loja não aparece na nota fiscal.',
  REFUSED_BY_OPERATOR: 'A nota fiscal não foi aceita. Confira o documento e envie outro.',
} as const
export type DecisionCode = keyof typeof DECISION_TEXTS

/** The first finding that the automatic check missed, or the code for none. */
export function computeRefusalCode(findings: Findings | null): DecisionCode {
  if (findings === null) return 'REFUSED_BY_OPERATOR'
  if (!findings.visible) return 'TEXT_NOT_VISIBLE'
  if (!findings.readable) return 'UNREADABLE'
  if (!findings.customer) return 'CUSTOMER_NOT_FOUND'
  if (!findings.amount) return 'AMOUNT_NOT_FOUND'
  if (!findings.order) return 'ORDER_NOT_FOUND'
  if (!findings.retailer) return 'RETAILER_NOT_FOUND'
  return findings.accessKey ? 'REFUSED_BY_OPERATOR' : 'ACCESS_KEY_NOT_FOUND'
}
