import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { CONSOLE_HEADER } from '../../../src/contract/console.ts'
import type { ConsoleOrder } from '../../../src/contract/console-orders.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { writeInstant } from '../../design/format.ts'
import { ProgressBar } from '../../design/progress.tsx'
import { Tag } from '../../design/tag.tsx'
import { StaffProblem } from '../../shell/api.ts'
import { useConsole } from '../console-context.ts'
import { FINDING_WORDS, INVOICE_TAGS, writeOrderProblem } from '../order-words.ts'

interface InvoiceUploadProps {
  readonly order: ConsoleOrder
  readonly onSent: () => void
}

const MOST_BYTES = 10 * 1024 * 1024

/** The invoice of an order: dropped or chosen, how much of it has been sent, and what its check has found. */
export function InvoiceUpload({ order, onSent }: InvoiceUploadProps): JSX.Element {
  const { explain } = useConsole()
  const { invoice, may, transactionId } = order
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const send = async (file: File | undefined): Promise<void> => {
    if (file === undefined || share !== undefined) return
    const refusal = findRefusal(file)
    setProblem(refusal)
    if (refusal !== undefined) return
    setShare(0)
    try {
      const invoiceFile = await readBase64(file)
      await upload(`/console/api/orders/${transactionId}/invoice`, { invoiceFile }, setShare)
      announce('Nota fiscal enviada.')
      onSent()
    } catch (error) {
      setProblem(writeOrderProblem(error, explain))
    } finally {
      setShare(undefined)
      if (input.current) input.current.value = ''
    }
  }
  return (
    <Card title="Nota fiscal">
      {invoice && (
        <>
          <p>
            <Tag tone={INVOICE_TAGS[invoice.state][0]}>{INVOICE_TAGS[invoice.state][1]}</Tag>{' '}
            <span class="soft small">
              versão {invoice.version}, {writeInstant(invoice.receivedAt)}
            </span>
          </p>
          {invoice.message && <p>{invoice.message}</p>}
          {invoice.findings && <Findings findings={invoice.findings} />}
        </>
      )}
      {may.sendInvoice && (
        <fieldset
          class={`drop${isOver ? ' is-over' : ''}`}
          onDragOver={event => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={event => {
            event.preventDefault()
            setOver(false)
            void send(event.dataTransfer?.files[0])
          }}
        >
          <legend>{invoice ? 'Enviar outra nota' : 'Enviar a nota'}</legend>
          <p class="soft small">Solte o PDF aqui, ou escolha o arquivo. Até 10 MB.</p>
          <input
            ref={input}
            class="unseen"
            tabIndex={-1}
            aria-label="PDF da nota fiscal"
            type="file"
            accept="application/pdf,.pdf"
            onChange={event => void send(event.currentTarget.files?.[0])}
          />
          <Button kind="quiet" wide={false} busy={share !== undefined} onPress={() => input.current?.click()}>
            Escolher o PDF
          </Button>
          {share !== undefined && (
            <>
              <ProgressBar label="Envio da nota fiscal" share={share} />
              <p class="soft small">
                {share < 1 ? `${Math.round(share * 100)}% enviado` : 'Conferindo o arquivo…'}
              </p>
            </>
          )}
        </fieldset>
      )}
      {!invoice && !may.sendInvoice && <p class="soft">Nenhuma nota foi enviada.</p>}
      {problem && <Alert tone="bad">{problem}</Alert>}
    </Card>
  )
}

function Findings({ findings }: { findings: Readonly<Record<string, boolean>> }): JSX.Element {
  return (
    <ul class="findings">
      {Object.entries(findings).map(([name, isFound]) => (
        <li key={name}>
          <Tag tone={isFound ? 'good' : 'bad'}>{isFound ? 'Encontrado' : 'Não encontrado'}</Tag>{' '}
          {FINDING_WORDS[name] ?? name}
        </li>
      ))}
    </ul>
  )
}

function findRefusal({ size, name, type }: File): string | undefined {
  if (size > MOST_BYTES) return 'O arquivo tem mais de 10 MB.'
  const isPdf = type === 'application/pdf' || name.toLowerCase().endsWith('.pdf')
  return isPdf ? undefined : 'O arquivo não é um PDF.'
}

/** Without the beginning of the data address. */
function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new StaffProblem('offline'))
    reader.readAsDataURL(file)
  })
}

/** By XMLHttpRequest: `fetch` cannot report upload progress. */
function upload(url: string, body: object, onShare: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.setRequestHeader('content-type', 'application/json')
    request.setRequestHeader(CONSOLE_HEADER, '1')
    request.timeout = 120_000
    request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      if (request.status === 200) resolve()
      else reject(new StaffProblem(readCode(request.responseText)))
    }
    request.onerror = () => reject(new StaffProblem('offline'))
    request.ontimeout = () => reject(new StaffProblem('offline'))
    request.send(JSON.stringify(body))
  })
}

function readCode(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? 'internal_error'
  } catch {
    return 'internal_error'
  }
}
