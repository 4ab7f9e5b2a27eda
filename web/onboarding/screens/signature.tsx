import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type {
  OnboardingClause,
  OnboardingContract,
  OnboardingState,
} from '../../../src/contract/onboarding.ts'
import { Heading } from '../../customer/heading.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { Alert } from '../../design/alert.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { nameOriginal } from '../agreement-words.ts'
import { type Surroundings, useSend } from '../use-send.ts'
import { CodeForm } from './code-form.tsx'
import { PriceCard } from './purchase-figures.tsx'

/** What the credit costs comes first, then the contract. It is signed only after it was opened. */
export function Signature(props: Surroundings & { state: OnboardingState }): JSX.Element {
  const { state } = props
  const { contract } = state
  const original = nameOriginal(state)
  const name = original === undefined ? 'contrato' : 'acordo'
  return (
    <>
      <Heading title={`Leia e assine o ${name}`}>
        {original === undefined
          ? 'Suas fotos foram aceitas. Os valores abaixo são exatamente os do contrato.'
          : `Ele põe em novas parcelas o que falta da ${original}. Os valores abaixo são exatamente os do acordo.`}
      </Heading>
      <PriceCard figures={state.figures} costs={contract?.costs} isAgreement={original !== undefined} />
      {contract && <ContractCard {...props} contract={contract} name={name} />}
      {contract?.clauses && (
        <Card title="Sua assinatura">
          <p class="soft">
            Você assina com um código enviado para {state.maskedPhone}. Ao digitar o código, você concorda com
            o {name}.{' '}
            {original === undefined
              ? 'Depois de concluir, ainda pode desistir por 7 dias.'
              : 'Até lá, a dívida segue como está.'}
          </p>
          <CodeForm
            {...props}
            purpose="signature"
            ask="Receber código para assinar"
            submit={`Assinar ${name}`}
            onCode={(client, code) => client.act('sign', { code, contractHash: contract.hash })}
          />
        </Card>
      )}
    </>
  )
}

function ContractCard({
  contract,
  name,
  ...surroundings
}: Surroundings & { contract: OnboardingContract; name: 'contrato' | 'acordo' }): JSX.Element {
  const { busy, problem, run } = useSend(surroundings)
  const { clauses, pdfUrl } = contract
  return (
    <Card title={`${name === 'acordo' ? 'Acordo' : 'Contrato'} completo`}>
      <p class="soft">
        {name === 'acordo' ? 'O documento do acordo' : 'Cédula de crédito bancário'}, com todas as condições.
        Leia antes de assinar.
      </p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {clauses === undefined ? (
        <Button busy={busy} onPress={() => void run(client => client.act('contract'))}>
          Ler o {name}
        </Button>
      ) : (
        <Clauses clauses={clauses} />
      )}
      <LinkButton href={toOwnPath(pdfUrl)} icon="download" newTab>
        Abrir o {name} (PDF)
      </LinkButton>
    </Card>
  )
}

/** Every clause first in one plain sentence; its text, which is what is signed, one press away. */
function Clauses({ clauses }: { clauses: readonly OnboardingClause[] }): JSX.Element {
  const [areOpen, setOpen] = useState(false)
  return (
    <>
      <ol class="clauses">
        {clauses.map(({ title, plain, text }, index) => (
          <li key={title}>
            <details open={areOpen}>
              <summary>
                <b aria-hidden="true">{index + 1}</b>
                <span>
                  <strong>{title}</strong>
                  <span class="plain-words">Em resumo: {plain}</span>
                </span>
              </summary>
              <p class="clause-text">{text}</p>
            </details>
          </li>
        ))}
      </ol>
      <Button kind="plain" onPress={() => setOpen(!areOpen)}>
        {areOpen ? 'Fechar todas as cláusulas' : 'Abrir todas as cláusulas'}
      </Button>
    </>
  )
}
