import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { ProgressBar } from '../../design/progress.tsx'
import { useAction } from '../../design/use-action.ts'
import { api } from '../api.ts'
import { useConsole } from '../console-context.ts'

interface ExportOrdersProps {
  readonly query: string
  /** About how many rows come; unknown: no share is shown. */
  readonly total: number | undefined
}

/** Reads the file as it is written, so that a long one shows how far it is and can be given up. */
export function ExportOrders({ query, total }: ExportOrdersProps): JSX.Element {
  const { explain } = useConsole()
  const [rows, setRows] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const stopping = useRef<AbortController | undefined>(undefined)
  const { busy, run } = useAction(async () => {
    setProblem(undefined)
    setRows(0)
    const controller = new AbortController()
    stopping.current = controller
    try {
      const response = await api.fetch(`/console/api/orders/file?${query}`, { signal: controller.signal })
      save(await readLines(response, setRows), nameOf(response))
      announce('Arquivo pronto.')
    } catch (error) {
      if (!controller.signal.aborted) setProblem(explain(error))
    } finally {
      setRows(undefined)
    }
  })
  return (
    <div class="stack stack-tight">
      <div class="heading-tools">
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          Exportar CSV
        </Button>
        {busy && (
          <Button kind="plain" wide={false} onPress={() => stopping.current?.abort()}>
            Parar
          </Button>
        )}
      </div>
      {rows !== undefined && (
        <>
          <p class="soft small">{rows.toLocaleString('pt-BR')} pedidos no arquivo…</p>
          {total !== undefined && total > 0 && (
            <ProgressBar label="Exportação" share={Math.min(1, rows / total)} />
          )}
        </>
      )}
      {problem && <Alert tone="bad">{problem}</Alert>}
    </div>
  )
}

const LINE_FEED = 10

async function readLines(response: Response, onRows: (rows: number) => void): Promise<Blob> {
  const parts: BlobPart[] = []
  let rows = -1
  const reader = response.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) break
    parts.push(part.value)
    for (const byte of part.value) if (byte === LINE_FEED) rows += 1
    onRows(Math.max(0, rows))
  }
  return new Blob(parts, { type: 'text/csv' })
}

const nameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'pedidos.csv'

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
