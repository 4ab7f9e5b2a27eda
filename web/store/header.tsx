import type { JSX } from 'preact'
import { cart } from './cart-content.ts'
import { Mark } from './drawings/mark.tsx'
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
