import type { JSX } from 'preact'
import type { CaseView } from '../../../src/contract/desk.ts'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeInstant, writeMoney, writePercent } from '../../design/format.ts'
import { Tag } from '../../design/tag.tsx'
import { get } from '../api.ts'
import { useMay } from '../desk-context.ts'
import { ApplicantCard } from '../parts/applicant-card.tsx'
import { CaseDecision } from '../parts/case-decision.tsx'
import { Taken, useDecisionClaim } from '../parts/claim.tsx'
import { Trace } from '../parts/credit-trace.tsx'
import { Decisions } from '../parts/decisions.tsx'
import { Heading } from '../parts/heading.tsx'
import { Identity } from '../parts/identity.tsx'
import { NextCase } from '../parts/next-case.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { Pictures } from '../parts/pictures.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { useLoad } from '../use-load.ts'
import { ACTOR_WORDS, EVENT_WORDS, SOURCE_WORDS, STATUS_WORDS, wordOf } from '../words.ts'

export const screen: DeskScreen = { path: 'casos', One: Case }

function Case({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<CaseView>(`case:${id}`, () => get(`/cases/${id}`))
  return (
    <OneScreen back={addressOf.queue} backTo="Voltar para a fila" subject={id} loaded={loaded}>
      {view => (
        <>
          <Loaded view={view} />
          <NextCase id={id} />
        </>
      )}
    </OneScreen>
  )
}

function Loaded({ view }: { view: CaseView }): JSX.Element {
  const may = useMay()
  const claim = useDecisionClaim(
    'identification',
    view.transactionId,
    view,
    may('case.decide') && view.isWaiting,
  )
  return (
    <>
      <Heading title={`Pedido ${view.orderId}`}>
        <span class="tags">
          <Tag>{view.retailerName}</Tag>
          {view.source && <Tag>{wordOf(SOURCE_WORDS, view.source)}</Tag>}
          {view.isWaiting ? (
            <Tag tone="warn">Na mesa desde {writeInstant(view.since)}</Tag>
          ) : (
            <Tag>{wordOf(STATUS_WORDS, view.status)}</Tag>
          )}
        </span>
      </Heading>
      <div class="case">
        <div class="stack">
          <Card title="Imagens">
            {may('case.picture') ? (
              <Pictures caseId={view.transactionId} pictures={view.pictures} isOpen={view.isWaiting} />
            ) : (
              <p class="soft">Seu perfil não vê imagens de clientes.</p>
            )}
          </Card>
          {view.identity && (
            <Card title="Identidade">
              <Identity identity={view.identity} />
            </Card>
          )}
          <div class="pair">
            <Card title="Decisão de crédito">
              {view.credit ? <Trace credit={view.credit} /> : <p class="soft">Sem registro.</p>}
            </Card>
            <Card title="Histórico">
              <History view={view} />
            </Card>
          </div>
        </div>
        <div class="stack">
          {view.proposal && <Proposal proposal={view.proposal} back={addressOf.queue} />}
          {claim === 'taken' && <Taken {...view} />}
          {claim === 'mine' && <CaseDecision view={view} />}
          <ApplicantCard caseId={view.transactionId} masked={view.applicant} />
          <Purchase view={view} />
          <Card title="Decisões da mesa">
            <Decisions decisions={view.decisions} />
          </Card>
        </div>
      </div>
    </>
  )
}

function Purchase({ view }: { view: CaseView }): JSX.Element {
  const { figures, products } = view
  return (
    <Card title="Compra">
      <Figures
        rows={[
          { name: 'Total', value: writeMoney(figures.purchase) },
          {
            name: 'Entrada',
            value: writeMoney(figures.downPayment),
            ...(figures.downPayment > 0 && { hint: figures.isDownPaymentPaid ? 'paga' : 'ainda não paga' }),
          },
          { name: 'Financiado', value: writeMoney(figures.financed), strong: true },
          { name: 'Parcelas', value: `${figures.installments} × ${writeMoney(figures.installmentValue)}` },
          { name: 'Custo Efetivo Total (CET) ao ano', value: writePercent(figures.cetPA) },
          { name: 'Limite aprovado', value: writeMoney(figures.limit) },
        ]}
      />
      {products.length > 0 && (
        <ul class="products">
          {products.map((product, index) => (
            <li key={index}>
              {product.amount} × {product.name} <span class="soft">{writeMoney(product.value)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const History = ({ view }: { view: CaseView }): JSX.Element => (
  <ol class="log">
    {view.history.toReversed().map(({ event, by, at }, index) => (
      <li key={index}>
        <p>{wordOf(EVENT_WORDS, event)}</p>
        <p class="soft small">
          {writeInstant(at)}, {wordOf(ACTOR_WORDS, by)}
        </p>
      </li>
    ))}
  </ol>
)
