import type { JSX } from 'preact'
import type {
  AssignmentKind,
  AssignmentList,
  AssignmentState,
  AssignmentView,
} from '../../../src/contract/desk-assignments.ts'
import { Card } from '../../design/card.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { Heading } from '../../shell/heading.tsx'
import { Link, RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { Decisions } from '../parts/decisions.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { wordOf } from '../words.ts'

export const screen: DeskScreen = {
  path: 'cessoes',
  List: Assignments,
  One: Assignment,
  tab: { name: 'Cessões', icon: 'handover', order: 3.9 },
}

const KIND_WORDS = { SALE: 'Cessão', BUY_BACK: 'Recompra' } satisfies Readonly<Record<AssignmentKind, string>>

const STATE_WORDS = {
  proposed: 'Proposta',
  done: 'Concluída',
  paid: 'Paga pelo fundo',
} satisfies Readonly<Record<AssignmentState, string>>

function Assignments(): JSX.Element {
  const loaded = useLoad<AssignmentList>('assignments', () => get('/assignments'))
  return (
    <ListScreen
      title="Cessões"
      intro="Contratos vendidos a fundos, que continuamos a cobrar. Quem opera o sistema propõe; outra pessoa aprova no mesmo dia."
      loaded={loaded}
    >
      {({ funds, assignments }) => (
        <>
          <Card title="Fundos">
            {funds.length === 0 ? (
              <p class="soft">Nenhum fundo foi cadastrado.</p>
            ) : (
              <Table
                caption="Fundos"
                rows={funds}
                keyOf={row => row.fundId}
                columns={[
                  { name: 'Fundo', cell: row => row.name },
                  { name: 'Contratos em aberto', isFigure: true, cell: row => writeMoney(row.owned) },
                  { name: 'A repassar', isFigure: true, cell: row => writeMoney(row.payable) },
                  { name: 'A receber', isFigure: true, cell: row => writeMoney(row.receivable) },
                ]}
              />
            )}
          </Card>
          {assignments.length === 0 ? (
            <EmptyState title="Nenhum contrato foi cedido." />
          ) : (
            <Table
              caption="Cessões e recompras"
              rows={assignments}
              keyOf={row => row.assignmentId}
              columns={[
                {
                  name: 'Lote',
                  cell: row => (
                    <RowLink to={addressOf.assignment(row.assignmentId)}>
                      {wordOf(KIND_WORDS, row.kind)}
                    </RowLink>
                  ),
                },
                { name: 'Fundo', cell: row => row.fundName },
                { name: 'Dia', isFigure: true, cell: row => writeDate(row.day) },
                { name: 'Contratos', isFigure: true, cell: row => String(row.contracts) },
                { name: 'Preço', isFigure: true, cell: row => writeMoney(row.price) },
                { name: 'Situação', cell: row => wordOf(STATE_WORDS, row.state) },
              ]}
            />
          )}
        </>
      )}
    </ListScreen>
  )
}

function Assignment({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<AssignmentView>(`assignment:${id}`, () => get(`/assignments/${id}`))
  return (
    <OneScreen back={addressOf.assignments} backTo="Voltar para as cessões" subject={id} loaded={loaded}>
      {view => <Loaded view={view} />}
    </OneScreen>
  )
}

function Loaded({ view }: { view: AssignmentView }): JSX.Element {
  return (
    <>
      <Heading title={`${wordOf(KIND_WORDS, view.kind)} de ${writeDate(view.day)}`}>
        <span class="tags">
          <Tag tone="calm">{wordOf(STATE_WORDS, view.state)}</Tag>
        </span>
      </Heading>
      <div class="case">
        <div class="stack">
          <Card title="Lote">
            <Figures
              rows={[
                { name: 'Fundo', value: view.fundName },
                { name: 'Contratos', value: String(view.contracts) },
                { name: 'Valor de face', value: writeMoney(view.face) },
                { name: 'Valor contábil', value: writeMoney(view.carrying) },
                { name: 'Preço', value: writeMoney(view.price), strong: true },
                ...(view.paidOn ? [{ name: 'Pago em', value: writeDate(view.paidOn) }] : []),
              ]}
            />
            <p class="soft small">
              Impressão digital do arquivo com as provas: <code>{view.sha256.slice(0, 16)}…</code>
            </p>
          </Card>
          <Card title="Contratos do lote">
            <Table
              caption="Contratos do lote"
              rows={view.lines}
              keyOf={line => line.transactionId}
              columns={[
                {
                  name: 'Contrato',
                  cell: line => <Link to={addressOf.loan(line.transactionId)}>{line.transactionId}</Link>,
                },
                { name: 'Face', isFigure: true, cell: line => writeMoney(line.face) },
                { name: 'Contábil', isFigure: true, cell: line => writeMoney(line.carrying) },
                { name: 'Preço', isFigure: true, cell: line => writeMoney(line.price) },
              ]}
            />
          </Card>
        </div>
        <div class="stack">
          {view.proposal && <Proposal proposal={view.proposal} back={addressOf.assignments} />}
          <Card title="Decisões da mesa">
            <Decisions decisions={view.decisions} />
          </Card>
        </div>
      </div>
    </>
  )
}
