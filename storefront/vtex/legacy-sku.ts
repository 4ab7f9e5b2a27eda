import { checkCentavos, pick, toList } from '../shop/outside.ts'

/** Price of a SKU of the legacy portal, in centavos. Of one that cannot be bought it is wrong. */
export function parseSku(sku: unknown): number | undefined {
  return pick(sku, 'available') === true ? checkCentavos(pick(sku, 'bestPrice')) : undefined
}

/** Before anybody chose: the price that all SKUs on sale have. With several prices the page shows one that is not the shopper's yet. */
export function parseSkuJson(skuJson: unknown): number | undefined {
  let found: number | undefined
  for (const sku of toList(pick(skuJson, 'skus'))) {
    const centavos = parseSku(sku)
    if (centavos === undefined) continue
    if (found !== undefined && found !== centavos) return undefined
    found = centavos
  }
  return found
}

/** `skuSelected.vtex` brings the product and the SKU, or in older portals the SKU alone. */
export function findSku(args: readonly unknown[]): unknown {
  return args.find(each => pick(each, 'bestPrice') !== undefined)
}
