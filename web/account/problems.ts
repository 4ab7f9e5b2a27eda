import type { ErrorCode } from '../../src/contract/errors.ts'
import { createExplain } from '../customer/problems.ts'

type MetCode = Extract<
  ErrorCode,
  | 'signed_out'
  | 'request_limit'
  | 'addendum_not_found'
  | 'code_refused'
  | 'rate_limited'
  | 'invalid_parameters'
  | 'missing_parameters'
  | 'transaction_not_found'
  | 'transaction_not_cancelable'
  | 'billet_canceled'
  | 'billet_already_paid'
  | 'billet_not_overdue'
  | 'transaction_state_conflict'
  | 'nothing_overdue'
  | 'agreement_in_progress'
  | 'agreement_option_expired'
  | 'cross_site_request'
  | 'service_unavailable'
>

const CHECK_FIELDS = 'Confira o que foi preenchido e tente de novo.'

const CHANGED = 'Esta parcela mudou enquanto você olhava. Recarregue a página para ver como ela está.'

/** What the customer is told when a request is refused. Other codes get a general sentence. */
const SENTENCES = {
  signed_out: 'Por segurança, sua sessão terminou. Entre de novo para continuar.',
  request_limit:
    'Você já tem cinco pedidos esperando resposta. Assim que respondermos, você pode fazer outro.',
  addendum_not_found: 'O aditivo mudou. Recarregue a página e tente de novo.',
  code_refused: 'Código incorreto ou vencido. Confira os números ou peça um novo código.',
  rate_limited: 'Muitos pedidos ao mesmo tempo. Espere um minuto e tente de novo.',
  invalid_parameters: CHECK_FIELDS,
  missing_parameters: CHECK_FIELDS,
  transaction_not_found: 'Não encontramos esta compra. Recarregue a página e tente de novo.',
  transaction_not_cancelable: 'O prazo para desistir desta compra terminou.',
  billet_canceled: CHANGED,
  billet_already_paid: CHANGED,
  billet_not_overdue: CHANGED,
  transaction_state_conflict: 'Não há mais nada para adiantar nesta compra. Recarregue a página.',
  nothing_overdue: 'Não há parcela em atraso: um acordo não é necessário.',
  agreement_in_progress: 'Já há um acordo para esta compra. Recarregue a página.',
  agreement_option_expired: 'Esta opção não vale mais. Peça as opções de novo.',
  cross_site_request: 'O pedido não veio desta página. Abra de novo a sua conta.',
  service_unavailable: 'O serviço está ocupado. Espere um minuto e tente de novo.',
} satisfies Readonly<Record<MetCode, string>>

export const explain = createExplain(SENTENCES, {
  noMoreCodes: 'Este aparelho já pediu muitos códigos hoje. Tente de novo amanhã.',
})
