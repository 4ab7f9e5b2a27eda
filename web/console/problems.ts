import type { ConsoleErrorCode } from '../../src/contract/console-errors.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import { StaffProblem } from '../shell/api.ts'
import { writeWait } from '../shell/write-wait.ts'

/** Errors of other areas, and a missing response, that a person at a shop can act on. Each page adds its own. */
const PROBLEMS: Readonly<Record<string, string>> = {
  offline:
    'Sem resposta do servidor. Verifique a conexão e tente de novo. Nada do que você escreveu se perdeu.',
  invalid_parameters: 'Confira o que foi preenchido.',
  service_unavailable: 'O serviço está ocupado. Tente de novo em instantes.',
  console_sign_in_refused:
    'E-mail, senha ou código não conferem. Cada código do autenticador vale uma vez: espere o próximo.',
  console_passkey_refused: 'Esta chave de acesso não abre o painel.',
  console_passkey_invalid: 'A chave não pôde ser registrada. Tente de novo.',
  console_passkeys_full: 'Você já tem dez chaves. Remova uma antes.',
  console_passkeys_unavailable: 'Chaves de acesso precisam de um endereço com nome e https.',
  console_fresh_session_required: 'Saia e entre de novo: uma chave só pode ser criada logo depois de entrar.',
  console_session_required: 'Sua sessão terminou. Entre de novo.',
  console_forbidden: 'Seu perfil não permite esta ação.',
  console_cross_site: 'O pedido não veio do painel. Recarregue a página.',
  console_above_limit:
    'Este pedido está acima do limite de cancelamento das vendas. Peça a um proprietário ou ao financeiro.',
  console_not_found: 'Não encontramos isto nesta loja.',
  console_reset_invalid:
    'Este link não vale mais: foi usado, enviado de novo, ou passou do prazo. Peça outro a um proprietário da loja.',
  console_reset_refused: 'A senha não confere.',
  console_reset_by_lender:
    'O acesso desta pessoa só pode ser redefinido por quem financia as suas vendas. Fale com o atendimento.',
  console_last_passkey:
    'Esta é a sua única forma de entrar. Antes, crie outra chave ou configure um autenticador em Meu acesso.',
  console_invitation_invalid:
    'Este convite não vale mais: foi usado, retirado, enviado de novo, ou passou do prazo. Peça outro a quem convidou você.',
  console_invitation_code_refused:
    'O código não confere. Leia o QR code de novo no aplicativo e escreva o código que aparece agora.',
  console_person_known:
    'Este e-mail já entra no painel. Aceite o convite entrando com o acesso que você já tem.',
  console_last_owner: 'A loja precisa de ao menos um proprietário. Escolha outro antes.',
  console_account_pending: 'Já existe uma mudança da conta em espera. Aprove ou retire essa antes.',
  console_second_owner_required: 'Outro proprietário precisa aprovar: quem propôs não aprova.',
  console_person_changed:
    'Esta pessoa mudou enquanto você olhava, ou já faz parte da loja. Atualize e confira.',
  url_not_allowed:
    'Este endereço não serve: use https, um nome público e a porta 443 ou uma a partir de 1024.',
  too_many_endpoints: 'A loja já tem 20 receptores. Exclua um que não usa mais.',
  endpoint_not_found: 'Este receptor não existe mais.',
  endpoint_disabled: 'O receptor está desativado. Reative-o antes.',
  event_not_found: 'Este evento não foi encontrado.',
  replay_too_long: 'São mais de 100.000 eventos. Escolha um período menor.',
} satisfies Readonly<
  Record<
    | ConsoleErrorCode
    | Extract<
        ErrorCode,
        | 'invalid_parameters'
        | 'service_unavailable'
        | 'url_not_allowed'
        | 'too_many_endpoints'
        | 'endpoint_not_found'
        | 'endpoint_disabled'
        | 'event_not_found'
        | 'replay_too_long'
      >
    | 'offline',
    string
  >
>

export function writeProblem(error: unknown): string {
  if (!(error instanceof StaffProblem)) return 'Algo deu errado nesta página. Recarregue e tente de novo.'
  if (error.code === 'rate_limited')
    return `Muitas tentativas. Espere ${writeWait(error.retryAfterSeconds ?? 60)}.`
  return PROBLEMS[error.code] ?? 'Algo deu errado. Tente de novo.'
}
