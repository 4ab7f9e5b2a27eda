import { useEffect, useState } from 'preact/hooks'

export type Route =
  | { readonly screen: 'queue' | 'invoices' | 'suspense' | 'proposals' | 'audit' | 'missing' }
  | { readonly screen: 'case' | 'invoice' | 'payment'; readonly id: string }

/** The address of each screen below /desk; a case appends its id. */
const LISTS: Readonly<Record<string, Route['screen']>> = {
  '': 'queue',
  notas: 'invoices',
  pagamentos: 'suspense',
  aprovacoes: 'proposals',
  auditoria: 'audit',
}
const CASES: Readonly<Record<string, 'case' | 'invoice' | 'payment'>> = {
  casos: 'case',
  notas: 'invoice',
  pagamentos: 'payment',
}

export function parseRoute(path: string): Route {
  const [, , name = '', id] = path.replace(/\/+$/, '').split('/')
  const list = LISTS[name]
  const single = CASES[name]
  if (id !== undefined && single !== undefined && /^[0-9a-f]{24}$/.test(id)) return { screen: single, id }
  if (id === undefined && list !== undefined) return { screen: list } as Route
  return { screen: 'missing' }
}

export const addressOf = {
  queue: '/desk',
  invoices: '/desk/notas',
  suspense: '/desk/pagamentos',
  proposals: '/desk/aprovacoes',
  audit: '/desk/auditoria',
  case: (id: string) => `/desk/casos/${id}`,
  invoice: (id: string) => `/desk/notas/${id}`,
  payment: (id: string) => `/desk/pagamentos/${id}`,
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
