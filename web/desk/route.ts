import { useEffect, useState } from 'preact/hooks'
import type { AuditFilterName } from '../../src/contract/desk-audit.ts'

export const addressOf = {
  queue: '/desk',
  invoices: '/desk/notas',
  suspense: '/desk/pagamentos',
  payouts: '/desk/saidas',
  loans: '/desk/contratos',
  proposals: '/desk/aprovacoes',
  audit: '/desk/auditoria',
  case: (id: string) => `/desk/casos/${id}`,
  invoice: (id: string) => `/desk/notas/${id}`,
  payment: (id: string) => `/desk/pagamentos/${id}`,
  payout: (id: string) => `/desk/saidas/${id}`,
  loan: (id: string) => `/desk/contratos/${id}`,
  auditOf: (filter: AuditFilters) => `/desk/auditoria?${new URLSearchParams(filter)}`,
} as const

/** What stands in the address of the audit, so that a view of it can be shared. */
export type AuditFilters = Readonly<Partial<Record<AuditFilterName, string>>>

const MOVED = 'desk:moved'

export function goTo(address: string): void {
  history.pushState(null, '', address)
  scrollTo(0, 0)
  dispatchEvent(new Event(MOVED))
}

/** The current path. */
export const usePath = (): string => useLocation(({ pathname }) => pathname)

/** What follows the path: `?` and the filters, or nothing. */
export const useQuery = (): string => useLocation(({ search }) => search)

function useLocation(read: (here: Location) => string): string {
  const [value, setValue] = useState(read(location))
  useEffect(() => {
    const follow = (): void => setValue(read(location))
    addEventListener('popstate', follow)
    addEventListener(MOVED, follow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener(MOVED, follow)
    }
  }, [])
  return value
}
