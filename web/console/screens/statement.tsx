import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { MAX_SHOWN_LINES, type StatementView } from '../../../src/contract/console-money.ts'
import { Alert } from '../../design/alert.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Period } from '../../design/period.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { Heading } from '../../shell/heading.tsx'
import { Link } from '../../shell/link.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { STATEMENT_KIND_WORDS } from '../money-words.ts'
import { addressOf } from '../route.ts'
import type { ConsoleScreen } from '../screens.tsx'
import { usePeriod } from '../use-period.ts'

export const screen: ConsoleScreen = { path: 'extrato', action: 'money.read', List: Statement }

const FIRST_LINES = 200
const MORE_LINES = 1_000

function Statement(): JSX.Element {
  const { query, change } = usePeriod(addressOf.statement)
  const [wanted, setWanted] = useState({ query, lines: FIRST_LINES })
  const lines = wanted.query === query ? wanted.lines : FIRST_LINES
  const { data, problem } = useLoad<StatementView>(`statement:${query}:${lines}`, () =>
    get(`/money/statement?${query}${query === '' ? '' : '&'}lines=${lines}`),
  )
  return (
    <div class="stack">
      <Link to={addressOf.money} class="back">
        Voltar para o dinheiro
      </Link>
      <Heading title="Extrato">{data && <Period today={data.today} days={data} onChange={change} />}</Heading>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? (
        !problem && <Skeleton />
      ) : (
        <Loaded
          view={data}
          onMore={() => setWanted({ query, lines: Math.min(MAX_SHOWN_LINES, lines + MORE_LINES) })}
        />
      )}
    </div>
  )
}

function Loaded({ view, onMore }: { view: StatementView; onMore: () => void }): JSX.Element {
  const { from, to, lines, isCut } = view
  const nameFile = (format: string): string =>
    `/console/api/money/statement/file?${new URLSearchParams({ from, to, format })}`
  return (
    <>
      <div class="row">
        <LinkButton href={nameFile('pdf')} icon="download" download="">
          Baixar em PDF
        </LinkButton>
        <LinkButton href={nameFile('csv')} icon="download" download="">
          Baixar em CSV
        </LinkButton>
      </div>
      <Card title={`De ${writeDate(from)} a ${writeDate(to)}`}>
        <Figures
          rows={[
            { name: 'Saldo inicial', value: writeMoney(view.openingBalance) },
            { name: 'Saldo final', value: writeMoney(view.closingBalance), strong: true },
          ]}
        />
        {lines.length === 0 ? (
          <p class="soft">Nenhum lançamento neste período.</p>
        ) : (
          <Table
            caption="Lançamentos"
            rows={lines.map((line, at) => ({ ...line, at }))}
            keyOf={line => String(line.at)}
            columns={[
              { name: 'Dia', cell: line => writeDate(line.date) },
              { name: 'Lançamento', cell: line => STATEMENT_KIND_WORDS[line.kind] },
              { name: 'Pedido ou repasse', cell: Subject },
              { name: 'Valor', isFigure: true, cell: line => writeMoney(line.amount) },
              { name: 'Saldo', isFigure: true, cell: line => writeMoney(line.balance) },
            ]}
          />
        )}
        {isCut && <More lines={lines.length} onMore={onMore} />}
      </Card>
    </>
  )
}

function More({ lines, onMore }: { lines: number; onMore: () => void }): JSX.Element {
  if (lines >= MAX_SHOWN_LINES)
    return <p class="soft">A página mostra até {MAX_SHOWN_LINES} lançamentos; o arquivo CSV tem todos.</p>
  return (
    <Button kind="quiet" wide={false} onPress={onMore}>
      Mostrar mais lançamentos
    </Button>
  )
}

function Subject({ transactionId, orderId, reference }: StatementView['lines'][number]): JSX.Element {
  if (reference !== undefined && /^[0-9a-f]{24}$/.test(reference))
    return (
      <Link to={addressOf.transfer(reference)}>
        <span class="breakable">{reference}</span>
      </Link>
    )
  if (transactionId === undefined) return <>{reference ?? '—'}</>
  return (
    <Link to={`${addressOf.orders}/${transactionId}`}>
      <span class="breakable">{orderId ?? transactionId}</span>
    </Link>
  )
}
