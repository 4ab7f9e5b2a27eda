import type { Centavos } from '../../src/kernel/money.ts'

export interface Line {
  readonly id: string
  readonly name: string
  readonly quantity: number
  readonly unitCentavos: Centavos
}

interface Cart {
  readonly lines: readonly Line[]
  readonly shippingCentavos: Centavos
}

export const ADJUSTMENT: Pick<Line, 'id' | 'name'> = { id: 'ajuste', name: 'Ajuste' }

/**
 * The cart with exactly the total that the platform asks for. The total rules and lines are labels: rounding, a centavo for each piece
 * at most, becomes a line of its own or comes off the delivery. Undefined where more is missing: then nothing but the total is certain.
 */
export function fitTotal(cart: Cart, totalCentavos: Centavos): Cart | undefined {
  const { lines, shippingCentavos } = cart
  if (lines.length === 0 || lines.some(({ unitCentavos }) => unitCentavos <= 0) || shippingCentavos < 0)
    return undefined
  const difference = totalCentavos - sumCart(cart)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (Math.abs(difference) > pieces) return undefined
  if (difference === 0) return cart
  if (difference > 0)
    return { lines: [...lines, { ...ADJUSTMENT, quantity: 1, unitCentavos: difference }], shippingCentavos }
  return shippingCentavos + difference < 0
    ? undefined
    : { lines, shippingCentavos: shippingCentavos + difference }
}

function sumCart({ lines, shippingCentavos }: Cart): Centavos {
  return lines.reduce((sum, { quantity, unitCentavos }) => sum + quantity * unitCentavos, shippingCentavos)
}

/** Two amounts for one order: the same, apart by rounding, or different. */
export function compareTotals(one: Centavos, other: Centavos): 'same' | 'rounded' | 'different' {
  const difference = Math.abs(one - other)
  if (difference === 0) return 'same'
  return difference === 1 ? 'rounded' : 'different'
}

const MOST_LINES = 12

/**
 * The products that a partial refund is about: the only ones whose prices add up to it, and not all of them. Undefined where there is
 * no such choice or more than one, because a guess would take the wrong thing out of somebody's contract.
 */
export function findProductsWorth(
  lines: readonly Line[],
  amountCentavos: Centavos,
): readonly string[] | undefined {
  if (lines.length > MOST_LINES || amountCentavos <= 0) return undefined
  const found: string[][] = []
  for (let choice = 1; choice < 2 ** lines.length - 1; choice++) {
    const chosen = lines.filter((_, at) => (choice >> at) % 2 === 1)
    const worth = chosen.reduce((sum, { quantity, unitCentavos }) => sum + quantity * unitCentavos, 0)
    if (worth === amountCentavos) found.push(chosen.map(({ id }) => id))
    if (found.length > 1) return undefined
  }
  return found[0]
}
