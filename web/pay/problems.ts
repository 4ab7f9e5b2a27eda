import type { ErrorCode } from '../../src/contract/errors.ts'
import { createExplain } from '../customer/problems.ts'

/** Codes of this page alone; the screen that comes with them says more than a sentence could. */
type LinkCode = Extract<
  ErrorCode,
  'link_not_found' | 'link_ended' | 'link_claimed' | 'link_locked' | 'wrong_screen'
>
/** Of other areas, but met on the way. */
type MetCode = Extract<
  ErrorCode,
  | 'code_refused'
  | 'device_not_confirmed'
  | 'invalid_parameters'
  | 'missing_parameters'
  | 'option_invalid'
  | 'option_expired'
  | 'insurance_unavailable'
  | 'rate_limited'
  | 'retailer_suspended'
  | 'cross_site_request'
>

const ENDED = 'Este link não pode mais ser usado. Peça um novo à loja.'
const NEW_OPTIONS = 'As opções foram atualizadas. Confira os valores e escolha de novo.'
const CHECK_FIELDS = 'Confira o que foi preenchido e tente de novo.'

/** What the customer is told when a request is refused. Other codes get a general sentence. */
const SENTENCES = {
  link_not_found: ENDED,
  link_ended: ENDED,
  link_claimed: 'Outra pessoa começou a comprar por este link.',
  link_locked: 'Este link foi bloqueado por segurança. Peça um novo à loja.',
  wrong_screen: 'Essa etapa já tinha sido feita. Mostramos onde você parou.',
  device_not_confirmed: 'Para continuar neste aparelho, confirme seu celular com um código por SMS.',
  code_refused: 'Código incorreto ou vencido. Confira os números ou peça um novo código.',
  invalid_parameters: CHECK_FIELDS,
  missing_parameters: CHECK_FIELDS,
  option_invalid: NEW_OPTIONS,
  option_expired: NEW_OPTIONS,
  insurance_unavailable: NEW_OPTIONS,
  rate_limited: 'Muitos pedidos ao mesmo tempo. Espere um instante e tente de novo.',
  retailer_suspended: 'Esta loja não está vendendo pelo crediário no momento. Nada foi cobrado.',
  cross_site_request: 'O pedido não veio desta página. Abra de novo o link da sua compra.',
} satisfies Readonly<Record<LinkCode | MetCode, string>>

export const explain = createExplain(SENTENCES)
