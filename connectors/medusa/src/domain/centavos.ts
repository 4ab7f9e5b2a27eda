/** Medusa counts in reais with decimals, some of which are rounding of its own. */
export function toCentavos(reais: unknown): number {
  const value = Number(reais)
  if (!Number.isFinite(value)) throw new Error(`${String(reais)} is not an amount`)
  return Math.round(Number((value * 100).toFixed(4)))
}

export const toReais = (centavos: number): number => centavos / 100

export function presentMoney(centavos: number): string {
  return toReais(centavos)
    .toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
    .replaceAll('\u00a0', ' ')
}
