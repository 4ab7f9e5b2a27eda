import type { JSX } from 'preact'
import type {
  AttentionItem,
  AttentionKind,
  FirstStep,
  HomeView,
} from '../../../src/contract/console-money.ts'
import { Alert } from '../../design/alert.tsx'
import { Card } from '../../design/card.tsx'
import { Bar } from '../../design/charts/bar.tsx'
import { writeShortMoney, writeShortNumber } from '../../design/charts/scale.ts'
import { Sparkline } from '../../design/charts/sparkline.tsx'
import { writeDate, writeInstant, writeMoney } from '../../design/format.ts'
import { Period } from '../../design/period.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Stat, Stats } from '../../design/stat.tsx'
import { Tag } from '../../design/tag.tsx'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useMay } from '../console-context.ts'
import { ATTENTION_WORDS, STEP_WORDS } from '../money-words.ts'
import { addressOf } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'
import { usePeriod } from '../use-period.ts'

export const screen: ConsoleScreen = {
  path: '',
  action: 'session.read',
  List: Home,
  tab: { name: 'Início', icon: 'home', order: 0 },
}

function Home(): JSX.Element {
  const { query, change } = usePeriod(addressOf.home)
  const { data, problem } = useLoad<HomeView>(`home:${query}`, () => get(`/home?${query}`))
  return (
    <div class="stack">
      <Heading title="Início">{data && <Period today={data.today} days={data} onChange={change} />}</Heading>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? !problem && <Skeleton /> : <Loaded view={data} />}
    </div>
  )
}

function Loaded({ view }: { view: HomeView }): JSX.Element {
  return (
    <>
      <Card title="No período">
        <Numbers view={view} />
      </Card>
      <div class="beside">
        <Card title="Precisa de você">
          <Attention items={view.attention} />
        </Card>
        {view.steps.length > 0 && (
          <Card title="Primeiros passos">
            <Steps steps={view.steps} />
          </Card>
        )}
      </div>
      <Card title="Vendas por dia">
        <SalesByDay view={view} />
      </Card>
    </>
  )
}

const whole = new Intl.NumberFormat('pt-BR')
const writeWhole = (value: number): string => whole.format(value)

function Numbers({ view }: { view: HomeView }): JSX.Element {
  const { days, total, balance } = view
  const line = (name: string, read: (day: HomeView['days'][number]) => number) => (
    <Sparkline label={`${name} por dia no período`} values={days.map(read)} />
  )
  return (
    <Stats>
      <Stat name="Pedidos iniciados" value={writeWhole(total.applications)}>
        {line('Pedidos iniciados', day => day.applications)}
      </Stat>
      <Stat name="Aprovados e assinados" value={writeWhole(total.approvals)}>
        {line('Aprovados', day => day.approvals)}
      </Stat>
      {total.salesAmount === undefined ? (
        <Stat name="Vendas" value={writeWhole(total.sales)}>
          {line('Vendas', day => day.sales)}
        </Stat>
      ) : (
        <Stat
          name="Vendas"
          value={writeMoney(total.salesAmount)}
          note={describeSales(total.sales, total.averageTicket)}
        >
          {line('Vendas em reais', day => day.salesAmount ?? 0)}
        </Stat>
      )}
      {total.transferredAmount !== undefined && (
        <Stat name="Repassado" value={writeMoney(total.transferredAmount)}>
          {line('Repasses em reais', day => day.transferredAmount ?? 0)}
        </Stat>
      )}
      {balance && (
        <Stat name="A receber" value={writeMoney(balance.balance)} {...describeNext(balance.nextTransfer)} />
      )}
    </Stats>
  )
}

function describeSales(sales: number, averageTicket: number | null | undefined): string {
  const counted = `${writeWhole(sales)} ${sales === 1 ? 'venda' : 'vendas'}`
  return averageTicket == null ? counted : `${counted}, ${writeMoney(averageTicket)} cada uma em média`
}

type Balance = NonNullable<HomeView['balance']>

const describeNext = (next: Balance['nextTransfer']): { note?: string } =>
  next === null ? {} : { note: `${writeMoney(next.amount)} em ${writeDate(next.date)}` }

const PAGE_OF: Readonly<Record<AttentionKind, string>> = {
  TRANSFER_RETURNED: addressOf.money,
  TRANSFER_FAILED: addressOf.money,
  INVOICE_REFUSED: addressOf.orders,
  INVOICE_MISSING: addressOf.orders,
  ACCOUNT_MISSING: addressOf.account,
  ACCOUNT_CHANGE: addressOf.account,
  WEBHOOK_FAILING: addressOf.integration,
  LINKS_ENDING: addressOf.links,
}
const URGENT: readonly AttentionKind[] = [
  'TRANSFER_RETURNED',
  'TRANSFER_FAILED',
  'INVOICE_REFUSED',
  'WEBHOOK_FAILING',
]

function Attention({ items }: { items: readonly AttentionItem[] }): JSX.Element {
  if (items.length === 0) return <p class="soft">Nada espera por você agora.</p>
  return (
    <ul class="todo">
      {items.map(({ kind, count, amount, transferId, firstAt }) => (
        <li key={kind}>
          <Link to={transferId === undefined ? PAGE_OF[kind] : addressOf.transfer(transferId)}>
            {ATTENTION_WORDS[kind](count)}
          </Link>
          {amount !== undefined && <span class="steady">{writeMoney(amount)}</span>}
          {firstAt && <span class="soft small">o primeiro em {writeInstant(firstAt)}</span>}
          {URGENT.includes(kind) && <Tag tone="bad">Urgente</Tag>}
        </li>
      ))}
    </ul>
  )
}

const PAGE_OF_STEP: Readonly<Record<FirstStep, string>> = {
  ACCOUNT: addressOf.account,
  KEY: addressOf.integration,
  WEBHOOK: addressOf.integration,
  ORIGIN: addressOf.integration,
  LINK: addressOf.links,
  SALE: addressOf.simulate,
}

function Steps({ steps }: { steps: HomeView['steps'] }): JSX.Element {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <>
      <p class="soft small">
        {done} de {steps.length} feitos
      </p>
      <ul class="todo">
        {steps.map(({ step, isDone }) => (
          <li key={step}>
            {isDone ? (
              <span class="soft">{STEP_WORDS[step]}</span>
            ) : (
              <Link to={PAGE_OF_STEP[step]}>{STEP_WORDS[step]}</Link>
            )}
            <Tag tone={isDone ? 'good' : 'calm'}>{isDone ? 'Feito' : 'Falta'}</Tag>
          </li>
        ))}
      </ul>
    </>
  )
}

function SalesByDay({ view }: { view: HomeView }): JSX.Element {
  const may = useMay()
  const { days, total } = view
  const hasMoney = may('money.read')
  const read = (day: HomeView['days'][number]): number => (hasMoney ? (day.salesAmount ?? 0) : day.sales)
  const write = hasMoney ? writeMoney : writeWhole
  return (
    <Bar
      title={hasMoney ? 'Valor vendido em cada dia' : 'Vendas em cada dia'}
      columns={['Dia', hasMoney ? 'Valor' : 'Vendas']}
      bars={days.map(day => ({ name: writeDate(day.date).slice(0, 5), value: read(day) }))}
      headline={{ name: 'no período', value: write(hasMoney ? (total.salesAmount ?? 0) : total.sales) }}
      write={write}
      writeShort={hasMoney ? writeShortMoney : writeShortNumber}
    />
  )
}
