import type { JSX } from 'preact'
import type { PayFirstState } from '../../../src/contract/first-screens.ts'
import { Button } from '../../design/button.tsx'
import { PurchaseCard, Top, WhoHeading } from '../../pay/first-screen.tsx'

/** The first screen behind a payment link. */
export function PayPreview({ sale }: { sale: Omit<PayFirstState, 'screen'> }): JSX.Element {
  const state = { ...sale, screen: 'who' } as const
  return (
    <>
      <Top state={state} />
      <div class="stack roomy">
        <WhoHeading />
        <PurchaseCard state={state} />
        <Button>Continuar</Button>
      </div>
    </>
  )
}
