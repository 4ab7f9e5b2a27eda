import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LoggedRequest, RequestList } from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { ChipFilter } from '../../design/chip.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get } from '../api.ts'
import { useConsole } from '../console-context.ts'

type Class = '2xx' | '4xx' | '5xx'

const exact = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

export function IntegrationRequests(): JSX.Element {
  const [typed, setTyped] = useState('')
  const [trackId, setTrackId] = useState('')
  const [status, setStatus] = useState<Class | ''>('')
  const [problem, setProblem] = useState<string>()
  const query = new URLSearchParams({ ...(trackId && { trackId }), ...(status && { status }) }).toString()
  const loaded = useLoad<RequestList>(`requests:${query}`, () => get(`/integration/requests?${query}`))
  function search(): void {
    const wanted = typed.trim().toLowerCase()
    const isRight = wanted === '' || /^[0-9a-f]{24}$/.test(wanted)
    setProblem(isRight ? undefined : 'O trackId tem 24 letras e números: copie da resposta ou de x-track-id.')
    if (isRight) setTrackId(wanted)
  }
  return (
    <div class="stack">
      <p class="soft">
        O que as chaves da loja pediram nos últimos 7 dias. Sem corpos, endereços ou dados de clientes.
      </p>
      <form
        class="filter-line"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          search()
        }}
      >
        <TextField
          label="trackId"
          value={typed}
          onInput={setTyped}
          problem={problem}
          type="search"
          autocapitalize="none"
        />
        <Button type="submit" kind="quiet" wide={false}>
          Procurar
        </Button>
        <Button kind="quiet" wide={false} onPress={loaded.reload}>
          Atualizar
        </Button>
      </form>
      <ChipFilter
        label="Resultado"
        all="Todas"
        value={status}
        onChange={setStatus}
        options={[
          ['2xx', 'Com sucesso'],
          ['4xx', 'Recusadas'],
          ['5xx', 'Com falha nossa'],
        ]}
      />
      {loaded.problem && <Alert tone="bad">{loaded.problem}</Alert>}
      {loaded.data === undefined ? (
        !loaded.problem && <Skeleton />
      ) : (
        <Requests key={`${query}:${loaded.data.data[0]?.trackId}`} first={loaded.data} query={query} />
      )}
    </div>
  )
}

function Requests({ first, query }: { first: RequestList; query: string }): JSX.Element {
  const { explain } = useConsole()
  const [page, setPage] = useState(first)
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const older = await get<RequestList>(`/integration/requests?${query}&after=${page.next}`)
      setPage({ next: older.next, data: [...page.data, ...older.data] })
      setProblem(undefined)
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <>
      {page.data.length === 0 && page.next === null && (
        <EmptyState title="Nenhuma requisição encontrada nos últimos 7 dias." />
      )}
      {page.data.length > 0 && (
        <Table
          caption="Requisições da loja, da mais nova para a mais antiga"
          rows={page.data}
          keyOf={row => row.trackId}
          columns={[
            { name: 'Quando', cell: row => <span class="steady">{exact.format(Date.parse(row.at))}</span> },
            {
              name: 'Requisição',
              cell: row => (
                <code class="breakable">
                  {row.method} {row.route}
                </code>
              ),
            },
            { name: 'Resultado', cell: row => <Result row={row} /> },
            { name: 'Duração', isFigure: true, cell: row => `${row.durationMs} ms` },
            { name: 'Chave', cell: row => <code class="breakable">{row.key}</code> },
            { name: 'trackId', cell: row => <code class="breakable">{row.trackId}</code> },
          ]}
        />
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {page.next !== null && (
        <Button kind="quiet" busy={busy} onPress={() => void run()}>
          Mais antigas
        </Button>
      )}
    </>
  )
}

function Result({ row }: { row: LoggedRequest }): JSX.Element {
  const tone = row.status < 400 ? 'good' : row.status < 500 ? 'warn' : 'bad'
  return (
    <>
      <Tag tone={tone}>{row.status}</Tag> {row.code && <code class="breakable small">{row.code}</code>}
    </>
  )
}
