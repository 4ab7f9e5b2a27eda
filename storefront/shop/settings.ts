import type { Page } from './placement.ts'

/** What the shop's developer wrote on the script tag. */
export interface Settings {
  readonly key: string
  readonly theme: string | undefined
  readonly variant: string | undefined
  /** Selector of the field with the quantity on a product page. */
  readonly quantity: string | undefined
  /** Selector of what the offer comes after, by page. */
  readonly places: Readonly<Record<Page, string | undefined>>
}

/**
 * From the tag that loaded this very script: `data-key`, `data-theme`, `data-variant`, `data-quantity`, and selectors in `data-pdp`,
 * `data-cart`, `data-checkout`. Undefined without a key: then there is nothing to ask.
 */
export function findSettings(scriptUrl: string): Settings | undefined {
  for (let index = 0; index < document.scripts.length; index++) {
    const script = document.scripts[index]
    if (script?.src !== scriptUrl || !script.dataset.key) continue
    const { key, theme, variant, quantity, pdp, cart, checkout } = script.dataset
    return { key, theme, variant, quantity, places: { pdp, cart, checkout } }
  }
  return undefined
}
