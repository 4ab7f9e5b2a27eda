import { parseQuantity } from '../element/money.ts'
import { listen } from '../element/natives.ts'

/** How many the shopper wants, from the field of the product page; 1 where there is no field or no number in it. */
export function readQuantity(selector: string): number {
  const field = document.querySelector(selector)
  const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
  return (isField ? parseQuantity(field.value) : undefined) ?? 1
}

/** Themes put buttons around the field that change it without an event of its own: a click may have changed it, too. */
export function watchQuantity(look: () => void): void {
  listen(document, 'input', look)
  listen(document, 'change', look)
  listen(document, 'click', look)
}
