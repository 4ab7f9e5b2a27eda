import { useEffect, useState } from 'preact/hooks'

/** Which part of the account is shown. It stands behind the # of the address, which is never sent to a server. */
export type Route =
  | { readonly name: 'home' }
  | { readonly name: 'purchase'; readonly id: string }
  | { readonly name: 'data' }

export const HOME = '#inicio'
export const DATA = '#meus-dados'
export const linkToPurchase = (id: string): string => `#compra-${id}`

function parseRoute(hash: string): Route {
  if (hash === DATA) return { name: 'data' }
  const [, id] = /^#compra-([0-9a-f]{24})$/.exec(hash) ?? []
  return id === undefined ? { name: 'home' } : { name: 'purchase', id }
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = (): void => setHash(location.hash)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return parseRoute(hash)
}
