import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DecisionOutcome, PayoutResult } from '../../../src/contract/desk.ts'
import type { CorrectedPayout, PayoutView } from '../../../src/contract/desk-payouts.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeInstant, writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { Timeline } from '../../design/timeline.tsx'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { Actions } from '../parts/actions.tsx'
import { Decisions } from '../parts/decisions.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { PayeeModal } from '../parts/payee-modal.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { ReasonModal } from '../parts/reason-modal.tsx'
import { Why } from '../parts/why.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { PAYOUT_EVENT_WORDS, PAYOUT_KIND_WORDS, PAYOUT_STATE_WORDS, RESULT_WORDS, wordOf } from '../words.ts'

export const screen: DeskScreen = { path: 'saidas', One: Payout }

function Payout({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<PayoutView>(`payout:${id}`, () => get(`/payouts/${id}`))
  return (
    <OneScreen back={addressOf.payouts} backTo="Voltar para as saídas" subject={id} loaded={loaded}>
      {view => <Loaded view={view} />}
    </OneScreen>
  )
}

function Loaded({ view }: { view: PayoutView }): JSX.Element {
  const may = useMay()
  return (
    <>
      <Heading title={wordOf(PAYOUT_KIND_WORDS, view.kind)}>
        <span class="tags">
          <Tag tone={view.isCorrectable ? 'bad' : 'calm'}>{wordOf(PAYOUT_STATE_WORDS, view.state)}</Tag>
        </span>
      </Heading>
      <div class="case">
        <div class="stack">
          <WhyHere view={view} />
          <Card title="Ordem">
            <Figures rows={listFacts(view)} />
            {view.replaces && (
              <p class="small">
                <Link to={addressOf.payout(view.replaces)}>Ver a ordem que esta substitui</Link>
              </p>
            )}
          </Card>
          {view.lines.length > 0 && (
            <Card title="Compras desta ordem">
              <Table
                caption="Compras desta ordem"
                rows={view.lines}
                keyOf={line => line.transactionId}
                columns={[
                  { name: 'Transação', cell: line => line.transactionId },
                  { name: 'Valor', isFigure: true, cell: line => writeMoney(line.amount) },
                ]}
              />
            </Card>
          )}
          <Card title="Histórico">
            <Timeline
              events={view.history.toReversed().map(line => ({
                key: `${line.at}:${line.event}`,
                title: wordOf(PAYOUT_EVENT_WORDS, line.event),
                more: line.code && <p class="soft small">Código {line.code}</p>,
                meta: `${writeInstant(line.at)}, ${line.by === 'program' ? 'programa' : line.by}`,
              }))}
            />
          </Card>
        </div>
        <div class="stack">
          {view.proposal && <Proposal proposal={view.proposal} back={addressOf.payouts} />}
          {view.isWaiting && !view.proposal && may('payout.decide') && <Decide view={view} />}
          {view.isCorrectable && may('payout.correct') && <Correct view={view} />}
          <Card title="Decisões da mesa">
            <Decisions decisions={view.decisions} />
          </Card>
        </div>
      </div>
    </>
  )
}

/** Only of an order that a person has to look at. */
function WhyHere({ view }: { view: PayoutView }): JSX.Element | null {
  if (view.isWaiting)
    return <Why reason="Dinheiro só sai daqui com a aprovação de duas pessoas." differences={[]} />
  if (!view.isCorrectable) return null
  return (
    <Why
      reason="O banco não pagou esta ordem, e o valor continua devido."
      differences={[
        {
          what: 'Resposta do banco',
          expected: 'Paga',
          found: view.failure ?? wordOf(PAYOUT_STATE_WORDS, view.state),
        },
      ]}
    />
  )
}

function listFacts(view: PayoutView) {
  const { failure, problem, providerId, transactionId } = view
  return [
    { name: 'Valor', value: writeMoney(view.amount), strong: true },
    ...(view.netted === 0 ? [] : [{ name: 'Descontado do lojista', value: writeMoney(view.netted) }]),
    { name: 'Para', value: `${view.payee}, documento ${view.payeeDocument}` },
    { name: 'Onde', value: view.place },
    { name: 'Dia', value: writeDate(view.dueOn) },
    { name: 'Nome no banco', value: view.payoutKey },
    { name: 'Tentativas', value: String(view.attempts) },
    ...(providerId === undefined ? [] : [{ name: 'Número do banco', value: providerId }]),
    ...(failure === undefined ? [] : [{ name: 'Recusa', value: failure }]),
    ...(problem === undefined ? [] : [{ name: 'Observação', value: problem }]),
    ...(transactionId === undefined ? [] : [{ name: 'Transação', value: transactionId }]),
  ]
}

const NOTICES: Readonly<Record<PayoutResult, string>> = {
  APPROVE: 'Envio aprovado.',
  DECLINE: 'A ordem não será enviada.',
}

function Decide({ view }: { view: PayoutView }): JSX.Element {
  const { leave } = useDesk()
  const [result, setResult] = useState<PayoutResult>('APPROVE')
  const modal = useModal()
  const ask = (wanted: PayoutResult) => () => {
    setResult(wanted)
    modal.open()
  }
  return (
    <Actions title="Enviar?">
      <div class="stack stack-tight">
        {view.state === 'created' && <Button onPress={ask('APPROVE')}>Aprovar o envio</Button>}
        <Button kind="quiet" onPress={ask('DECLINE')}>
          Não enviar
        </Button>
      </div>
      <ReasonModal
        modal={modal}
        title={`${wordOf(RESULT_WORDS, result)}?`}
        label="Motivo"
        hint={
          result === 'APPROVE'
            ? 'Confira o valor e a conta. Duas pessoas aprovam.'
            : 'O valor continua devido, e a ordem pode ser corrigida.'
        }
        confirm={wordOf(RESULT_WORDS, result)}
        suggestions={result === 'APPROVE' ? ['Conferi o valor e a conta'] : ['A conta precisa ser corrigida']}
        send={async reason => {
          const { outcome } = await post<DecisionOutcome>(`/payouts/${view.orderId}/decision`, {
            result,
            reason,
            version: view.version,
          })
          leave(
            addressOf.payouts,
            outcome === 'proposed' ? 'Envio proposto: agora outra pessoa aprova.' : NOTICES[result],
          )
        }}
      />
    </Actions>
  )
}

/** Only of a refund somebody may say where else it goes: the other payees are registered. */
function Correct({ view }: { view: PayoutView }): JSX.Element {
  const { leave } = useDesk()
  const modal = useModal()
  const path = `/payouts/${view.orderId}/correction`
  const finish = ({ orderId }: CorrectedPayout): void =>
    leave(
      orderId === undefined ? addressOf.payouts : addressOf.payout(orderId),
      orderId === undefined ? 'Nada mais é devido.' : 'Ordem criada: agora outra pessoa aprova.',
    )
  if (view.kind === 'REFUND')
    return (
      <Actions title="Corrigir">
        <p class="soft small">
          O banco não pagou esta ordem. Outra ordem, para outra conta do mesmo cliente, toma o lugar dela; uma
          pessoa aprovadora responde.
        </p>
        <Button onPress={modal.open}>Informar outra conta</Button>
        <PayeeModal modal={modal} title="Corrigir a conta" path={path} onDone={finish} />
      </Actions>
    )
  return (
    <Actions title="Enviar de novo">
      <p class="soft small">
        O banco não pagou esta ordem. Outra ordem, para a conta cadastrada, toma o lugar dela; uma pessoa
        aprovadora responde.
      </p>
      <Button onPress={modal.open}>Enviar para a conta cadastrada</Button>
      <ReasonModal
        modal={modal}
        title="Enviar de novo?"
        label="Motivo"
        hint="Confira antes se a conta cadastrada está certa."
        confirm="Criar a ordem"
        suggestions={['A conta cadastrada foi corrigida', 'O banco confirmou que a conta está certa']}
        send={async reason => finish(await post<CorrectedPayout>(path, { reason }))}
      />
    </Actions>
  )
}
