import type { JSX } from 'preact'
import type { HostedPageState } from '../../../src/contract/hosted-page.ts'
import { Card } from '../../design/card.tsx'
import { type Figure, Figures } from '../../design/figures.tsx'
import { writeMoney } from '../../design/format.ts'

export function PurchaseCard({ state }: { state: HostedPageState }): JSX.Element {
  const { products = [], shipping = 0, description, amount } = state
  const rows: Figure[] = products.map(each => ({
    name: each.amount === 1 ? each.name : `${each.amount} × ${each.name}`,
    value: writeMoney(each.value * each.amount),
  }))
  if (shipping > 0) rows.push({ name: 'Entrega', value: writeMoney(shipping) })
  return (
    <Card title={`Sua compra em ${state.retailerName}`}>
      {description && <p>{description}</p>}
      <Figures rows={[...rows, { name: 'Preço à vista', value: writeMoney(amount), strong: true }]} />
    </Card>
  )
}
