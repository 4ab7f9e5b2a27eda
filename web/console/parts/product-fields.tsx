import type { JSX } from 'preact'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import { type DraftProduct, type LinkDraft, type LinkProblems, NEW_PRODUCT } from './link-draft.ts'

interface ProductFieldsProps {
  readonly draft: LinkDraft
  readonly problems: LinkProblems
  onChange(some: Partial<LinkDraft>): void
}

/** More than anybody types. */
const MAX_TYPED = 20

export function ProductFields({ draft, problems, onChange }: ProductFieldsProps): JSX.Element {
  const { products } = draft
  const write = (key: number, some: Partial<DraftProduct>): void =>
    onChange({ products: products.map(each => (each.key === key ? { ...each, ...some } : each)) })
  return (
    <>
      {products.map(({ key, name, count, price }, at) => (
        <fieldset key={key} class="product-fields">
          <legend class="small">Produto {at + 1}</legend>
          <TextField
            label="Nome"
            maxlength={200}
            value={name}
            problem={problems[`name-${key}`]}
            onInput={text => write(key, { name: text })}
          />
          <div class="field-pair">
            <TextField
              label="Quantidade"
              inputmode="numeric"
              maxlength={4}
              value={count}
              problem={problems[`count-${key}`]}
              onInput={text => write(key, { count: text })}
            />
            <TextField
              label="Preço de cada um (R$)"
              inputmode="decimal"
              maxlength={16}
              value={price}
              problem={problems[`price-${key}`]}
              onInput={text => write(key, { price: text })}
            />
          </div>
          {products.length > 1 && (
            <Button
              kind="plain"
              wide={false}
              onPress={() => onChange({ products: products.filter(each => each.key !== key) })}
            >
              Tirar o produto {at + 1}
            </Button>
          )}
        </fieldset>
      ))}
      {products.length < MAX_TYPED && (
        <Button
          kind="quiet"
          wide={false}
          onPress={() => {
            const last = products.at(-1)?.key ?? 0
            onChange({ products: [...products, { ...NEW_PRODUCT, key: last + 1 }] })
          }}
        >
          Mais um produto
        </Button>
      )}
      <TextField
        label="Entrega (R$)"
        isOptional
        inputmode="decimal"
        maxlength={16}
        value={draft.shipping}
        problem={problems.shipping}
        onInput={shipping => onChange({ shipping })}
      />
    </>
  )
}
