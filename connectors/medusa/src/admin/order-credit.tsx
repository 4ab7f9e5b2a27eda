import { Badge, Button, Container, Heading, Text } from '@medusajs/ui'
import { useEffect, useState } from 'react'
import type { OrderCredit } from '../describe-order.ts'
import { describeInstallments, describePreview, STATE_WORDS, STEP_WORDS } from './words.ts'

interface Props {
  readonly data: { readonly id: string }
}

const COLOURS = { waiting: 'orange', paid: 'green', canceled: 'grey', attention: 'red' } as const

/** Beside the order: its state, installments, link, and what a cancellation would give back to whom. */
export function OrderCreditWidget({ data: { id } }: Props) {
  const [credit, setCredit] = useState<OrderCredit>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const load = async (method: 'GET' | 'POST'): Promise<void> => {
    setBusy(true)
    try {
      const response = await fetch(`/admin/crediario/orders/${id}`, { method, credentials: 'include' })
      if (response.ok) setCredit((await response.json()).credit)
      // Paid in another way: there is nothing to show.
      if (!response.ok && response.status !== 404) setProblem('O Crediário não respondeu.')
      else setProblem(undefined)
    } catch {
      setProblem('O Crediário não respondeu.')
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => void load('GET'), [id])

  if (credit === undefined && problem === undefined) return null
  return (
    <Container className="divide-y p-0">
      <div className="flex items-center justify-between px-6 py-4">
        <Heading level="h2">Crediário</Heading>
        {credit && <Badge color={colourOf(credit.state)}>{STATE_WORDS[credit.state] ?? credit.state}</Badge>}
      </div>
      {problem && (
        <div className="px-6 py-4" role="alert">
          <Text size="small">{problem}</Text>
        </div>
      )}
      {credit && <Details credit={credit} />}
      <div className="flex justify-end px-6 py-4">
        <Button size="small" variant="secondary" disabled={isBusy} onClick={() => void load('POST')}>
          Comparar agora
        </Button>
      </div>
    </Container>
  )
}

function Details({ credit }: { readonly credit: OrderCredit }) {
  const { note, next, link, purchase, cancelPreview, log } = credit
  return (
    <>
      {note && <Row label="Atenção" text={note} />}
      {next && next !== note && <Row label="Próximo passo" text={next} />}
      {purchase && <Row label="Compra" text={STEP_WORDS[purchase.step] ?? purchase.step} />}
      {purchase && purchase.installments.length > 0 && (
        <Row label="Parcelas" text={describeInstallments(purchase.installments)} />
      )}
      {link && credit.state === 'waiting' && (
        <div className="flex items-center justify-between px-6 py-3">
          <Text size="small">Link do cliente</Text>
          <a
            className="text-ui-fg-interactive txt-compact-small"
            href={link.url}
            target="_blank"
            rel="noreferrer"
          >
            Abrir
          </a>
        </div>
      )}
      {cancelPreview && (
        <div className="px-6 py-3">
          <Text size="small" weight="plus">
            Se a compra for cancelada agora
          </Text>
          {describePreview(cancelPreview).map(line => (
            <Text size="small" key={line}>
              {line}
            </Text>
          ))}
        </div>
      )}
      {log.length > 0 && (
        <details className="px-6 py-3">
          <summary className="txt-compact-small">Registro</summary>
          <ul>
            {log.map(({ at, message }) => (
              <li className="txt-small" key={at + message}>
                {new Date(at).toLocaleString('pt-BR')} · {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Row({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="grid grid-cols-2 items-start px-6 py-3">
      <Text size="small" weight="plus">
        {label}
      </Text>
      <Text size="small">{text}</Text>
    </div>
  )
}

const colourOf = (state: string) => COLOURS[state as keyof typeof COLOURS] ?? 'grey'
