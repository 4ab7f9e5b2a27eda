import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type {
  Balance,
  ListedTransfer,
  MoneyView,
  StatementSummary,
  Transfers,
} from '../../../src/contract/console-money.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeShortMoney } from '../../design/charts/scale.ts'
import { Waterfall } from '../../design/charts/waterfall.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Period } from '../../design/period.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Stat, Stats } from '../../design/stat.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { Heading } from '../../shell/heading.tsx'
import { Link, RowLink } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import { HELD_WORDS, TRANSFER_STATUS_WORDS, TRANSFER_TONES, writeOrders } from '../money-words.ts'
import { addressOf } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'
import { usePeriod } from '../use-period.ts'

export const screen: ConsoleScreen = {
  path: 'dinheiro',
  action: 'money.read',
  List: Money,
  tab: { name: 'Dinheiro', icon: 'money', order: 2, alsoFor: ['extrato', 'conta'] },
}

function Money(): JSX.Element {
  const may = useMay()
  const { query, change } = usePeriod(addressOf.money)
  const loaded = useLoad<MoneyView>(`money:${query}`, () => get(`/money?${query}`))
  const transfers = useLoad<Transfers>('transfers', () => get('/money/transfers?limit=20'))
  const { data } = loaded
  return (
    <div class="stack">
      <Heading title="Dinheiro">
        {data && <Period today={data.today} days={data.summary} onChange={change} />}
      </Heading>
      <p class="tags">
        <Link to={addressOf.statement}>Ver o extrato</Link>
        {may('account.read') && <Link to={addressOf.account}>Conta dos repasses</Link>}
      </p>
      {loaded.problem && <Alert tone="bad">{loaded.problem}</Alert>}
      {data === undefined ? !loaded.problem && <Skeleton /> : <Overview view={data} />}
      <Card title="Repasses">
        {transfers.problem && <Alert tone="bad">{transfers.problem}</Alert>}
        {transfers.data === undefined ? (
          !transfers.problem && <Skeleton />
        ) : (
          <TransferList first={transfers.data} />
        )}
      </Card>
    </div>
  )
}

function Overview({ view: { balance, summary } }: { view: MoneyView }): JSX.Element {
  return (
    <>
      <Card title="Saldo de hoje">
        <BalanceNow balance={balance} />
      </Card>
      <Card title="O que vem quando">
        <Calendar balance={balance} />
      </Card>
      <Card title="Das vendas ao repasse">
        <FromSales summary={summary} />
      </Card>
    </>
  )
}

function BalanceNow({ balance }: { balance: Balance }): JSX.Element {
  const { nextTransfer: next, sent, held, owedBack, other } = balance
  return (
    <Stats>
      <Stat name="Saldo" value={writeMoney(balance.balance)} />
      <Stat
        name="Próximo repasse"
        value={next === null ? 'Nenhum' : writeMoney(next.amount)}
        {...(next !== null && { note: `${writeDate(next.date)}, ${writeOrders(next.orders)}` })}
      />
      {sent !== 0 && <Stat name="No banco" value={writeMoney(sent)} />}
      {held !== 0 && <Stat name="Sem dia ainda" value={writeMoney(held)} />}
      {owedBack !== 0 && <Stat name="A descontar" value={writeMoney(owedBack)} />}
      {other !== 0 && <Stat name="Outros lançamentos" value={writeMoney(other)} />}
    </Stats>
  )
}

const PARTS = [
  ['openingBalance', 'Saldo inicial'],
  ['sales', 'Vendas'],
  ['commission', 'Comissão'],
  ['retention', 'Retenção'],
  ['cancellations', 'Cancelados'],
  ['returns', 'Devoluções'],
  ['costs', 'Custos'],
  ['adjustments', 'Ajustes'],
  ['transferred', 'Repasses'],
] as const satisfies readonly (readonly [keyof StatementSummary, string])[]

/** Parts of which there is nothing are left out, but never the sales. */
function FromSales({ summary }: { summary: StatementSummary }): JSX.Element {
  const steps = PARTS.filter(([part]) => part === 'sales' || summary[part] !== 0)
  return (
    <Waterfall
      title={`De ${writeDate(summary.from)} a ${writeDate(summary.to)}`}
      steps={steps.map(([part, name]) => ({ name, value: summary[part] }))}
      total="Saldo final"
      write={writeMoney}
      writeShort={writeShortMoney}
    />
  )
}

type CalendarRow = Balance['calendar'][number]

function Calendar({ balance: { calendar } }: { balance: Balance }): JSX.Element {
  if (calendar.length === 0) return <p class="soft">Nada a receber agora.</p>
  return (
    <Table
      caption="O que vem quando"
      rows={calendar}
      keyOf={row => `${row.kind} ${row.date ?? ''} ${row.reason ?? ''}`}
      columns={[
        { name: 'Dia', cell: row => (row.date === undefined ? 'Sem dia' : writeDate(row.date)) },
        { name: 'O que é', cell: describeRow },
        { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
      ]}
    />
  )
}

function describeRow({ kind, reason, orders, nettedAmount }: CalendarRow): JSX.Element {
  const what =
    kind === 'SENT'
      ? orders === 1
        ? 'Repasse no banco'
        : `${orders} repasses no banco`
      : reason === undefined
        ? writeOrders(orders)
        : `${HELD_WORDS[reason]} (${writeOrders(orders)})`
  return (
    <>
      {what}
      {nettedAmount > 0 && <p class="soft small">{writeMoney(nettedAmount)} serão descontados</p>}
    </>
  )
}

function TransferList({ first }: { first: Transfers }): JSX.Element {
  const { explain } = useConsole()
  const [page, setPage] = useState(first)
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const older = await get<Transfers>(`/money/transfers?limit=50&after=${page.next}`)
      setProblem(undefined)
      setPage({ ...older, data: [...page.data, ...older.data] })
    } catch (error) {
      setProblem(explain(error))
    }
  })
  if (page.data.length === 0)
    return <p class="soft">Nenhum repasse ainda. O primeiro vem depois da primeira venda.</p>
  return (
    <>
      <Table
        caption="Repasses"
        rows={page.data}
        keyOf={row => row.transferId}
        columns={[
          {
            name: 'Dia',
            cell: row => <RowLink to={addressOf.transfer(row.transferId)}>{writeDate(row.date)}</RowLink>,
          },
          {
            name: 'Situação',
            cell: row => <Tag tone={TRANSFER_TONES[row.status]}>{TRANSFER_STATUS_WORDS[row.status]}</Tag>,
          },
          { name: 'Pedidos', isFigure: true, cell: row => row.orders },
          { name: 'Referência no banco', cell: row => <Reference transfer={row} /> },
          { name: 'Valor', isFigure: true, cell: row => writeMoney(row.amount) },
        ]}
      />
      {problem && <Alert tone="bad">{problem}</Alert>}
      {page.next !== null && (
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          Mais antigos
        </Button>
      )}
    </>
  )
}

const Reference = ({ transfer }: { transfer: ListedTransfer }): JSX.Element => (
  <span class="breakable small">{transfer.bankReference ?? transfer.documentNumber}</span>
)
