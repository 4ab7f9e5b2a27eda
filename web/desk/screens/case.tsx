import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Applicant, CaseList, CaseView } from '../../../src/contract/desk.ts'
import type { ComparedFact, NameSource } from '../../../src/contract/identity.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeInstant, writeMoney, writePercent } from '../../design/format.ts'
import { Icon } from '../../design/icons.tsx'
import { titleOrder } from '../../design/order-name.ts'
import { Tag } from '../../design/tag.tsx'
import { Timeline } from '../../design/timeline.tsx'
import { useAction } from '../../design/use-action.ts'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { ACTOR_WORDS, EVENT_WORDS } from '../../shell/purchase-words.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { CaseDecision } from '../parts/case-decision.tsx'
import { Taken, useDecisionClaim } from '../parts/claim.tsx'
import { Trace } from '../parts/credit-trace.tsx'
import { Decisions } from '../parts/decisions.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { Pictures } from '../parts/pictures.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { type Difference, Why } from '../parts/why.tsx'
import { addressOf, goTo } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { useKeys } from '../shortcuts.ts'
import { CHECK_WORDS, FACT_WORDS, NAME_SOURCE_WORDS, SOURCE_WORDS, STATUS_WORDS, wordOf } from '../words.ts'

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
      <Heading title={titleOrder(view.orderId)}>
        <span class="tags">
          <Tag>{view.retailerName}</Tag>
          {view.source && <Tag>{wordOf(SOURCE_WORDS, view.source)}</Tag>}
          {view.isWaiting ? (
            <Tag>Na mesa desde {writeInstant(view.since)}</Tag>
          ) : (
            <Tag>{wordOf(STATUS_WORDS, view.status)}</Tag>
          )}
        </span>
      </Heading>
      <div class="case">
        <div class="stack">
          <WhyHere view={view} />
          <Card title="Imagens">
            {may('case.picture') ? (
              <Pictures caseId={view.transactionId} pictures={view.pictures} isOpen={view.isWaiting} />
            ) : (
              <p class="soft">Seu perfil não vê imagens de clientes.</p>
            )}
          </Card>
          <div class="two">
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
  <Timeline
    events={view.history.toReversed().map(({ event, by, at }, index) => ({
      key: String(index),
      title: wordOf(EVENT_WORDS, event),
      meta: `${writeInstant(at)}, ${wordOf(ACTOR_WORDS, by)}`,
    }))}
  />
)

/** Who has waited longest, besides the one on the screen and those that somebody is working on. */
function NextCase({ id }: { id: string }): JSX.Element | null {
  const { data } = useLoad<CaseList>(`next:${id}`, () => get('/cases?search='))
  const next = data?.cases.find(
    row => row.transactionId !== id && row.isWaiting && row.claimedBy === undefined,
  )
  useKeys({
    n: () =>
      next === undefined
        ? announce('Ninguém mais espera na fila.')
        : goTo(addressOf.case(next.transactionId)),
  })
  if (next === undefined) return null
  return <Link to={addressOf.case(next.transactionId)}>Próximo da fila: {next.orderId}</Link>
}

/** What the analysis compared and did not find as it should be. */
function WhyHere({ view }: { view: CaseView }): JSX.Element {
  const { identity, applicant } = view
  const failed = identity?.checks.filter(({ outcome }) => outcome === 'fail') ?? []
  const passed = identity?.checks.filter(({ outcome }) => outcome === 'pass') ?? []
  const names = identity?.differingNames
  const differing = applicant.facts.filter(
    ({ fact, agrees }) => agrees === false && !(fact === 'name' && names !== undefined),
  )
  const differences = [
    ...(names === undefined
      ? []
      : [
          compare(
            FACT_WORDS.name,
            names.map(({ source, name }) => [source, name]),
          ),
        ]),
    ...differing.map(({ fact, values }) =>
      compare(
        FACT_WORDS[fact],
        values.map(({ source, value }) => [source, value]),
      ),
    ),
    ...failed.map(({ check }) => ({ what: CHECK_WORDS[check], expected: 'Sim', found: 'Não passou' })),
  ]
  return (
    <Why reason={explainCase(view, differences.length > 0)} differences={differences}>
      {names !== undefined && (
        <Alert tone="bad" title="Os nomes não coincidem">
          Confira o documento: pode ser um nome de casado, ou o documento de outra pessoa.
        </Alert>
      )}
      {passed.length > 0 && (
        <ul class="rules">
          {passed.map(({ check }) => (
            <li key={check} class="good">
              <Icon name="check" size={18} />
              <span>
                {CHECK_WORDS[check]}
                <span class="unseen">: passou</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Why>
  )
}

function explainCase({ isWaiting, status }: CaseView, isDifferent: boolean): string {
  if (!isWaiting) return `A mesa não precisa decidir mais: ${wordOf(STATUS_WORDS, status).toLowerCase()}.`
  if (isDifferent) return 'A conferência automática encontrou diferenças, e só uma pessoa pode decidir.'
  return 'A conferência automática não teve certeza. Compare as imagens: o rosto é o do documento?'
}

/** What the customer said is expected; every other source is what was found. */
function compare(what: string, values: readonly (readonly [NameSource, string])[]): Difference {
  const [first, ...others] = values
  return {
    what,
    expected: first && <Sourced source={first[0]} value={first[1]} />,
    found: others.map(([source, value]) => <Sourced key={source} source={source} value={value} />),
  }
}

const Sourced = ({ source, value }: { source: NameSource; value: string }): JSX.Element => (
  <span class="sourced">
    <span class="breaking">{value}</span> <span class="soft small">{NAME_SOURCE_WORDS[source]}</span>
  </span>
)

/** Masked until requested, because each look is recorded in the audit log. */
function ApplicantCard({ caseId, masked }: { caseId: string; masked: Applicant }): JSX.Element {
  const { explain } = useDesk()
  const may = useMay()
  const [revealed, setRevealed] = useState<Applicant>()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      setRevealed(await post<Applicant>(`/cases/${caseId}/reveal`))
      announce('Dados completos à vista.')
    } catch (error) {
      setProblem(explain(error))
    }
  })
  const { facts, phone, email, address } = revealed ?? masked
  return (
    <Card title="Cliente">
      <Facts facts={facts} />
      <div class="wrapping">
        <Figures
          rows={[
            { name: 'Telefone', value: phone },
            { name: 'E-mail', value: email },
            { name: revealed ? 'Endereço' : 'Cidade', value: address },
          ]}
        />
      </div>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {may('case.reveal') && revealed === undefined && (
        <Button kind="quiet" busy={busy} onPress={() => void run()}>
          Mostrar dados completos
        </Button>
      )}
    </Card>
  )
}

/** What each source says, one below the other, so that a difference is seen at a glance. */
const Facts = ({ facts }: { facts: readonly ComparedFact[] }): JSX.Element => (
  <dl class="facts">
    {facts.map(({ fact, values, agrees }) => (
      <div key={fact} class={agrees === false ? 'differs' : ''}>
        <dt>
          {FACT_WORDS[fact]}{' '}
          {agrees !== undefined && (
            <Tag tone={agrees ? 'good' : 'bad'}>{agrees ? 'confere' : 'não confere'}</Tag>
          )}
        </dt>
        {values.map(({ source, value }) => (
          <dd key={source} class="fact-value">
            <span class="soft small">{NAME_SOURCE_WORDS[source]}</span>
            <span class="breaking">{value}</span>
          </dd>
        ))}
      </div>
    ))}
  </dl>
)
