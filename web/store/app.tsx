import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { StorePageData } from '../../src/contract/store.ts'
import { liveRegion } from '../design/announce.ts'
import { Header } from './header.tsx'
import { Panel } from './panel/panel.tsx'
import { PanelBody } from './panel/panel-body.tsx'
import { Link, type Place, usePlace } from './place.tsx'
import { Cart } from './screens/cart.tsx'
import { Checkout } from './screens/checkout.tsx'
import { Home } from './screens/home.tsx'
import { Missing } from './screens/missing.tsx'
import { Order } from './screens/order.tsx'
import { Orders } from './screens/orders.tsx'
import { Product } from './screens/product.tsx'

export function App({ data }: { data: StorePageData }): JSX.Element {
  const place = usePlace()
  useNewPage(place)
  if (place.name === 'sandbox')
    return (
      <main class="panel-page">
        <h1 tabIndex={-1}>Painel de testes</h1>
        <PanelBody orderId={place.orderId} />
        <div {...liveRegion} />
      </main>
    )
  return (
    <div class="store">
      <Header shopName={data.shopName} />
      <main class="store-main">
        <Screen data={data} place={place} />
      </main>
      <footer class="store-foot">
        <p>
          {data.shopName} usa só o que qualquer loja tem: o elemento do crediário ao lado do preço, links de
          pagamento e webhooks assinados.
        </p>
        <p>
          <Link to="/store/pedidos">Meus pedidos</Link> · <a href="/docs">Referência da API</a>
        </p>
      </footer>
      <Panel place={place} />
      <div {...liveRegion} />
    </div>
  )
}

function Screen({ data, place }: { data: StorePageData; place: Place }): JSX.Element {
  const { products } = data
  switch (place.name) {
    case 'home':
      return <Home data={data} />
    case 'product': {
      const product = products.find(({ slug }) => slug === place.slug)
      if (product === undefined) return <Missing what="produto" />
      return <Product key={product.slug} data={data} product={product} />
    }
    case 'cart':
      return <Cart data={data} />
    case 'checkout':
      return <Checkout data={data} />
    case 'orders':
      return <Orders />
    case 'order':
      return <Order key={place.orderId} data={data} orderId={place.orderId} />
    default:
      return <Missing what="endereço" />
  }
}

/** A new page starts at its top, with the focus on its heading for screen readers. The first one needs no help. */
function useNewPage(place: Place): void {
  const last = useRef(place)
  useEffect(() => {
    const heading = document.querySelector('h1')
    document.title = heading?.textContent ?? document.title
    if (last.current === place) return
    last.current = place
    scrollTo(0, 0)
    heading?.focus({ preventScroll: true })
  }, [place])
}
