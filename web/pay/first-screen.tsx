import type { JSX } from 'preact'
import type { PayFirstState } from '../../src/contract/first-screens.ts'
import { Heading } from '../customer/heading.tsx'
import { ShopLine } from '../customer/shop-line.tsx'
import { findHostedStage } from '../customer/stages.ts'
import { Card } from '../design/card.tsx'
import { type Figure, Figures } from '../design/figures.tsx'
import { writeMoney } from '../design/format.ts'
import { StepProgress } from '../design/progress.tsx'

/** What is bought and from whom. */
export function FirstPayScreen({ state }: { state: PayFirstState }): JSX.Element {
  return (
    <>
      <Top state={state} />
      <main class="stack roomy">
        {state.screen === 'who' ? <WhoHeading /> : <Heading title="Sua compra" />}
        <PurchaseCard state={state} />
      </main>
    </>
  )
}

export function Top({ state }: { state: PayFirstState }): JSX.Element {
  const stage = findHostedStage(state.screen)
  return (
    <header class="stack stack-tight">
      <ShopLine retailerName={state.retailerName} logo={state.shopLogo} orderId={state.orderId} />
      {stage && <StepProgress {...stage} />}
    </header>
  )
}

export function WhoHeading(): JSX.Element {
  return (
    <Heading title="Parcele sua compra no crediário">
      Informe seus dados, confirme seu celular e veja as parcelas. Você só decide no final.
    </Heading>
  )
}

export function PurchaseCard({ state }: { state: PayFirstState }): JSX.Element {
  const { products = [], shipping = 0, description, amount } = state
  const rows: Figure[] = products.map(each => ({
    name: each.amount === 1 ? each.name : `${each.amount} × ${each.name}`,
    value: writeMoney(each.value * each.amount),
  }))
  if (shipping > 0) rows.push({ name: 'Entrega', value: writeMoney(shipping) })
  return (
    <Card title="Sua compra">
      {description && <p>{description}</p>}
      <Figures rows={[...rows, { name: 'Preço à vista', value: writeMoney(amount), strong: true }]} />
    </Card>
  )
}
