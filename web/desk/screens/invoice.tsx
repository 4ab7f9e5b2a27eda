import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type {
  DecisionOutcome,
  InvoiceFindings,
  InvoiceResult,
  InvoiceView,
  PictureView,
} from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Chip } from '../../design/chip.tsx'
import { Figures } from '../../design/figures.tsx'
import { writeInstant, writeMoney } from '../../design/format.ts'
import { Icon } from '../../design/icons.tsx'
import { useModal } from '../../design/modal.tsx'
import { nameOrder } from '../../design/order-name.ts'
import { Pagination } from '../../design/pagination.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { Heading } from '../../shell/heading.tsx'
import { useLoad } from '../../shell/use-load.ts'
import { fetchPage, get, post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { Actions } from '../parts/actions.tsx'
import { Taken, useDecisionClaim } from '../parts/claim.tsx'
import { Decisions } from '../parts/decisions.tsx'
import { OneScreen } from '../parts/one-screen.tsx'
import { Proposal } from '../parts/proposal.tsx'
import { ReasonModal } from '../parts/reason-modal.tsx'
import { Why } from '../parts/why.tsx'
import { useZoom, ZoomPane, ZoomTools } from '../parts/zoom.tsx'
import { addressOf } from '../route.ts'
import type { DeskScreen } from '../screens.tsx'
import { useKeys } from '../shortcuts.ts'
import { FINDING_WORDS, listFindings } from '../words.ts'

export const screen: DeskScreen = { path: 'notas', One: Invoice }

function Invoice({ id }: { id: string }): JSX.Element {
  const loaded = useLoad<InvoiceView>(`invoice:${id}`, () => get(`/invoices/${id}`))
  return (
    <OneScreen back={addressOf.invoices} backTo="Voltar para as notas" subject={id} loaded={loaded}>
      {view => <Loaded view={view} />}
    </OneScreen>
  )
}

function Loaded({ view }: { view: InvoiceView }): JSX.Element {
  const may = useMay()
  const claim = useDecisionClaim('invoice', view.invoiceId, view, may('invoice.decide') && view.isWaiting)
  return (
    <>
      <Heading title={`Nota d${nameOrder(view.orderId)}`}>
        <span class="tags">
          <Tag>{view.retailerName}</Tag>
          <Tag>{view.isWaiting ? 'Espera conferência' : 'Já decidida'}</Tag>
        </span>
      </Heading>
      <div class="case">
        <div class="stack">
          <WhyHere view={view} />
          {may('invoice.open') && (
            <Card title="Nota fiscal">
              <InvoicePages invoiceId={view.invoiceId} isOpen={view.isWaiting} />
            </Card>
          )}
          <Card title="Arquivo">
            <Figures
              rows={[
                { name: 'Valor da compra', value: writeMoney(view.purchase), strong: true },
                { name: 'Recebido', value: writeInstant(view.receivedAt) },
                { name: 'Versão', value: view.version },
                { name: 'Tamanho', value: `${Math.max(1, Math.round(view.bytes / 1024))} kB` },
              ]}
            />
            {may('invoice.open') && <Download invoiceId={view.invoiceId} />}
          </Card>
        </div>
        <div class="stack">
          {view.proposal && <Proposal proposal={view.proposal} back={addressOf.invoices} />}
          {claim === 'taken' && <Taken {...view} />}
          {claim === 'mine' && <InvoiceDecision view={view} />}
          <Card title="Decisões da mesa">
            <Decisions decisions={view.decisions} />
          </Card>
        </div>
      </div>
    </>
  )
}

/** What the automatic check looked for in the text of the file, and did not find. */
function WhyHere({ view }: { view: InvoiceView }): JSX.Element {
  const { findings } = view
  if (findings === undefined)
    return <Why reason="A conferência automática ainda não leu este arquivo." differences={[]} />
  const expected: Readonly<Partial<Record<keyof InvoiceFindings, string>>> = {
    order: view.orderId,
    retailer: view.retailerName,
    amount: writeMoney(view.purchase),
  }
  const listed = listFindings(findings)
  const found = listed.filter(({ isThere }) => isThere)
  return (
    <Why
      reason="A conferência automática leu a nota e não encontrou tudo o que procurava."
      differences={listed
        .filter(({ isThere }) => !isThere)
        .map(({ name }) => ({
          what: FINDING_WORDS[name],
          expected: expected[name] ?? 'Sim',
          found: 'não encontrado',
        }))}
    >
      {found.length > 0 && (
        <ul class="rules">
          {found.map(({ name }) => (
            <li key={name} class="good">
              <Icon name="check" size={18} />
              <span>{FINDING_WORDS[name]}</span>
              <span class="soft small">encontrado</span>
            </li>
          ))}
        </ul>
      )}
    </Why>
  )
}

/** An untrusted file: it is opened by the operator's own PDF reader, not by this page. */
function Download({ invoiceId }: { invoiceId: string }): JSX.Element {
  const { explain } = useDesk()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      const { url } = await post<PictureView>(`/invoices/${invoiceId}/file`)
      setProblem(undefined)
      location.assign(url)
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Button kind="quiet" icon="download" busy={busy} onPress={() => void run()}>
        Baixar a nota (PDF)
      </Button>
    </>
  )
}

function InvoiceDecision({ view }: { view: InvoiceView }): JSX.Element {
  const { leave } = useDesk()
  const [validate, refuse] = [useModal(), useModal()]
  useKeys({ a: validate.open, r: refuse.open })
  const send = (result: InvoiceResult) => async (reason: string) => {
    const { outcome } = await post<DecisionOutcome>(`/invoices/${view.invoiceId}/decision`, {
      result,
      reason,
      version: view.version,
    })
    const done = result === 'VALIDATED' ? 'validada' : 'recusada'
    const outcomeText = outcome === 'proposed' ? 'proposta: agora outra pessoa aprova' : done
    leave(addressOf.invoices, `Nota d${nameOrder(view.orderId)} ${outcomeText}.`)
  }
  return (
    <Actions title="Decisão">
      <div class="stack stack-tight">
        <Button onPress={validate.open}>Validar a nota</Button>
        <Button kind="danger" onPress={refuse.open}>
          Recusar a nota
        </Button>
      </div>
      <ReasonModal
        modal={validate}
        title="Validar a nota?"
        label="Motivo"
        hint="O repasse ao lojista pode depender desta nota."
        confirm="Validar"
        suggestions={['Pedido, lojista e valor conferem']}
        send={send('VALIDATED')}
      />
      <ReasonModal
        modal={refuse}
        title="Recusar a nota?"
        label="O que dizer ao lojista"
        hint="O lojista recebe este texto e pode enviar outra nota."
        confirm="Recusar"
        isDanger
        suggestions={['O valor da nota é diferente do pedido', 'A nota é de outro cliente']}
        send={send('REFUSED')}
      />
    </Actions>
  )
}

interface InvoicePagesProps {
  readonly invoiceId: string
  /** False: the operator must ask, because every look is recorded and no decision needs it. */
  readonly isOpen: boolean
}

/** Pictures that the server has drawn of the file: the file itself is never opened by this page. */
function InvoicePages({ invoiceId, isOpen }: InvoicePagesProps): JSX.Element {
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
  return (
    <div class="stack stack-tight">
      <ZoomTools zoom={zoom}>
        <Chip onPress={() => setQuarters(count => count + 1)}>Girar</Chip>
        <Pagination page={page} pages={pageCount} onTurn={setPage} />
      </ZoomTools>
      {source && <ZoomPane zoom={zoom} name={name} source={source} quarters={quarters} />}
      {problem && <Alert tone="warn">{problem}</Alert>}
      {problem && (
        <Button kind="plain" wide={false} onPress={reload}>
          Tentar de novo
        </Button>
      )}
      {!source && !problem && <Skeleton />}
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
