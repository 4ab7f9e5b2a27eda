import type { JSX } from 'preact'
import type { BalanceExit, BooksView } from '../../../src/contract/desk-books.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { Table } from '../../design/table.tsx'
import { RowLink } from '../../shell/link.tsx'
import { ListScreen } from '../../shell/list-screen.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { BALANCE_WORDS, ENTRY_KIND_WORDS, ENTRY_STATE_WORDS, EXIT_WORDS } from '../book-words.ts'
import { useMay } from '../desk-context.ts'
import { CommissionModal, ExitModal, ManualModal, TaxModal } from '../parts/book-forms.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { wordOf } from '../words.ts'

export const screen: DeskScreen = {
  path: 'livros',
  List: Books,
  tab: { name: 'Livros', icon: 'book', order: 3.8 },
}

function Books(): JSX.Element {
  const loaded = useLoad<BooksView>('books', () => get('/books'))
  return (
    <ListScreen
      title="Livros"
      intro="Saldos com lojistas, Receita e seguradora, e como cada um sai dos livros. Uma pessoa propõe com o documento, outra lança."
      loaded={loaded}
      tools={<NewEntry />}
    >
      {view => (
        <>
          <Balances view={view} />
          <Taxes view={view} />
          <Entries view={view} />
        </>
      )}
    </ListScreen>
  )
}

function NewEntry(): JSX.Element | null {
  const may = useMay()
  const modal = useModal()
  if (!may('books.propose')) return null
  return (
    <div class="row">
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Lançamento manual
      </Button>
      <ManualModal modal={modal} />
    </div>
  )
}

type Balance = BooksView['balances'][number]

function Balances({ view }: { view: BooksView }): JSX.Element {
  return (
    <Card title="Saldos">
      {view.balances.length === 0 ? (
        <EmptyState title="Nenhum saldo em aberto." />
      ) : (
        <Table
          caption="Saldos em aberto"
          rows={view.balances}
          keyOf={row => row.account}
          columns={[
            { name: 'Saldo', cell: row => wordOf(BALANCE_WORDS, row.account.split(':')[0] ?? '') },
            { name: 'Lojista', cell: row => row.retailerName ?? '—' },
            { name: 'Valor', isFigure: true, cell: row => writeMoney(Math.abs(row.balance)) },
            { name: 'A quem se deve', cell: row => (row.balance > 0 ? 'à financeira' : 'pela financeira') },
            { name: 'Saída', cell: row => <Exits row={row} view={view} /> },
          ]}
        />
      )}
    </Card>
  )
}

function Exits({ row, view }: { row: Balance; view: BooksView }): JSX.Element {
  const may = useMay()
  if (!may('books.propose')) return <>—</>
  const isCommission = row.account.startsWith('commission-payable:')
  if (row.account.startsWith('premium-payable:')) return <>ordem mensal</>
  return (
    <div class="row">
      {isCommission && row.retailerId !== undefined && <Commission retailerId={row.retailerId} />}
      {row.exits.map(exit => (
        <Exit key={exit} exit={exit} row={row} view={view} />
      ))}
    </div>
  )
}

function Exit({ exit, row, view }: { exit: BalanceExit; row: Balance; view: BooksView }): JSX.Element {
  const modal = useModal()
  return (
    <>
      <Button kind="quiet" wide={false} onPress={modal.open}>
        {EXIT_WORDS[exit]}
      </Button>
      <ExitModal modal={modal} exit={exit} row={row} view={view} />
    </>
  )
}

function Commission({ retailerId }: { retailerId: string }): JSX.Element {
  const modal = useModal()
  return (
    <>
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Pagar comissão
      </Button>
      <CommissionModal modal={modal} retailerId={retailerId} />
    </>
  )
}

/** Shown when there is any. */
const CARRIED = {
  name: 'De períodos anteriores',
  isFigure: true,
  cell: (row: BooksView['taxes'][number]) => writeMoney(row.carried),
}

function Taxes({ view }: { view: BooksView }): JSX.Element {
  const missing = [...new Set(view.taxes.flatMap(({ missingMonths }) => missingMonths))]
  return (
    <Card title="IOF a recolher por DARF">
      {missing.length > 0 && (
        <Alert tone="warn" title="Falta a taxa Selic">
          Quem opera o sistema precisa carregar a tabela da Receita de {missing.join(', ')} para os juros
          saírem certos.
        </Alert>
      )}
      {view.taxesLeft > 0 && (
        <p>
          Há {writeMoney(view.taxesLeft)} de IOF de períodos encerrados, abaixo do mínimo de {writeMoney(10)}{' '}
          de um DARF: esse valor será recolhido com o de um período seguinte.
        </p>
      )}
      {view.taxes.length === 0 ? (
        view.taxesLeft === 0 && <EmptyState title="Nenhum período encerrado tem IOF a recolher." />
      ) : (
        <Table
          caption="Valores do DARF se for pago hoje"
          rows={view.taxes}
          keyOf={row => row.periodEnd}
          columns={[
            { name: 'Código', cell: row => row.code },
            { name: 'Período até', isFigure: true, cell: row => writeDate(row.periodEnd) },
            { name: 'Vencimento', isFigure: true, cell: row => writeDate(row.payBy) },
            { name: 'Principal', isFigure: true, cell: row => writeMoney(row.principal) },
            ...(view.taxes.some(({ carried }) => carried > 0) ? [CARRIED] : []),
            { name: 'Multa', isFigure: true, cell: row => writeMoney(row.fine) },
            {
              name: 'Juros',
              isFigure: true,
              cell: row => (row.interest === undefined ? '?' : writeMoney(row.interest)),
            },
            {
              name: 'Total',
              isFigure: true,
              cell: row => (row.total === undefined ? '?' : writeMoney(row.total)),
            },
            { name: 'Comprovante', cell: row => <PaidTax row={row} view={view} /> },
          ]}
        />
      )}
    </Card>
  )
}

function PaidTax({ row, view }: { row: BooksView['taxes'][number]; view: BooksView }): JSX.Element {
  const may = useMay()
  const modal = useModal()
  if (!may('books.propose')) return <>—</>
  return (
    <>
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Já foi pago
      </Button>
      <TaxModal modal={modal} tax={row} view={view} />
    </>
  )
}

function Entries({ view }: { view: BooksView }): JSX.Element {
  return (
    <Card title="Lançamentos feitos por pessoas">
      {view.entries.length === 0 ? (
        <EmptyState title="Ninguém propôs um lançamento ainda." />
      ) : (
        <Table
          caption="Lançamentos feitos por pessoas"
          rows={view.entries}
          keyOf={row => row.entryId}
          columns={[
            {
              name: 'Lançamento',
              cell: row => (
                <RowLink to={addressOf.entry(row.entryId)}>{wordOf(ENTRY_KIND_WORDS, row.kind)}</RowLink>
              ),
            },
            { name: 'Dia', isFigure: true, cell: row => writeDate(row.happenedOn) },
            { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
            { name: 'Situação', cell: row => ENTRY_STATE_WORDS[row.state] },
          ]}
        />
      )}
    </Card>
  )
}
