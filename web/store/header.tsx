import type { JSX } from 'preact'
import { cart } from './cart-content.ts'
import { Link } from './place.tsx'

export function Header({ shopName }: { shopName: string }): JSX.Element {
  const count = cart.use().reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <header>
      <p class="store-notice">
        Loja de demonstração: os produtos são inventados e nada é cobrado de verdade.
      </p>
      <div class="store-head">
        <Link to="/store" class="store-brand">
          <Mark />
          <span>{shopName}</span>
        </Link>
        <nav aria-label="Loja">
          <Link to="/store/pedidos">Meus pedidos</Link>
          <Link to="/store/carrinho" class="store-cart-link">
            <CartIcon />
            <span>Carrinho</span>
            {count > 0 && (
              <span class="store-count">
                {count}
                <span class="unseen"> {count === 1 ? 'item' : 'itens'}</span>
              </span>
            )}
          </Link>
        </nav>
      </div>
    </header>
  )
}

function CartIcon(): JSX.Element {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d="M3 4h2.5l2 11h10l2-8H6.2M9 19.5v.01M16.5 19.5v.01" />
    </svg>
  )
}

/** A shop's awning. */
function Mark(): JSX.Element {
  return (
    <svg width="36" height="36" viewBox="0 0 36 36" aria-hidden="true">
      <rect width="36" height="36" rx="10" fill="#0b6b5d" />
      <path d="M8 12h20l2 6H6z" fill="#fff" />
      <path d="M6 18a3 3 0 006 0 3 3 0 006 0 3 3 0 006 0 3 3 0 006 0z" fill="#f3b765" />
      <path d="M9 23v6h18v-6" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" />
    </svg>
  )
}
