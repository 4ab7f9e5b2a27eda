import type { JSX } from 'preact'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { Heading } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icons.tsx'
import { type Surroundings, useSend } from '../use-send.ts'
import { CostCard, PaymentCard, PurchaseCard } from './purchase-figures.tsx'

export function Summary({ state, ...surroundings }: Surroundings & { state: OnboardingState }): JSX.Element {
  const { busy, problem, run } = useSend(surroundings)
  return (
    <>
      <Heading title="Confira sua compra">
        Seu crédito foi aprovado. Veja os valores e, se estiver tudo certo, continue.
      </Heading>
      <PurchaseCard products={state.products} figures={state.figures} />
      <PaymentCard figures={state.figures} />
      <CostCard figures={state.figures} />
      <section class="stack stack-tight" aria-labelledby="needed">
        <h2 id="needed">Para terminar, tenha à mão</h2>
        <ul class="needed">
          <li>
            <Icon name="phone" size={22} /> seu celular {state.maskedPhone}, para receber um código
          </li>
          <li>
            <Icon name="camera" size={22} /> seu RG ou CNH, para fotografar
          </li>
          <li>
            <Icon name="clock" size={22} /> cerca de dois minutos
          </li>
        </ul>
      </section>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button busy={busy} onPress={() => void run(client => client.act('open'))}>
        Continuar
      </Button>
    </>
  )
}
