import type { JSX } from 'preact'
import type { DecisionOutcome } from '../../../src/contract/desk.ts'
import type { EntryView } from '../../../src/contract/desk-books.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { ENTRY_KIND_WORDS, ENTRY_STATE_WORDS } from '../book-words.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { Actions } from '../parts/actions.tsx'
import { Decisions } from '../parts/decisions.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { ReasonModal } from '../parts/reason-modal.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { wordOf } from '../words.ts'

export const screen: DeskScreen = { path: 'livros', One: Entry }

function Entry({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<EntryView>(`entry:${id}`, () => get(`/books/${id}`))
  return (
    <OneScreen back={addressOf.books} backTo="Voltar para os livros" subject={id} loaded={loaded}>
      {view => <Loaded view={view} />}
    </OneScreen>
  )
}

function Loaded({ view }: { view: EntryView }): JSX.Element {
  const may = useMay()
  return (
    <>
      <Heading title={wordOf(ENTRY_KIND_WORDS, view.kind)}>
        <span class="tags">
          <Tag tone={view.state === 'proposed' ? 'warn' : 'calm'}>{ENTRY_STATE_WORDS[view.state]}</Tag>
        </span>
      </Heading>
      <div class="case">
        <div class="stack">
          <Card title="Linhas">
            <Table
              caption="Linhas do lançamento"
              rows={view.lines}
              keyOf={line => `${line.account}:${line.amount}`}
              columns={[
                { name: 'Conta', cell: line => <code>{line.account}</code> },
                {
                  name: 'Débito',
                  isFigure: true,
                  cell: line => (line.amount > 0 ? writeMoney(line.amount) : ''),
                },
                {
                  name: 'Crédito',
                  isFigure: true,
                  cell: line => (line.amount < 0 ? writeMoney(-line.amount) : ''),
                },
              ]}
            />
          </Card>
          <Card title="Fato e documento">
            <Figures rows={listFacts(view)} />
            {view.file && may('books.open') && (
              <p>
                <a href={`/desk/api/books/${view.entryId}/file`} download>
                  Baixar o documento (PDF)
                </a>
              </p>
            )}
            {view.reversalId && (
              <p class="small">
                <Link to={addressOf.entry(view.reversalId)}>Ver o estorno deste lançamento</Link>
              </p>
            )}
          </Card>
        </div>
        <div class="stack">
          {view.proposal && <Proposal proposal={view.proposal} back={addressOf.books} />}
          {view.isReversible && may('books.propose') && <Reverse view={view} />}
          <Card title="Decisões da mesa">
            <Decisions decisions={view.decisions} />
          </Card>
        </div>
      </div>
    </>
  )
}

const listFacts = (view: EntryView) => [
  { name: 'Valor', value: writeMoney(view.amount), strong: true },
  { name: 'Dia', value: writeDate(view.happenedOn) },
  { name: 'Referência', value: view.reference },
  ...(view.file === undefined
    ? [{ name: 'Documento', value: 'linha do extrato do banco, ou estorno' }]
    : [
        { name: 'SHA-256 do documento', value: `${view.file.sha256.slice(0, 16)}…` },
        { name: 'Tamanho', value: `${Math.ceil(view.file.bytes / 1024)} KB` },
      ]),
]

function Reverse({ view }: { view: EntryView }): JSX.Element {
  const { leave } = useDesk()
  const modal = useModal()
  return (
    <Actions title="Estornar?">
      <Button kind="quiet" onPress={modal.open}>
        Propor o estorno
      </Button>
      <ReasonModal
        modal={modal}
        title="Estornar este lançamento?"
        label="Motivo"
        hint="O estorno desfaz todas as linhas, uma única vez. Outra pessoa aprova."
        confirm="Propor o estorno"
        send={async reason => {
          await post<DecisionOutcome>(`/books/${view.entryId}/reversal`, { reason })
          leave(addressOf.books, 'Estorno proposto: agora outra pessoa aprova.')
        }}
      />
    </Actions>
  )
}
