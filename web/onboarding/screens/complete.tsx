import type { JSX } from 'preact'
import { ACCOUNT_PATH } from '../../../src/contract/account.ts'
import type { OnboardingBillet, OnboardingState } from '../../../src/contract/onboarding.ts'
import { BackToShop } from '../../customer/back-to-shop.tsx'
import { Heading } from '../../customer/heading.tsx'
import { toOwnPath } from '../../customer/own-path.ts'
import { LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeDate, writeDayAndMonth, writeMoney } from '../../design/format.ts'
import { Icon } from '../../design/icons.tsx'
import { nameOriginal } from '../agreement-words.ts'

export function Complete({ state }: { state: OnboardingState }): JSX.Element {
  const { billets = [], contract, billetsPdfUrl, withdrawUntil } = state
  const isPaid = state.status === 'CLOSED'
  const original = nameOriginal(state)
  const name = original === undefined ? 'contrato' : 'acordo'
  return (
    <>
      <p class="badge">
        <Icon name="check" size={36} />
      </p>
      {isPaid ? (
        <Heading title="Tudo pago. Obrigado!">
          {original === undefined
            ? 'Todas as parcelas desta compra foram pagas.'
            : 'Todas as parcelas do acordo foram pagas, e com elas a compra.'}
        </Heading>
      ) : original !== undefined ? (
        <Heading title="Pronto, acordo feito!">
          O que faltava da {original} está agora nestas parcelas. Não pague mais os boletos antigos: eles
          foram cancelados. Tudo fica na sua conta, em qualquer aparelho: basta o CPF e um código no celular.
        </Heading>
      ) : (
        <Heading title="Pronto, compra concluída!">
          A loja já foi avisada e cuida da entrega. Seus boletos e o contrato ficam na sua conta, em qualquer
          aparelho: basta o CPF e um código no celular.
        </Heading>
      )}
      {billets.length > 0 && (
        <Card title="Suas parcelas">
          <ol class="billets">
            {billets.map(billet => (
              <Billet key={billet.number} billet={billet} />
            ))}
          </ol>
          {billetsPdfUrl && (
            <LinkButton href={toOwnPath(billetsPdfUrl)} kind="primary" icon="download" download="boletos.pdf">
              Baixar todos os boletos
            </LinkButton>
          )}
        </Card>
      )}
      {contract && (
        <Card title={`Seu ${name}`}>
          <LinkButton href={toOwnPath(contract.pdfUrl)} icon="download" newTab>
            Abrir o {name} (PDF)
          </LinkButton>
          {contract.releaseUrl && (
            <LinkButton href={toOwnPath(contract.releaseUrl)} icon="download" newTab>
              Abrir as datas da liberação (PDF)
            </LinkButton>
          )}
          {withdrawUntil && (
            <p class="soft small">
              Mudou de ideia? Você pode desistir até {writeDayAndMonth(withdrawUntil)} e receber de volta o
              que pagou.
            </p>
          )}
        </Card>
      )}
      <LinkButton href={ACCOUNT_PATH}>Abrir minha conta</LinkButton>
      <BackToShop shopUrl={state.shopUrl} />
    </>
  )
}

function Billet({ billet }: { billet: OnboardingBillet }): JSX.Element {
  const { number, of, dueDate, value, paid, url } = billet
  return (
    <li>
      <span>
        <strong class="figure">{writeDate(dueDate)}</strong>
        <span class="soft small">
          Parcela {number} de {of}
        </span>
      </span>
      <span class="right">
        <span class="figure">{writeMoney(value)}</span>
        {paid ? (
          <span class="paid small">Paga</span>
        ) : (
          <a
            class="small"
            href={toOwnPath(url)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Abrir boleto da parcela ${number}`}
          >
            Abrir boleto
          </a>
        )}
      </span>
    </li>
  )
}
