export interface ReturnableProduct {
  readonly id: string
  readonly centavos: number
}

const MOST_SUMS = 20_000

/**
 * The products that a refund of an amount is about. Pieces of one line are interchangeable; any other choice must be the only one,
 * because a guess would take the wrong thing out of somebody's contract. At least one product must remain.
 */
export function findProductsWorth(
  products: readonly ReturnableProduct[],
  amountCentavos: number,
): readonly string[] | undefined {
  if (amountCentavos <= 0) return undefined
  let sums = new Map<number, Choice>([[0, { ids: [], isUnique: true }]])
  for (const group of groupPieces(products)) {
    const next = new Map<number, Choice>()
    for (const [sum, { ids, isUnique }] of sums)
      for (let count = 0; count <= group.length; count += 1) {
        const taken = group.slice(0, count)
        const total = taken.reduce((all, { centavos }) => all + centavos, sum)
        if (total > amountCentavos) break
        const known = next.has(total)
        next.set(total, { ids: [...ids, ...taken.map(({ id }) => id)], isUnique: isUnique && !known })
      }
    sums = next
    if (sums.size > MOST_SUMS) return undefined
  }
  const found = sums.get(amountCentavos)
  return found?.isUnique && found.ids.length < products.length ? found.ids : undefined
}

interface Choice {
  readonly ids: readonly string[]
  readonly isUnique: boolean
}

/** `sku`, `sku~2`, `sku~3` at the same price are one line of the order. */
function groupPieces(products: readonly ReturnableProduct[]): readonly (readonly ReturnableProduct[])[] {
  const groups = Map.groupBy(products, ({ id, centavos }) => `${id.replace(/~\d+$/, '')} ${centavos}`)
  return [...groups.values()]
}
