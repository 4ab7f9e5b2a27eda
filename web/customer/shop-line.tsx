import type { JSX } from 'preact'

export function ShopLine({ retailerName, orderId }: { retailerName: string; orderId: string }): JSX.Element {
  return (
    <p class="shop">
      <strong>{retailerName}</strong> <span class="soft">pedido {orderId}</span>
    </p>
  )
}
