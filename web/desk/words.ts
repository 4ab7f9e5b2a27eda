import type {
  CreditRuleName,
  DecisionResult,
  DecisionState,
  InvoiceFindings,
  Picture,
  RegistrationCaseKind,
  Role,
  SubjectKind,
} from '../../src/contract/desk.ts'
import type { AuditAction, AuditAuthor, AuditRefusal } from '../../src/contract/desk-audit.ts'
import type { DeskPayoutKind, DeskPayoutState } from '../../src/contract/desk-payouts.ts'
import type { Source, Status } from '../../src/contract/enums.ts'
import type { IdentityCheck, IdentityFact, NameSource } from '../../src/contract/identity.ts'
import type { RefundObstacle } from '../../src/contract/refunds.ts'
import type { SuspenseReason } from '../../src/contract/suspense.ts'
import { CONSOLE_ACTION_WORDS } from '../shell/staff-action-words.ts'
import { EFFECT_DONE_WORDS, EFFECT_WORDS } from './special-case-words.ts'

/* Names of codes on the screen. A code of the contract without a name here does not compile. */

/** Where a sale was made. */
export const SOURCE_WORDS = {
  checkout: 'Checkout da loja',
  pdp: 'Página do produto',
  site: 'Site da loja',
  tdv: 'Televendas',
  guide: 'Venda assistida',
  app: 'Aplicativo da loja',
} satisfies Readonly<Record<Source, string>>

export const ROLE_WORDS = {
  viewer: 'Consulta',
  analyst: 'Análise',
  approver: 'Aprovação',
} satisfies Readonly<Record<Role, string>>

export const PICTURE_WORDS = {
  front: 'Frente do documento',
  back: 'Verso do documento',
  selfie: 'Selfie',
} satisfies Readonly<Record<Picture, string>>

export const KIND_WORDS = {
  identification: 'Identificação',
  invoice: 'Nota fiscal',
  suspense: 'Pagamento',
  payout: 'Ordem de pagamento',
  loan: 'Contrato',
  entry: 'Lançamento',
  'special-case': 'Caso especial',
  compliance: 'Conformidade',
  assignment: 'Cessão de contratos',
  'no-occurrence': 'Ano sem ocorrências',
  closing: 'Fechamento',
  waiver: 'Saldo de parcela',
} satisfies Readonly<Record<SubjectKind, string>>

export const RESULT_WORDS = {
  VALIDATED: 'Validar',
  REFUSED: 'Recusar',
  ASK_AGAIN: 'Pedir nova foto',
  CREDIT: 'Creditar na parcela',
  REFUND: 'Devolver ao cliente',
  KEEP: 'Manter em espera',
  CLOSE: 'Encerrar',
  DUPLICATE: 'Encerrar como repetido',
  RELEASE: 'Liberar o pagamento',
  BEAR: 'Assumir a perda',
  APPROVE: 'Aprovar o envio',
  DECLINE: 'Não enviar',
  WRITE_OFF: 'Baixar como perda',
  BOOK: 'Lançar nos livros',
  SELL: 'Ceder os contratos',
  BUY_BACK: 'Recomprar os contratos',
  RECEIVE: 'Anotar o pagamento do fundo',
  ...EFFECT_WORDS,
  NO_MATCH: 'Não é a mesma pessoa',
  ACCEPTED: 'Aceitar a pessoa exposta',
  CONFIRMED: 'É a pessoa da lista',
  REPORT: 'Comunicar ao Coaf',
  NO_REPORT: 'Não comunicar',
  NO_OCCURRENCE: 'Declarar ano sem ocorrências',
  CLOSE_MONTH: 'Fechar o mês',
  WAIVE: 'Perdoar saldo',
} satisfies Readonly<Record<DecisionResult, string>>

/** Labels in the list of decisions. */
export const DONE_WORDS = {
  VALIDATED: 'Validado',
  REFUSED: 'Recusado',
  ASK_AGAIN: 'Nova foto pedida',
  CREDIT: 'Creditado na parcela',
  REFUND: 'Devolução ao cliente',
  KEEP: 'Mantido em espera',
  CLOSE: 'Encerrado',
  DUPLICATE: 'Encerrado como repetido',
  RELEASE: 'Pagamento liberado',
  BEAR: 'Perda assumida',
  APPROVE: 'Envio aprovado',
  DECLINE: 'Envio recusado',
  WRITE_OFF: 'Baixado como perda',
  BOOK: 'Lançado nos livros',
  SELL: 'Contratos cedidos',
  BUY_BACK: 'Contratos recomprados',
  RECEIVE: 'Pago pelo fundo',
  ...EFFECT_DONE_WORDS,
  NO_MATCH: 'Outra pessoa',
  ACCEPTED: 'Pessoa exposta aceita',
  CONFIRMED: 'Sanção confirmada',
  REPORT: 'A comunicar ao Coaf',
  NO_REPORT: 'Não comunicado',
  NO_OCCURRENCE: 'Ano sem ocorrências',
  CLOSE_MONTH: 'Mês fechado',
  WAIVE: 'Saldo perdoado',
} satisfies Readonly<Record<DecisionResult, string>>

export const STATE_WORDS = {
  proposed: 'espera a segunda pessoa',
  done: 'concluído',
  declined: 'não aprovado',
  overtaken: 'perdeu o efeito',
} satisfies Readonly<Record<DecisionState, string>>

export const STATUS_WORDS = {
  PENDING: 'Em andamento',
  OPEN: 'Contrato ativo',
  CLOSED: 'Quitado',
  CANCELED: 'Cancelado',
  ABANDONED: 'Abandonado',
  PROCESSING_CANCEL: 'Em cancelamento',
} satisfies Readonly<Record<Status, string>>

export const SUSPENSE_WORDS = {
  UNKNOWN_BILLET: 'Boleto desconhecido',
  AFTER_CANCEL: 'Pago depois do cancelamento',
  AFTER_EXPIRY: 'Pago depois do prazo',
  WRONG_AMOUNT: 'Valor diferente',
  ALREADY_PAID: 'Pago em dobro',
  SUSPECTED_DUPLICATE: 'Possível aviso repetido',
  RETURNED: 'Tomado de volta pelo banco',
} satisfies Readonly<Record<SuspenseReason, string>>

export const NAME_SOURCE_WORDS = {
  customer: 'Cliente informou',
  bureau: 'Birô de crédito',
  document: 'Documento',
} satisfies Readonly<Record<NameSource, string>>

export const FACT_WORDS = {
  name: 'Nome',
  cpf: 'CPF',
  birthDate: 'Nascimento',
  documentNumber: 'Nº do documento',
} satisfies Readonly<Record<IdentityFact, string>>

export const CHECK_WORDS = {
  liveness: 'Pessoa viva diante da câmera',
  faceMatch: 'Rosto igual ao do documento',
  documentAuthentic: 'Documento autêntico',
  nameMatch: 'Nome confere',
  birthDateMatch: 'Nascimento confere',
  cpfStatus: 'CPF confere',
} satisfies Readonly<Record<IdentityCheck, string>>

export const REGISTRATION_WORDS = {
  REJECTED: 'Registro recusado',
  WRITE_OFF_REFUSED: 'Baixa recusada',
} satisfies Readonly<Record<RegistrationCaseKind, string>>

export const RULE_WORDS = {
  'area-code-exists': 'DDD existe',
  'attempts-within-limit': 'Tentativas dentro do limite',
  'no-living-contract': 'Sem contrato em andamento',
  'purchase-not-below-minimum': 'Valor mínimo da compra',
  'purchase-not-above-maximum': 'Valor máximo da compra',
  'old-enough': 'Idade mínima',
  'cpf-in-use': 'CPF sem impedimento na Receita',
  'no-fraud-alert': 'Sem alerta de fraude',
  'score-at-or-above-cut': 'Pontuação de crédito',
  'limit-covers-amount-to-finance': 'Limite cobre o financiado',
} satisfies Readonly<Record<CreditRuleName, string>>

export const ACTION_WORDS = {
  'sign-in': 'Entrou',
  'sign-in.refused': 'Entrada recusada',
  'sign-out': 'Saiu',
  'passkey.list': 'Leu suas chaves de acesso',
  'passkey.add': 'Chave de acesso criada',
  'passkey.remove': 'Chave de acesso removida',
  'passkey.refused': 'Chave de acesso recusada',
  'queue.view': 'Leu a fila',
  'invoice.list': 'Leu a lista de notas',
  'suspense.list': 'Leu a lista de pagamentos',
  'proposal.list': 'Leu as propostas',
  'case.claim': 'Assumiu o caso',
  'case.view': 'Abriu o caso',
  'case.reveal': 'Viu os dados completos',
  'picture.view': 'Viu a imagem',
  'case.decide': 'Decidiu o caso',
  'case.propose': 'Propôs decisão do caso',
  'invoice.view': 'Abriu a nota fiscal',
  'invoice.page': 'Viu uma página da nota fiscal',
  'invoice.open': 'Baixou a nota fiscal',
  'invoice.decide': 'Decidiu a nota fiscal',
  'invoice.propose': 'Propôs decisão da nota',
  'suspense.view': 'Abriu o pagamento',
  'suspense.resolve': 'Resolveu o pagamento',
  'suspense.propose': 'Propôs destino do pagamento',
  'payout.list': 'Leu a lista de ordens de pagamento',
  'payout.view': 'Abriu uma ordem de pagamento',
  'payout.decide': 'Decidiu uma ordem de pagamento',
  'payout.propose': 'Propôs o envio de uma ordem de pagamento',
  'payout.correct': 'Corrigiu uma ordem de pagamento',
  'loan.search': 'Buscou um contrato',
  'loan.view': 'Abriu um contrato',
  'loan.copy': 'Emitiu uma segunda via',
  'loan.settle': 'Emitiu boleto de quitação',
  'loan.offer': 'Consultou opções de acordo',
  'loan.agree': 'Criou um acordo',
  'loan.write-off': 'Baixou um contrato como perda',
  'loan.propose-write-off': 'Propôs a baixa de um contrato',
  'books.list': 'Leu a página dos livros',
  'books.view': 'Abriu um lançamento',
  'books.open': 'Baixou o documento de um lançamento',
  'books.propose': 'Propôs um lançamento',
  'special-case.list': 'Leu a lista de casos especiais',
  'special-case.view': 'Abriu um caso especial',
  'special-case.open': 'Criou um caso especial',
  'special-case.document': 'Juntou um documento ao caso',
  'special-case.read-document': 'Baixou um documento do caso',
  'special-case.decide': 'Decidiu um caso especial',
  'special-case.propose': 'Propôs a decisão de um caso especial',
  'special-case.end': 'Encerrou um caso especial',
  'loan.notice': 'Mandou um aviso formal de novo',
  'closing.view': 'Viu os fechamentos',
  'closing.run': 'Começou a apuração de um mês',
  'closing.close': 'Fechou um mês',
  'closing.propose': 'Propôs fechar um mês',
  'books.export': 'Baixou um relatório dos livros',
  'loan.waive': 'Perdoou o saldo de uma parcela',
  'loan.propose-waiver': 'Propôs perdoar o saldo de uma parcela',
  'registration.list': 'Leu a lista de boletos no banco',
  'registration.reissue': 'Emitiu outro boleto',
  'registration.write-off': 'Pediu a baixa de novo',
  'assignment.list': 'Leu as cessões',
  'assignment.view': 'Abriu uma cessão',
  'assignment.decide': 'Decidiu uma cessão',
  'assignment.propose': 'Propôs uma cessão',
  'compliance.list': 'Leu a conformidade',
  'compliance.view': 'Abriu um caso de conformidade',
  'compliance.decide': 'Decidiu um caso de conformidade',
  'compliance.propose': 'Propôs decisão de conformidade',
  'compliance.receipt': 'Anotou um recibo do Coaf',
  'proposal.answer': 'Respondeu à proposta',
  'proposal.refused': 'Tentou aprovar a própria proposta',
  'proposal.overtaken': 'Proposta perdeu o efeito',
  'audit.view': 'Leu a auditoria',
  'refused.session': 'Acesso com sessão encerrada',
  'refused.role': 'Ação fora do perfil',
  'refused.cross-site': 'Pedido de outro site',
  'refused.forged-row': 'Registro alterado fora do programa',
  'operator.create': 'Operador criado',
  'operator.role': 'Perfil alterado',
  'operator.disable': 'Operador desativado',
  'operator.enable': 'Operador reativado',
  'operator.reset': 'Senha e autenticador trocados',
  'row.version': 'Nova versão registrada',
  'purchase.cancel': 'Pediu o cancelamento',
  'person.forgotten': 'Pessoa esquecida',
  'customer.addendum': 'Cliente confirmou um aditivo',
  'customer.email': 'E-mail trocado pelo cliente',
  'heads.accepted': 'Continuou após uma restauração',
  'money.held': 'Parou as saídas de dinheiro',
  'money.released': 'Liberou as saídas de dinheiro',
  'proof.given': 'Provou quem é na linha de comando',
  'proof.refused': 'Prova recusada na linha de comando',
  'account.propose': 'Propôs uma conta que recebe dinheiro',
  'retailer.propose': 'Propôs a mudança de um lojista',
  'command.begin': 'Comando iniciado',
  'command.done': 'Comando concluído',
  'command.failed': 'Comando recusado',
  ...CONSOLE_ACTION_WORDS,
} satisfies Readonly<Record<AuditAction, string>>

export const FINDING_WORDS = {
  readable: 'Texto legível',
  order: 'Número do pedido',
  retailer: 'Nome do lojista',
  customer: 'CPF do cliente',
  amount: 'Valor da compra',
  accessKey: 'Chave de acesso da NF-e da loja',
  visible: 'Texto igual ao que se vê na página',
} satisfies Readonly<Record<keyof InvoiceFindings, string>>

/** Reasons of refusals in the audit log. */
export const REFUSAL_WORDS = {
  unknown: 'e-mail desconhecido',
  password: 'senha',
  code: 'código',
  'code used before': 'código já usado',
  disabled: 'operador desativado',
  forged: 'registro alterado fora do programa',
  'own proposal': 'própria proposta',
  passkey: 'chave de acesso',
  'unknown passkey': 'chave desconhecida',
  'passkey copied': 'chave copiada',
  removed: 'Sem loja',
  'challenge used before': 'resposta já usada',
  'link used before': 'link já usado',
  'session ended': 'sessão encerrada',
} satisfies Readonly<Record<AuditRefusal, string>>

/** Authors in the audit log where no operator acted. */
export const AUTHOR_WORDS = {
  'command line': 'Linha de comando',
  program: 'Programa',
  retailer: 'Lojista',
  customer: 'Cliente',
  sandbox: 'Sandbox',
} satisfies Readonly<Record<AuditAuthor, string>>

/** How long something has waited, in words. */
export function writeAge(sinceIso: string, nowIso: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(nowIso) - Date.parse(sinceIso)) / 60_000))
  if (minutes < 1) return 'agora'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} dias`
}

const HOUR_MS = 3_600_000

/** Waiting too long: a customer depends on it. */
export const isLate = (sinceIso: string, nowIso: string): boolean =>
  Date.parse(nowIso) - Date.parse(sinceIso) > 2 * HOUR_MS

/** A page older than the server may receive a code that it has no word for. */
export const wordOf = <Code extends string>(
  words: Readonly<Record<Code, string>>,
  code: NoInfer<Code>,
): string => words[code] ?? code

export function listFindings(
  findings: InvoiceFindings,
): { readonly name: keyof InvoiceFindings; readonly isThere: boolean }[] {
  const names = Object.keys(findings) as (keyof InvoiceFindings)[]
  return names.map(name => ({ name, isThere: findings[name] === true }))
}

export const PAYOUT_KIND_WORDS = {
  RETAILER: 'Repasse ao lojista',
  REFUND: 'Devolução ao cliente',
  IOF: 'IOF',
  INSURER: 'Prêmio do seguro',
  COMMISSION: 'Comissão ao lojista',
  FUND: 'Repasse ao fundo',
} satisfies Readonly<Record<DeskPayoutKind, string>>

export const PAYOUT_STATE_WORDS = {
  created: 'Espera aprovação',
  approved: 'Aprovada',
  sending: 'Em envio',
  accepted: 'No banco',
  unknown: 'Sem resposta do banco',
  paid: 'Paga',
  failed: 'Recusada pelo banco',
  canceled: 'Não enviada',
  returned: 'Voltou do banco',
} satisfies Readonly<Record<DeskPayoutState, string>>

export const PAYOUT_EVENT_WORDS: Readonly<Record<string, string>> = {
  created: 'Ordem criada',
  approved: 'Aprovada',
  declined: 'Não aprovada',
  sent: 'Enviada ao banco',
  deferred: 'Adiada pelo banco',
  accepted: 'Aceita pelo banco',
  doubted: 'Sem resposta',
  'sent-again': 'Enviada de novo',
  paid: 'Paga',
  failed: 'Recusada',
  canceled: 'Cancelada pelo banco',
  returned: 'Voltou do banco',
}

export const OBSTACLE_WORDS = {
  PAYER_UNKNOWN: 'Não sabemos quem pagou',
  BOOKS_DIFFER: 'Os livros devem menos do que isso',
  REFUSED_BY_BANK: 'O banco recusou a conta',
  DECLINED: 'A ordem não foi aprovada',
} satisfies Readonly<Record<RefundObstacle, string>>
