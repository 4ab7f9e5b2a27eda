import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'

export type Place =
  | { readonly name: 'home' | 'cart' | 'checkout' | 'orders' | 'missing' }
  | { readonly name: 'product'; readonly slug: string }
  | { readonly name: 'order'; readonly orderId: string }
  | { readonly name: 'sandbox'; readonly orderId: string | undefined }

const SIMPLE: Readonly<Record<string, Place>> = {
  '/store': { name: 'home' },
  '/store/carrinho': { name: 'cart' },
  '/store/pagamento': { name: 'checkout' },
  '/store/pedidos': { name: 'orders' },
}

export function parsePlace({ pathname, search }: { pathname: string; search: string }): Place {
  const path = pathname.replace(/\/+$/, '')
  const simple = SIMPLE[path]
  if (simple !== undefined) return simple
  if (path === '/store/sandbox')
    return { name: 'sandbox', orderId: new URLSearchParams(search).get('order') ?? undefined }
  const [, , kind, id = '', more] = path.split('/')
  if (more !== undefined) return { name: 'missing' }
  if (kind === 'produto') return { name: 'product', slug: id }
  return kind === 'pedido' ? { name: 'order', orderId: id } : { name: 'missing' }
}

const MOVED = 'store:moved'

export function go(path: string): void {
  history.pushState(undefined, '', path)
  dispatchEvent(new Event(MOVED))
}

export function usePlace(): Place {
  const [place, setPlace] = useState(() => parsePlace(location))
  useEffect(() => {
    const follow = (): void => setPlace(parsePlace(location))
    for (const event of [MOVED, 'popstate']) addEventListener(event, follow)
    return () => {
      for (const event of [MOVED, 'popstate']) removeEventListener(event, follow)
    }
  }, [])
  return place
}

interface LinkProps {
  readonly to: string
  readonly class?: string
  readonly label?: string
  readonly children: ComponentChildren
}

/** A real link: it can be opened in a new tab, and moves within the page otherwise. */
export function Link({ to, label, children, ...rest }: LinkProps): JSX.Element {
  return (
    <a
      href={to}
      {...rest}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onClick={event => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        go(to)
      }}
    >
      {children}
    </a>
  )
}
