import type { JSX } from 'preact'
import {
  composeVariation,
  type StorePageData,
  type StoreProduct,
  type StoreVariation,
} from '../../../src/contract/store.ts'
import { Offer } from '../../customer/offer.tsx'
import { Drawing } from '../drawings/drawing.tsx'
import { writeCentavos } from '../money.ts'
import { Link } from '../place.tsx'

export function Home({ data }: { data: StorePageData }): JSX.Element {
  return (
    <>
      <section class="hero">
        <div class="stack">
          <h1 tabIndex={-1}>A casa do seu jeito, em parcelas que cabem no mês</h1>
          <p class="soft">
            Compre no crediário: parcele no boleto e no Pix, sem cartão e com o custo à vista.
          </p>
        </div>
      </section>
      <ul class="shelf" aria-label="Produtos">
        {data.products.map(product => (
          <li key={product.slug} class="shelf-item">
            <ProductCard product={product} publishableKey={data.publishableKey} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ProductCard({
  product,
  publishableKey,
}: {
  product: StoreProduct
  publishableKey: string
}): JSX.Element {
  const { values, priceCentavos } = composeFirst(product)
  return (
    <article class="product-card">
      <Drawing name={product.drawing} values={values} />
      <div class="product-words">
        <h2>
          <Link to={`/store/produto/${product.slug}`} class="cover">
            {product.name}
          </Link>
        </h2>
        <p class="soft small">{product.summary}</p>
        <p class="price">{writeCentavos(priceCentavos)}</p>
        <div class="above-cover small">
          <Offer publishableKey={publishableKey} priceCentavos={priceCentavos} page="list" />
        </div>
      </div>
    </article>
  )
}

/** With the first value of each option. */
export function composeFirst(product: StoreProduct): StoreVariation {
  return composeVariation(
    product,
    product.options.flatMap(({ values }) => values[0] ?? []),
  )
}
