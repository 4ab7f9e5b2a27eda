import type { DeskErrorCode } from '../../src/contract/desk-errors.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import { writeWait } from '../shell/write-wait.ts'
import { DeskProblem } from './api.ts'

/** Errors of other areas, and a missing response, that an operator can act on. */
type ExplainedElsewhere =
  | Extract<
      ErrorCode,
      | (
          | 'invoice_not_reviewable'
          | 'invalid_parameters'
          | 'service_unavailable'
          | 'transaction_state_conflict'
        )
      | ('nothing_overdue' | 'agreement_in_progress' | 'agreement_on_agreement' | 'agreement_option_expired')
      | ('billet_already_paid' | 'billet_canceled' | 'billet_not_overdue')
    >
  | 'offline'

const PROBLEMS: Readonly<Record<string, string>> = {
  offline: 'Sem resposta do servidor. Verifique a conexão e tente de novo.',
  desk_sign_in_refused:
    'E-mail, senha ou código não conferem. Cada código do autenticador vale uma vez: espere o próximo.',
  desk_passkey_refused: 'Esta chave de acesso não abre a mesa.',
  desk_passkey_invalid: 'A chave não pôde ser registrada. Tente de novo.',
  desk_passkeys_full: 'Você já tem dez chaves. Remova uma antes.',
  desk_passkeys_unavailable: 'Chaves de acesso precisam de um endereço com nome e https.',
  desk_fresh_session_required: 'Saia e entre de novo: uma chave só pode ser criada logo depois de entrar.',
  desk_session_required: 'Sua sessão terminou. Entre de novo.',
  desk_forbidden: 'Seu perfil não permite esta ação.',
  desk_cross_site: 'O pedido não veio da mesa. Recarregue a página.',
  desk_four_eyes: 'Outra pessoa precisa responder a esta proposta.',
  desk_page_not_drawn: 'Esta página não pôde ser mostrada. Baixe o arquivo para ver.',
  desk_not_found: 'Não encontramos este caso na mesa.',
  desk_case_changed: 'O caso mudou enquanto você olhava. Atualize e confira de novo.',
  desk_case_taken: 'Outra pessoa está com este caso.',
  desk_money_held: 'As saídas de dinheiro estão paradas. Quem opera o sistema precisa liberar.',
  desk_payee_refused:
    'O dinheiro só vai para quem é dono dele: o documento precisa ser o CPF do cliente da compra.',
  desk_proposal_forged:
    'Esta proposta foi alterada por fora do programa: ela não vale. Decida o caso de novo.',
  desk_proposal_open: 'Já existe uma proposta esperando a segunda pessoa.',
  desk_billet_expired: 'O prazo deste boleto passou: não dá para emitir outro no lugar.',
  desk_only_charges_left: 'Do valor deste boleto nada está em aberto, só encargos: não há outro a emitir.',
  desk_special_case_refused:
    'O caso não permite isto: o contrato mudou ou terminou, falta um documento, ou o valor ou o dia não cabem. Atualize e confira.',
  desk_write_off_refused:
    'Este contrato não pode ser baixado: a provisão não cobre tudo, ou ele já terminou. Atualize e confira.',
  desk_entry_invalid:
    'Confira contas, valores, datas e números. O documento precisa ser um PDF simples de até 5 MB.',
  desk_entry_refused:
    'Os livros não permitem este lançamento: o saldo é menor, ou o mesmo fato já foi lançado ou proposto.',
  desk_notice_refused:
    'Este aviso não pode ser enviado de novo: o último ainda está a caminho, ou o atraso terminou. Atualize e confira.',
  desk_screening_open:
    'Uma lista de pessoas expostas ou com sanção pode ser sobre este cliente. Decida antes o caso em Conformidade.',
  desk_statement_refused:
    'Este ano não pode ser declarado: não terminou, teve comunicação, ou já foi declarado.',
  desk_receipt_refused: 'Este recibo não pode ser anotado. Confira o dia e se ele já foi anotado.',
  desk_closing_refused:
    'Este mês não pode ser fechado: há diferença, ou algo foi lançado depois da apuração. Apure de novo e confira.',
  desk_waiver_refused:
    'Não há saldo a perdoar nesta parcela: ela não venceu, já está quitada, ou a dívida está em um acordo. Atualize e confira.',
  desk_resolution_refused: 'Este dinheiro não pode ser usado assim. Atualize e confira o caso.',
  invoice_not_reviewable: 'Esta nota não pode mais ser decidida: foi trocada, ou a compra terminou.',
  invalid_parameters: 'Confira o que foi preenchido. Um motivo tem de 5 a 500 caracteres.',
  transaction_state_conflict: 'O contrato não está mais ativo. Atualize e confira.',
  nothing_overdue: 'Nenhuma parcela está em atraso. Atualize e confira.',
  agreement_in_progress: 'Já existe um acordo sobre esta dívida. Atualize e confira.',
  agreement_on_agreement: 'Este contrato já é um acordo.',
  agreement_option_expired: 'A dívida mudou, ou o dia acabou: veja as opções de novo.',
  billet_already_paid: 'Esta parcela já foi paga. Atualize e confira.',
  billet_canceled: 'Este boleto foi trocado por outro. Atualize e confira.',
  billet_not_overdue: 'Este boleto ainda não venceu: pode ser pago como está.',
  service_unavailable: 'O serviço está ocupado. Tente de novo em instantes.',
} satisfies Readonly<Record<DeskErrorCode | ExplainedElsewhere, string>>

export function writeProblem(error: unknown): string {
  if (!(error instanceof DeskProblem)) return 'Algo deu errado nesta página. Recarregue e tente de novo.'
  if (error.code === 'rate_limited')
    return `Muitas tentativas. Espere ${writeWait(error.retryAfterSeconds ?? 60)}.`
  return PROBLEMS[error.code] ?? 'Algo deu errado. Tente de novo.'
}
