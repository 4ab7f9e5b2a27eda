import type { ErrorCode } from '../../src/contract/errors.ts'
import type { OnboardingErrorCode } from '../../src/contract/onboarding-errors.ts'
import { createExplain } from '../customer/problems.ts'

/** Codes of other areas that occur during the onboarding. */
type MetCode = Extract<ErrorCode, 'invalid_parameters' | 'missing_parameters' | 'transaction_not_cancelable'>

const CHECK_FIELDS = 'Confira o que foi preenchido e tente de novo.'

/** What the customer is told when a request is refused. Other codes get a general sentence. */
const SENTENCES = {
  code_refused: 'Código incorreto ou vencido. Confira os dígitos ou peça um novo código.',
  contract_changed: 'As condições do contrato mudaram. Leia de novo antes de assinar.',
  contract_not_opened: 'Abra e leia o contrato antes de assinar.',
  device_not_confirmed: 'Para continuar neste aparelho, confirme que é você com um código por SMS.',
  invalid_parameters: CHECK_FIELDS,
  missing_parameters: CHECK_FIELDS,
  picture_not_accepted: 'Não conseguimos ler essa imagem. Envie uma foto nítida, em JPEG, PNG ou WebP.',
  picture_too_large: 'A imagem é grande demais. Tire outra foto ou escolha um arquivo de até 8 MB.',
  transaction_not_cancelable: 'Esta compra não pode mais ser cancelada por aqui. Fale com a loja.',
  wrong_step: 'Essa etapa já tinha sido feita. Mostramos onde você parou.',
  cross_site_request: 'O pedido não veio desta página. Abra de novo o link da sua compra.',
} satisfies Readonly<Record<Exclude<OnboardingErrorCode, 'code_limit'> | MetCode, string>>

export const explain = createExplain(SENTENCES)
