import { listen } from '../element/natives.ts'
import { onceInFrame } from '../shop/frame.ts'
import { pick, reaisToCentavos } from '../shop/outside.ts'
import type { Facts } from './facts.ts'
import { findProductId } from './product-id.ts'

/**
 * Hyvä has neither jQuery nor a price box: its parts talk by events of the window. `update-product-final-price` is the price of one
 * piece, tiers included. `update-prices-<id>` counts only without it in the same frame: old themes send a difference there. Custom
 * options come on top, as the page adds them.
 */
export function followHyva(facts: Facts, look: () => void): void {
  let final: number | undefined
  let told: number | undefined
  let base = facts.product
  let prices: unknown
  const active = new Set<string>()

  const settle = onceInFrame(() => {
    base = final ?? told ?? base
    final = undefined
    told = undefined
    const options = sumOptions(prices, active)
    facts.product = base === undefined || options === undefined ? undefined : base + options
    look()
  })
  const follow = (type: string, take: (detail: unknown) => void): void =>
    listen(window, type, event => {
      take((event as CustomEvent).detail)
      settle()
    })

  follow('update-product-final-price', detail => {
    final = reaisToCentavos(detail) ?? final
  })
  follow('update-custom-option-prices', detail => {
    prices = detail
  })
  follow('update-custom-option-active', detail => {
    const id = String(pick(detail, 'customOptionId'))
    if (pick(detail, 'active')) active.add(id)
    else active.delete(id)
  })
  const id = findProductId()
  if (id !== undefined) {
    follow(`update-prices-${id}`, detail => {
      told = reaisToCentavos(pick(detail, 'finalPrice', 'amount')) ?? told
    })
    follow(`update-qty-${id}`, detail => {
      const quantity = Number(detail)
      facts.quantity = Number.isInteger(quantity) && quantity > 0 ? quantity : undefined
    })
  }
  listen(window, 'private-content-loaded', event => {
    if (pick(window, 'checkoutConfig') !== undefined) return
    facts.cart = reaisToCentavos(pick(event, 'detail', 'data', 'cart', 'subtotalAmount'))
    look()
  })
}

/** Options may also make it cheaper. Undefined when one has no price: then the sum is not known. */
function sumOptions(prices: unknown, active: ReadonlySet<string>): number | undefined {
  let sum = 0
  for (const id of active) {
    const amount = Number(pick(prices, id) ?? 0)
    if (!Number.isFinite(amount)) return undefined
    sum += Math.round(amount * 100)
  }
  return sum
}
