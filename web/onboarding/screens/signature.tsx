import type { JSX } from 'preact'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { Heading } from '../../customer/heading.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import type { Surroundings } from '../use-send.ts'
import { CodeForm } from './code-form.tsx'
import { CostCard, PaymentCard } from './purchase-figures.tsx'

export function Signature(props: Surroundings & { state: OnboardingState }): JSX.Element {
  const { state } = props
  const { contract } = state
  return (
    <>
      <Heading title="Leia e assine o contrato">
        Suas fotos foram aceitas. Os valores abaixo são exatamente os do contrato.
      </Heading>
      <PaymentCard figures={state.figures} />
      <CostCard figures={state.figures} />
      <Card title="Contrato completo">
        <p class="soft">Cédula de crédito bancário, com todas as condições. Leia antes de assinar.</p>
        {contract && (
          <LinkButton href={toOwnPath(contract.pdfUrl)} icon="download" newTab>
            Abrir o contrato (PDF)
          </LinkButton>
        )}
      </Card>
      <Card title="Sua assinatura">
        <p class="soft">
          Você assina com um código enviado para {state.maskedPhone}. Ao digitá-lo, você concorda com o
          contrato. Depois de concluir, ainda pode desistir por 7 dias.
        </p>
        <CodeForm
          {...props}
          purpose="signature"
          ask="Receber código para assinar"
          submit="Assinar contrato"
          onCode={(client, code) => client.act('sign', { code, contractHash: contract?.hash ?? '' })}
        />
      </Card>
    </>
  )
}
