import type { JSX } from 'preact'
import { describeVariation, MAX_QUANTITY, type StorePageData } from '../../../src/contract/store.ts'
import { Offer } from '../../customer/offer.tsx'
import { announce } from '../../design/announce.ts'
import { Card } from '../../design/card.tsx'
import { type CartLine, cart, listLines, setQuantity, sumLines } from '../cart-content.ts'
import { Drawing } from '../drawings/drawing.tsx'
import { writeCentavos } from '../money.ts'
import { Link } from '../place.tsx'

export function Cart({ data }: { data: StorePageData }): JSX.Element {
  const lines = listLines(data.products, cart.use())
  const sum = sumLines(lines)
  if (lines.length === 0)
    return (
      <div class="stack store-narrow">
        <h1 tabIndex={-1}>Seu carrinho está vazio</h1>
        <p class="soft">Escolha um produto da vitrine para começar.</p>
        <Link to="/store" class="button wide">
          Ver os produtos
        </Link>
      </div>
    )
  return (
    <div class="stack roomy">
      <h1 tabIndex={-1}>Carrinho</h1>
      <div class="two-columns">
        <ul class="card cart-lines">
          {lines.map(line => (
            <li key={line.variation.sku}>
              <Line line={line} />
            </li>
          ))}
        </ul>
        <Card title="Resumo">
          <dl class="figures">
            <div class="strong">
              <dt>Produtos</dt>
              <dd>{writeCentavos(sum)}</dd>
            </div>
          </dl>
          <Offer publishableKey={data.publishableKey} priceCentavos={sum} page="cart" />
          <Link to="/store/pagamento" class="button wide">
            Ir para o pagamento
          </Link>
          <Link to="/store" class="button plain wide">
            Continuar comprando
          </Link>
        </Card>
      </div>
    </div>
  )
}

function Line({ line: { variation, quantity } }: { line: CartLine }): JSX.Element {
  const { product, sku } = variation
  const detail = describeVariation(variation)
  const name = detail === '' ? product.name : `${product.name}, ${detail}`

  function change(next: number): void {
    setQuantity(sku, next)
    announce(next < 1 ? `${name} saiu do carrinho` : `${name}: ${next}`)
  }

  return (
    <div class="cart-line">
      <Drawing name={product.drawing} values={variation.values} />
      <div class="stack stack-tight">
        <p>
          <Link to={`/store/produto/${product.slug}`}>{product.name}</Link>
          {detail !== '' && <span class="soft small line-detail">{detail}</span>}
        </p>
        <p class="price">{writeCentavos(variation.priceCentavos * quantity)}</p>
        <div class="quantity">
          <button
            type="button"
            aria-label={`Diminuir a quantidade de ${name}`}
            aria-disabled={quantity === 1}
            onClick={() => quantity > 1 && change(quantity - 1)}
          >
            −
          </button>
          <span>
            <span class="unseen">Quantidade: </span>
            {quantity}
          </span>
          <button
            type="button"
            aria-label={`Aumentar a quantidade de ${name}`}
            aria-disabled={quantity === MAX_QUANTITY}
            onClick={() => quantity < MAX_QUANTITY && change(quantity + 1)}
          >
            +
          </button>
          <button type="button" class="remove" aria-label={`Remover ${name}`} onClick={() => change(0)}>
            Remover
          </button>
        </div>
      </div>
    </div>
  )
}
