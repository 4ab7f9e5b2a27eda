import type { ErrorCode } from '../../src/contract/errors.ts'
import type { Reply } from '../customer/exchange.ts'
import { LOST, UNKNOWN } from '../customer/problems.ts'

type MetCode = Extract<
  ErrorCode,
  | 'signed_out'
  | 'request_limit'
  | 'code_refused'
  | 'rate_limited'
  | 'invalid_parameters'
  | 'missing_parameters'
  | 'transaction_not_found'
  | 'transaction_not_cancelable'
  | 'cross_site_request'
  | 'service_unavailable'
>

const CHECK_FIELDS = 'Confira o que foi preenchido e tente de novo.'

/** What the customer is told when a request is refused. Other codes get a general sentence. */
const SENTENCES: Readonly<Record<string, string>> = {
  signed_out: 'Por segurança, sua sessão terminou. Entre de novo para continuar.',
  request_limit:
    'Você já tem cinco pedidos esperando resposta. Assim que respondermos, você pode fazer outro.',
  code_refused: 'Código incorreto ou vencido. Confira os números ou peça um novo código.',
  rate_limited: 'Muitos pedidos ao mesmo tempo. Espere um minuto e tente de novo.',
  invalid_parameters: CHECK_FIELDS,
  missing_parameters: CHECK_FIELDS,
  transaction_not_found: 'Não encontramos esta compra. Recarregue a página e tente de novo.',
  transaction_not_cancelable: 'O prazo para desistir desta compra terminou.',
  cross_site_request: 'O pedido não partiu desta página. Abra de novo a sua conta.',
  service_unavailable: 'O serviço está ocupado. Espere um minuto e tente de novo.',
} satisfies Readonly<Record<MetCode, string>>

/** Absent where there is nothing to say. */
export function explain(reply: Reply<unknown>): string | undefined {
  if (reply.kind === 'state') return undefined
  if (reply.kind === 'lost') return LOST
  const { error, retryAfterSeconds } = reply
  if (error.code === 'code_limit') return explainCodeLimit(retryAfterSeconds)
  return SENTENCES[error.code] ?? UNKNOWN
}

function explainCodeLimit(seconds: number | undefined): string {
  if (seconds === undefined || seconds > 3_600)
    return 'Este aparelho já pediu muitos códigos hoje. Tente de novo amanhã.'
  if (seconds > 90) return `Espere ${Math.ceil(seconds / 60)} minutos para pedir outro código.`
  return `Espere ${seconds} segundos para pedir outro código.`
}
