import { useEffect, useState } from 'preact/hooks'

export const addressOf = {
  queue: '/desk',
  invoices: '/desk/notas',
  suspense: '/desk/pagamentos',
  payouts: '/desk/saidas',
  proposals: '/desk/aprovacoes',
  audit: '/desk/auditoria',
  case: (id: string) => `/desk/casos/${id}`,
  invoice: (id: string) => `/desk/notas/${id}`,
  payment: (id: string) => `/desk/pagamentos/${id}`,
  payout: (id: string) => `/desk/saidas/${id}`,
} as const

const MOVED = 'desk:moved'

export function goTo(address: string): void {
  history.pushState(null, '', address)
  scrollTo(0, 0)
  dispatchEvent(new Event(MOVED))
}

/** The current path. */
export function usePath(): string {
  const [path, setPath] = useState(location.pathname)
  useEffect(() => {
    const follow = (): void => setPath(location.pathname)
    addEventListener('popstate', follow)
    addEventListener(MOVED, follow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener(MOVED, follow)
    }
  }, [])
  return path
}
