import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DecisionOutcome } from '../../../src/contract/desk.ts'
import type { ComplianceList, ComplianceReport } from '../../../src/contract/desk-compliance.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { writeDate } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Segmented } from '../../design/segmented.tsx'
import { Table } from '../../design/table.tsx'
import { Link, RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { COMPLIANCE_KIND_WORDS, LIST_KIND_WORDS, REPORT_KIND_WORDS } from '../compliance-words.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { Proposal } from '../parts/proposal.tsx'
import { ReasonModal } from '../parts/reason-modal.tsx'
import { ReceiptModal } from '../parts/receipt-modal.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { DONE_WORDS, wordOf, writeAge } from '../words.ts'

export const screen: DeskScreen = {
  path: 'conformidade',
  List: Compliance,
  tab: { name: 'Conformidade', icon: 'shield', order: 3.8, count: 'compliance' },
}

function Compliance(): JSX.Element {
  const [closed, setClosed] = useState<'false' | 'true'>('false')
  const loaded = useLoad<ComplianceList>(`compliance:${closed}`, () => get(`/compliance?closed=${closed}`))
  return (
    <ListScreen
      title="Conformidade"
      intro="Listas de pessoas e pagamentos fora do comum. Nada disto é contado ao cliente nem a terceiros."
      loaded={loaded}
      tools={
        <Segmented
          label="Casos"
          value={closed}
          onChange={setClosed}
          options={[
            ['false', 'À espera'],
            ['true', 'Todos'],
          ]}
        />
      }
    >
      {data => (
        <>
          <Cases data={data} />
          <Register data={data} reload={loaded.reload} />
          <Lists data={data} />
        </>
      )}
    </ListScreen>
  )
}

function Cases({ data: { cases, now } }: { data: ComplianceList }): JSX.Element {
  if (cases.length === 0) return <EmptyState title="Nenhum caso espera por nós." />
  return (
    <Table
      caption="Casos de conformidade"
      rows={cases}
      keyOf={row => row.caseId}
      columns={[
        {
          name: 'Caso',
          cell: row => (
            <RowLink to={addressOf.complianceCase(row.caseId)}>
              {wordOf(COMPLIANCE_KIND_WORDS, row.kind)}
            </RowLink>
          ),
        },
        { name: 'Situação', cell: row => (row.result ? wordOf(DONE_WORDS, row.result) : 'À espera') },
        { name: 'Decidir até', isFigure: true, cell: row => writeDate(row.dueOn) },
        { name: 'Idade', isFigure: true, cell: row => writeAge(row.openedAt, now) },
      ]}
    />
  )
}

/** The register of what COAF was told, and the statement of a year without anything to tell. */
function Register({ data, reload }: { data: ComplianceList; reload: () => void }): JSX.Element {
  const may = useMay()
  const [chosen, setChosen] = useState<ComplianceReport>()
  const modal = useModal()
  const record = (report: ComplianceReport) => () => {
    setChosen(report)
    modal.open()
  }
  return (
    <Card title="Registro de comunicações">
      <div class="stack">
        {data.proposedYears.map(proposal => (
          <Proposal key={proposal.id} proposal={proposal} back={addressOf.compliance} />
        ))}
        {data.reports.length === 0 ? (
          <p class="soft">Ainda não há decisões.</p>
        ) : (
          <Table
            caption="Decisões sobre comunicar ao Coaf"
            rows={data.reports}
            keyOf={row => row.reportId}
            columns={[
              {
                name: 'Decisão',
                cell: row =>
                  row.caseId === undefined ? (
                    `${wordOf(REPORT_KIND_WORDS, row.kind)}: ${row.year}`
                  ) : (
                    <Link to={addressOf.complianceCase(row.caseId)}>
                      {wordOf(REPORT_KIND_WORDS, row.kind)}
                    </Link>
                  ),
              },
              { name: 'Decidido em', isFigure: true, cell: row => writeDate(row.decidedOn) },
              { name: 'Enviar até', isFigure: true, cell: row => (row.dueOn ? writeDate(row.dueOn) : '—') },
              {
                name: 'Recibo',
                cell: row =>
                  row.receipt ? (
                    `${row.receipt}, ${writeDate(row.reportedOn ?? '')}`
                  ) : row.dueOn && may('compliance.decide') ? (
                    <Button kind="quiet" wide={false} onPress={record(row)}>
                      Anotar o recibo
                    </Button>
                  ) : (
                    '—'
                  ),
              },
            ]}
          />
        )}
        {may('compliance.decide') && <YearStatement />}
      </div>
      <ReceiptModal modal={modal} report={chosen} onDone={reload} />
    </Card>
  )
}

function YearStatement(): JSX.Element {
  const { leave } = useDesk()
  const modal = useModal()
  const [year, setYear] = useState('')
  return (
    <div>
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Declarar ano sem ocorrências
      </Button>
      <ReasonModal
        modal={modal}
        title="Declarar ano sem ocorrências?"
        label="Motivo"
        hint="Só de um ano que terminou sem comunicação. Uma segunda pessoa aprova."
        confirm="Propor"
        suggestions={['Nenhum caso do ano foi comunicado']}
        send={async reason => {
          await post<DecisionOutcome>('/compliance-statements', { year: Number(year), reason })
          leave(addressOf.compliance, 'Declaração proposta: agora outra pessoa aprova.')
        }}
      >
        <TextField label="Ano" inputmode="numeric" maxlength={4} value={year} onInput={setYear} />
      </ReasonModal>
    </div>
  )
}

function Lists({ data: { lists } }: { data: ComplianceList }): JSX.Element {
  return (
    <Card title="Listas em uso">
      {lists.length === 0 ? (
        <Alert tone="warn">
          Nenhuma lista foi carregada: ninguém é conferido. Quem opera o sistema carrega as listas.
        </Alert>
      ) : (
        <Table
          caption="Listas em uso"
          rows={lists}
          keyOf={row => row.listId}
          columns={[
            { name: 'Lista', cell: row => wordOf(LIST_KIND_WORDS, row.kind) },
            { name: 'Fonte', cell: row => row.source },
            { name: 'Publicada em', isFigure: true, cell: row => writeDate(row.publishedOn) },
            { name: 'Pessoas', isFigure: true, cell: row => row.entries.toLocaleString('pt-BR') },
          ]}
        />
      )}
    </Card>
  )
}
