import type { JSX } from 'preact'
import type { OnboardingContract, OnboardingState } from '../../../src/contract/onboarding.ts'
import { Heading } from '../../customer/heading.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { Alert } from '../../design/alert.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { type Surroundings, useSend } from '../use-send.ts'
import { CodeForm } from './code-form.tsx'
import { CostSheet, PaymentCard } from './purchase-figures.tsx'

/** What the credit costs comes first, then the contract. It is signed only after it was opened. */
export function Signature(props: Surroundings & { state: OnboardingState }): JSX.Element {
  const { state } = props
  const { contract } = state
  return (
    <>
      <Heading title="Leia e assine o contrato">
        Suas fotos foram aceitas. Os valores abaixo são exatamente os do contrato.
      </Heading>
      <PaymentCard figures={state.figures} />
      <CostSheet figures={state.figures} costs={contract?.costs} />
      {contract && <ContractCard {...props} contract={contract} />}
      {contract?.clauses && (
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
            onCode={(client, code) => client.act('sign', { code, contractHash: contract.hash })}
          />
        </Card>
      )}
    </>
  )
}

function ContractCard({
  contract,
  ...surroundings
}: Surroundings & { contract: OnboardingContract }): JSX.Element {
  const { busy, problem, run } = useSend(surroundings)
  const { clauses, pdfUrl } = contract
  return (
    <Card title="Contrato completo">
      <p class="soft">Cédula de crédito bancário, com todas as condições. Leia antes de assinar.</p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {clauses === undefined ? (
        <Button busy={busy} onPress={() => void run(client => client.act('contract'))}>
          Ler o contrato
        </Button>
      ) : (
        <ol class="stack stack-tight small">
          {clauses.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}.</strong> {text}
            </li>
          ))}
        </ol>
      )}
      <LinkButton href={toOwnPath(pdfUrl)} icon="download" newTab>
        Abrir o contrato (PDF)
      </LinkButton>
    </Card>
  )
}
