import type {
  ComplianceFinding,
  ComplianceKind,
  ComplianceResult,
  EnhancedCheck,
  ListKind,
  ReportKind,
} from '../../src/contract/desk-compliance.ts'

/* Names of codes on the screens of compliance. A code of the contract without a name here does not compile. */

export const COMPLIANCE_KIND_WORDS = {
  PEP: 'Pessoa exposta politicamente',
  SANCTIONS: 'Lista de sanções',
  CONFIRMED_SANCTION: 'Cliente com sanção confirmada',
  THIRD_PARTY_PAYER: 'Pago por outra pessoa',
  MANY_PAYERS: 'Vários pagadores',
  EARLY_PAYOFF: 'Quitação logo após a liberação',
  REFUND_ELSEWHERE: 'Devolução pedida para outra pessoa',
} satisfies Readonly<Record<ComplianceKind, string>>

export const COMPLIANCE_WHY_WORDS = {
  PEP: 'Uma lista pública de pessoas expostas politicamente tem um nome e um CPF como os deste cliente. Isso não impede a compra: confira se é a mesma pessoa.',
  SANCTIONS:
    'Uma lista de sanções pode ser sobre este cliente. A compra fica parada até duas pessoas concluírem que não é.',
  CONFIRMED_SANCTION:
    'A mesa confirmou que o cliente está em uma lista de sanções. Decidam se o Coaf será comunicado.',
  THIRD_PARTY_PAYER: 'O banco informou que outra pessoa pagou este contrato.',
  MANY_PAYERS: 'Várias pessoas diferentes pagaram contratos deste cliente nos últimos 180 dias.',
  EARLY_PAYOFF:
    'O contrato foi quitado poucos dias depois da liberação, e o banco não diz que foi o cliente quem pagou.',
  REFUND_ELSEWHERE:
    'Alguém pediu a devolução do dinheiro para uma conta de outra pessoa. O pedido foi recusado na hora.',
} satisfies Readonly<Record<ComplianceKind, string>>

export const COMPLIANCE_HINTS = {
  NO_MATCH: 'Diga o que mostra que é outra pessoa: nascimento, CPF, nome da mãe, cidade.',
  ACCEPTED: 'Diga de onde vem a renda e por que a compra faz sentido. Uma segunda pessoa aprova.',
  CONFIRMED: 'Diga o que confirma a identidade. A compra só poderá ser recusada.',
  REPORT: 'Fundamente a decisão. Uma segunda pessoa aprova, e o Coaf é comunicado até o dia útil seguinte.',
  NO_REPORT:
    'Fundamente a decisão: por que o pagamento é compatível com o cliente. Uma segunda pessoa aprova.',
} satisfies Readonly<Record<ComplianceResult, string>>

export const FINDING_WORDS = {
  source: 'Fonte da lista',
  publishedOn: 'Publicada em',
  customerName: 'Nome do cliente',
  listedName: 'Nome na lista',
  listedCpf: 'CPF na lista',
  role: 'Função ou motivo',
  birthDate: 'Nascimento na lista',
  from: 'Desde',
  until: 'Até',
  amount: 'Valor pago',
  paidOn: 'Pago em',
  payer: 'Documento da outra pessoa',
  payers: 'Pagadores diferentes',
  releasedOn: 'Liberado em',
} satisfies Readonly<Record<ComplianceFinding['name'], string>>

export const CHECK_QUESTIONS = {
  FUNCTION: 'Conferi a função pública e o período em que foi exercida',
  INCOME: 'Conferi a origem da renda',
  PURPOSE: 'Conferi que a compra é compatível com a renda',
} satisfies Readonly<Record<EnhancedCheck, string>>

export const LIST_KIND_WORDS = {
  PEP: 'Pessoas expostas politicamente',
  SANCTIONS: 'Sanções',
} satisfies Readonly<Record<ListKind, string>>

export const REPORT_KIND_WORDS = {
  REPORT: 'Comunicar ao Coaf',
  NO_REPORT: 'Não comunicar',
  NO_OCCURRENCE: 'Ano sem ocorrências',
} satisfies Readonly<Record<ReportKind, string>>
