import type { JSX } from 'preact'
import type { OnboardingFirstState } from '../../src/contract/first-screens.ts'
import { Heading } from '../customer/heading.tsx'
import { ShopLine } from '../customer/shop-line.tsx'
import { findStage } from '../customer/stages.ts'
import { StepProgress } from '../design/progress.tsx'
import { CostCard, PaymentCard, PurchaseCard } from './screens/purchase-figures.tsx'

/** What was bought and what it costs, without personal data. */
export function FirstOnboardingScreen({ state }: { state: OnboardingFirstState }): JSX.Element {
  const { renegotiates, step, products, figures } = state
  const isAgreement = renegotiates !== undefined
  return (
    <>
      <Top state={state} />
      <main class="stack roomy">
        {step === 'WAITING' && !isAgreement ? (
          <SummaryHeading />
        ) : (
          <Heading title={isAgreement ? 'Seu acordo' : 'Sua compra'} />
        )}
        {!isAgreement && <PurchaseCard products={products} figures={figures} />}
        <PaymentCard figures={figures} />
        <CostCard figures={figures} />
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

export function SummaryHeading(): JSX.Element {
  return (
    <Heading title="Confira sua compra">
      Seu crédito foi aprovado. Veja os valores e, se estiver tudo certo, continue.
    </Heading>
  )
}
