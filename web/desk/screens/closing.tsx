import type { JSX } from 'preact'
import { CLOSING_FILES, type ClosingView } from '../../../src/contract/desk-closing.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeInstant, writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { Heading } from '../../shell/heading.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import {
  CLOSING_FILE_WORDS,
  CLOSING_STATE_WORDS,
  CLOSING_TONES,
  describeDifference,
  describeRemark,
  STAGE_WORDS,
  writeMonth,
} from '../closing-words.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { Actions } from '../parts/actions.tsx'
import { Decisions } from '../parts/decisions.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { ReasonModal } from '../parts/reason-modal.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { wordOf } from '../words.ts'

export const screen: DeskScreen = { path: 'fechamento', One: Closing }

function Closing({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<ClosingView>(`closing:${id}`, () => get(`/closings/${id}`))
  return (
    <OneScreen back={addressOf.closings} backTo="Voltar para os meses" subject={id} loaded={loaded}>
      {view => <Loaded view={view} />}
    </OneScreen>
  )
}

function Loaded({ view }: { view: ClosingView }): JSX.Element {
  const may = useMay()
  const isReady = view.state === 'READY' && view.found.length === 0
  return (
    <>
      <Heading title={`Fechamento de ${writeMonth(view.month)}`}>
        <span class="tags">
          <Tag tone={view.found.length > 0 ? 'bad' : CLOSING_TONES[view.state]}>
            {view.found.length > 0 ? 'Com diferença' : CLOSING_STATE_WORDS[view.state]}
          </Tag>
        </span>
      </Heading>
      <div class="case">
        <div class="stack">
          <Findings view={view} />
          {view.stages.length > 0 && <Stages view={view} />}
          {view.banks.length > 0 && <Banks view={view} />}
        </div>
        <div class="stack">
          {view.proposal && <Proposal proposal={view.proposal} back={addressOf.closings} />}
          {isReady && !view.proposal && may('closing.close') && <Close view={view} />}
          {view.state === 'CLOSED' && (
            <Card title="Quem fechou">
              <Figures
                rows={[
                  { name: 'Propôs', value: view.proposedBy ?? '—' },
                  { name: 'Aprovou', value: view.closedBy ?? '—' },
                  { name: 'Quando', value: view.closedAt === undefined ? '—' : writeInstant(view.closedAt) },
                ]}
              />
            </Card>
          )}
          {view.state !== 'RUNNING' && may('books.export') && <Files view={view} />}
          <Card title="Decisões da mesa">
            <Decisions decisions={view.decisions} />
          </Card>
        </div>
      </div>
    </>
  )
}

function Findings({ view }: { view: ClosingView }): JSX.Element {
  if (view.state === 'RUNNING')
    return (
      <Alert tone="calm" title="Apuração em andamento">
        Começou em {writeInstant(view.startedAt)} e continua sozinha. Atualize daqui a pouco.
      </Alert>
    )
  return (
    <>
      {view.found.length > 0 ? (
        <Alert tone="bad" title="Os livros não batem: o mês não pode ser fechado">
          <ul class="stack stack-tight">
            {view.found.map(each => (
              <li key={JSON.stringify(each)}>{describeDifference(each)}</li>
            ))}
          </ul>
        </Alert>
      ) : (
        <Alert tone="good" title="A soma dos contratos é igual à dos livros">
          Conferida conta por conta, até o centavo.
        </Alert>
      )}
      {view.remarks.length > 0 && (
        <Alert tone="warn" title="Confira antes de fechar">
          <ul class="stack stack-tight">
            {view.remarks.map(each => (
              <li key={JSON.stringify(each)}>{describeRemark(each)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

function Stages({ view }: { view: ClosingView }): JSX.Element {
  return (
    <Card title="Carteira no fim do mês">
      <Table
        caption="Carteira no fim do mês"
        rows={view.stages}
        keyOf={row => row.stage}
        columns={[
          { name: 'Estágio', cell: row => wordOf(STAGE_WORDS, row.stage) },
          { name: 'Contratos', isFigure: true, cell: row => row.contracts },
          { name: 'Valor contábil', isFigure: true, cell: row => writeMoney(row.gross) },
          { name: 'Provisão', isFigure: true, cell: row => writeMoney(row.provision) },
        ]}
      />
    </Card>
  )
}

function Banks({ view }: { view: ClosingView }): JSX.Element {
  return (
    <Card title="Bancos no fim do mês">
      <Table
        caption="Bancos no fim do mês"
        rows={view.banks}
        keyOf={row => row.account}
        columns={[
          { name: 'Conta', cell: row => <code>{row.account}</code> },
          {
            name: 'Extrato',
            isFigure: true,
            cell: row => (row.statement === undefined ? '—' : writeMoney(row.statement)),
          },
          {
            name: 'Livros',
            isFigure: true,
            cell: row => (row.books === undefined ? '—' : writeMoney(row.books)),
          },
        ]}
      />
    </Card>
  )
}

function Files({ view }: { view: ClosingView }): JSX.Element {
  return (
    <Card title="Arquivos para a contabilidade">
      <ul class="stack stack-tight">
        {CLOSING_FILES.map(file => (
          <li key={file}>
            <a href={`/desk/api/closings/${view.closingId}/files/${file}`} download>
              {CLOSING_FILE_WORDS[file]} (CSV)
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Close({ view }: { view: ClosingView }): JSX.Element {
  const { leave } = useDesk()
  const modal = useModal()
  return (
    <Actions title="Fechar o mês?">
      <p class="soft small">
        Depois de fechado, nada muda neste mês. O que for avisado mais tarde entra no mês aberto, com a data
        em que aconteceu.
      </p>
      <Button onPress={modal.open}>Propor o fechamento</Button>
      <ReasonModal
        modal={modal}
        title={`Fechar ${writeMonth(view.month)}?`}
        label="Motivo"
        hint="Confira o balancete e os extratos. Outra pessoa aprova."
        confirm="Propor o fechamento"
        suggestions={['Conferi o balancete e os extratos']}
        send={async reason => {
          await post(`/closings/${view.closingId}/decision`, { reason })
          leave(addressOf.closings, 'Fechamento proposto: agora outra pessoa aprova.')
        }}
      />
    </Actions>
  )
}
