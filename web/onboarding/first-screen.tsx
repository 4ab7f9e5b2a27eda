import type { JSX } from 'preact'
import type { OnboardingFirstState } from '../../src/contract/first-screens.ts'
import { Heading } from '../customer/heading.tsx'
import { ShopLine } from '../customer/shop-line.tsx'
import { findStage } from '../customer/stages.ts'
import { StepProgress } from '../design/progress.tsx'
import { PriceCard, PurchaseCard } from './screens/purchase-figures.tsx'
import { NameCard, SummaryBar, SummaryHeading } from './screens/summary-parts.tsx'

/** What was bought and what it costs, without personal data. */
export function FirstOnboardingScreen({ state }: { state: OnboardingFirstState }): JSX.Element {
  const { renegotiates, step, products, figures, needsName } = state
  const isAgreement = renegotiates !== undefined
  const isSummary = step === 'WAITING' && !isAgreement
  return (
    <>
      <Top state={state} />
      <main class="stack roomy">
        {isSummary ? <SummaryHeading /> : <Heading title={isAgreement ? 'Seu acordo' : 'Sua compra'} />}
        {isSummary && needsName && <NameCard value="" isLocked />}
        <PriceCard figures={figures} isAgreement={isAgreement} />
        {!isAgreement && <PurchaseCard products={products} figures={figures} />}
        {isSummary && <SummaryBar figures={figures} unavailable />}
      </main>
    </>
  )
}

export function Top({ state }: { state: OnboardingFirstState }): JSX.Element {
  const { renegotiates } = state
  const stage = state.status === 'PENDING' ? findStage(state) : undefined
  return (
    <header class="stack stack-tight">
      <ShopLine
        retailerName={state.retailerName}
        logo={state.shopLogo}
        orderId={renegotiates?.orderId ?? state.orderId}
        isAgreement={renegotiates !== undefined}
      />
      {stage && <StepProgress {...stage} />}
    </header>
  )
}
