import type { JSX } from 'preact'
import { cart } from './cart-content.ts'
import { Mark } from './drawings/mark.tsx'
import { Link } from './place.tsx'

export function Header({ shopName }: { shopName: string }): JSX.Element {
  const count = cart.use().reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <header>
      <p class="store-notice">Loja de demonstração: nada é cobrado de verdade.</p>
      <div class="store-head">
        <Link to="/store" class="store-brand">
          <Mark />
          <span>{shopName}</span>
        </Link>
        <nav aria-label="Loja">
          <Link to="/store/pedidos">
            <OrdersIcon />
            <span class="store-nav-name">Meus pedidos</span>
          </Link>
          <Link to="/store/carrinho" class="store-cart-link">
            <CartIcon />
            <span class="store-nav-name">Carrinho</span>
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
  return <Drawn path="M3 4h2.5l2 11h10l2-8H6.2M9 19.5v.01M16.5 19.5v.01" />
}

function OrdersIcon(): JSX.Element {
  return <Drawn path="M5 8l7-4 7 4v8l-7 4-7-4zM5 8l7 4 7-4M12 12v8" />
}

function Drawn({ path }: { path: string }): JSX.Element {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
