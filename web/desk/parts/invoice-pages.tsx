import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PictureView } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { fetchPage, post } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { useZoom, ZoomPane, ZoomTools } from './zoom.tsx'

interface InvoicePagesProps {
  readonly invoiceId: string
  /** False: the operator must ask, because every look is recorded and no decision needs it. */
  readonly isOpen: boolean
}

/** Pictures that the server has drawn of the file: the file itself is never opened by this page. */
export function InvoicePages({ invoiceId, isOpen }: InvoicePagesProps): JSX.Element {
  const [isShown, setShown] = useState(isOpen)
  if (isShown) return <Pages invoiceId={invoiceId} />
  return (
    <div class="stack stack-tight">
      <p class="soft">Ver a nota fica registrado na auditoria.</p>
      <Button kind="quiet" wide={false} onPress={() => setShown(true)}>
        Mostrar a nota
      </Button>
    </div>
  )
}

function Pages({ invoiceId }: { invoiceId: string }): JSX.Element {
  const [page, setPage] = useState(1)
  const [pageCount, setPageCount] = useState(1)
  const [quarters, setQuarters] = useState(0)
  const zoom = useZoom()
  const { source, problem, reload } = usePage(invoiceId, page, setPageCount)
  const name = pageCount === 1 ? 'Nota fiscal' : `Nota fiscal, página ${page} de ${pageCount}`
  const turnTo = (wanted: number): void => {
    setPage(wanted)
    announce(`Página ${wanted} de ${pageCount}.`)
  }
  return (
    <div class="stack stack-tight">
      <ZoomTools zoom={zoom}>
        <button type="button" class="chip" onClick={() => setQuarters(count => count + 1)}>
          Girar
        </button>
        {pageCount > 1 && (
          <>
            <button type="button" class="chip" disabled={page === 1} onClick={() => turnTo(page - 1)}>
              Página anterior
            </button>
            <button type="button" class="chip" disabled={page === pageCount} onClick={() => turnTo(page + 1)}>
              Próxima página
            </button>
            <span class="soft small">
              {page} de {pageCount}
            </span>
          </>
        )}
      </ZoomTools>
      {source && <ZoomPane zoom={zoom} name={name} source={source} quarters={quarters} />}
      {problem && <Alert tone="warn">{problem}</Alert>}
      {problem && (
        <Button kind="plain" wide={false} onPress={reload}>
          Tentar de novo
        </Button>
      )}
      {!source && !problem && <p class="soft">Carregando…</p>}
    </div>
  )
}

/** Keeps the picture only while it is on the screen. */
function usePage(invoiceId: string, page: number, onCount: (pageCount: number) => void) {
  const { explain } = useDesk()
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<{ source?: string; problem?: string }>({})
  useEffect(() => {
    let isHere = true
    let source: string | undefined
    async function load(): Promise<void> {
      const { url } = await post<PictureView>(`/invoices/${invoiceId}/pages/${page}`)
      const { blob, pageCount } = await fetchPage(url)
      if (!isHere) return
      source = URL.createObjectURL(blob)
      onCount(Math.min(pageCount, MOST_PAGES))
      setState({ source })
    }
    setState({})
    load().catch(error => isHere && setState({ problem: explain(error) }))
    return () => {
      isHere = false
      if (source !== undefined) URL.revokeObjectURL(source)
    }
  }, [invoiceId, page, tries])
  return { ...state, reload: () => setTries(count => count + 1) }
}

/** The server draws no more. */
const MOST_PAGES = 20
