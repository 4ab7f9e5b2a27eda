import type { AuditFilterName } from '../../src/contract/desk-audit.ts'

export const addressOf = {
  queue: '/desk',
  invoices: '/desk/notas',
  suspense: '/desk/pagamentos',
  payouts: '/desk/saidas',
  books: '/desk/livros',
  loans: '/desk/contratos',
  assignments: '/desk/cessoes',
  specialCases: '/desk/especiais',
  compliance: '/desk/conformidade',
  closings: '/desk/fechamento',
  proposals: '/desk/aprovacoes',
  audit: '/desk/auditoria',
  case: (id: string) => `/desk/casos/${id}`,
  invoice: (id: string) => `/desk/notas/${id}`,
  payment: (id: string) => `/desk/pagamentos/${id}`,
  payout: (id: string) => `/desk/saidas/${id}`,
  entry: (id: string) => `/desk/livros/${id}`,
  closing: (id: string) => `/desk/fechamento/${id}`,
  loan: (id: string) => `/desk/contratos/${id}`,
  assignment: (id: string) => `/desk/cessoes/${id}`,
  specialCase: (id: string) => `/desk/especiais/${id}`,
  complianceCase: (id: string) => `/desk/conformidade/${id}`,
  auditOf: (filter: AuditFilters) => `/desk/auditoria?${new URLSearchParams(filter)}`,
} as const

/** What stands in the address of the audit, so that a view of it can be shared. */
export type AuditFilters = Readonly<Partial<Record<AuditFilterName, string>>>

export { goTo, openBeside, showAlone, useBeside, usePath, useQuery } from '../shell/navigation.ts'
