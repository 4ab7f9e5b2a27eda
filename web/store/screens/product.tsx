import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  composeVariation,
  type StoreOption,
  type StoreOptionValue,
  type StorePageData,
  type StoreProduct,
} from '../../../src/contract/store.ts'
import { Offer } from '../../customer/offer.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icons.tsx'
import { addToCart } from '../cart-content.ts'
import { Drawing } from '../drawings/drawing.tsx'
import { writeCentavos } from '../money.ts'
import { go, Link } from '../place.tsx'
import { composeFirst } from './home.tsx'

export function Product({ data, product }: { data: StorePageData; product: StoreProduct }): JSX.Element {
  const [values, setValues] = useState(composeFirst(product).values)
  const variation = composeVariation(product, values)

  function choose(index: number, value: StoreOptionValue): void {
    const next = values.map((each, at) => (at === index ? value : each))
    setValues(next)
    announce(`${value.label}: ${writeCentavos(composeVariation(product, next).priceCentavos)}`)
  }

  return (
    <div class="stack">
      <p class="small">
        <Link to="/store">Todos os produtos</Link>
      </p>
      <div class="product-page">
        <Drawing name={product.drawing} values={values} />
        <div class="stack roomy">
          <div class="stack stack-tight">
            <h1 tabIndex={-1}>{product.name}</h1>
            <p class="soft">{product.summary}</p>
          </div>
          <div class="stack stack-tight">
            <p class="price large">{writeCentavos(variation.priceCentavos)}</p>
            <p class="soft small">à vista, ou no crediário:</p>
            <Offer
              publishableKey={data.publishableKey}
              priceCentavos={variation.priceCentavos}
              page="pdp"
              variant="card"
            />
          </div>
          {product.options.map((option, index) => (
            <OptionPicker
              key={option.name}
              option={option}
              chosen={values[index]}
              onChoose={value => choose(index, value)}
            />
          ))}
          <Button
            onPress={() => {
              addToCart(variation.sku)
              go('/store/carrinho')
            }}
          >
            Adicionar ao carrinho
          </Button>
          <ul class="facts">
            {product.facts.map(fact => (
              <li key={fact}>
                <Icon name="check" size={20} />
                <span>{fact}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

interface OptionPickerProps {
  readonly option: StoreOption
  readonly chosen: StoreOptionValue | undefined
  onChoose(value: StoreOptionValue): void
}

function OptionPicker({ option, chosen, onChoose }: OptionPickerProps): JSX.Element {
  return (
    <fieldset class="picker">
      <legend>{option.name}</legend>
      {option.values.map(value => (
        <label key={value.id} class="pick">
          <input
            type="radio"
            name={option.name}
            checked={value.id === chosen?.id}
            onChange={() => onChoose(value)}
          />
          {value.colour !== undefined && <Swatch colour={value.colour} />}
          <span>{value.label}</span>
          {value.extraCentavos !== 0 && <span class="soft small">{writeExtra(value.extraCentavos)}</span>}
        </label>
      ))}
    </fieldset>
  )
}

function writeExtra(centavos: number): string {
  return `${centavos > 0 ? '+' : '−'} ${writeCentavos(Math.abs(centavos))}`
}

/** A drawing, because the page's policy allows no style attribute. */
function Swatch({ colour }: { colour: string }): JSX.Element {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="8.250" fill={colour} class="swatch" stroke-width="1" />
    </svg>
  )
}
