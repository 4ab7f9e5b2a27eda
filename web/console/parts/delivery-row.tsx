import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DeliveryView, FullDelivery } from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { writeInstant } from '../../design/format.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { useLoad } from '../../shell/use-load.ts'
import { get, post } from '../api.ts'
import { useConsole, useMay } from '../console-context.ts'
import { DELIVERY_STATES, writeEventType } from '../integration-words.ts'

interface DeliveryRowProps {
  readonly delivery: DeliveryView
  readonly onReplayed: () => void
}

/** One event at one receiver: what was sent and answered is read when somebody opens it. */
export function DeliveryRow({ delivery, onReplayed }: DeliveryRowProps): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const [word, tone] = DELIVERY_STATES[delivery.status]
  const last = delivery.attempts.at(-1)
  return (
    <li class="card">
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="stack stack-tight delivery">
            <span class="tags">
              <b>{writeEventType(delivery.type)}</b>
              <Tag tone={tone}>{word}</Tag>
            </span>
            <span class="soft small">
              {writeInstant(delivery.createdAt)}
              {last && ` · ${last.status ?? last.error ?? 'sem resposta'} em ${last.durationMs} ms`}
              {delivery.attempts.length > 1 && ` · ${delivery.attempts.length} tentativas`}
            </span>
          </span>
        </summary>
        {isOpen && <Exchange delivery={delivery} onReplayed={onReplayed} />}
      </details>
    </li>
  )
}

function Exchange({ delivery, onReplayed }: DeliveryRowProps): JSX.Element {
  const { endpointId, eventId } = delivery
  const { data, problem } = useLoad<FullDelivery>(
    `${endpointId}:${eventId}:${delivery.attempts.length}`,
    () => get(`/integration/endpoints/${endpointId}/events/${eventId}`),
  )
  if (problem) return <Alert tone="bad">{problem}</Alert>
  if (data === undefined) return <Skeleton />
  return (
    <div class="stack exchange">
      <dl class="stack stack-tight">
        <dt>Evento</dt>
        <dd>
          <code>{eventId}</code>
        </dd>
        {data.nextAttemptAt && (
          <>
            <dt>Próxima tentativa</dt>
            <dd>{writeInstant(data.nextAttemptAt)}</dd>
          </>
        )}
      </dl>
      <Text title="Corpo enviado" text={data.body} />
      {data.attempts.length === 0 && <p class="soft">Nenhuma tentativa ainda.</p>}
      {data.attempts.map(attempt => (
        <details key={attempt.number}>
          <summary>
            Tentativa {attempt.number}: {attempt.status ?? 'sem resposta'}{' '}
            <span class="soft small">
              {writeInstant(attempt.attemptedAt)} · {attempt.durationMs} ms
              {attempt.error && ` · ${attempt.error}`}
            </span>
          </summary>
          {attempt.requestHeaders && (
            <Text title="Cabeçalhos enviados" text={writeHeaders(attempt.requestHeaders)} />
          )}
          {attempt.answerHeaders && attempt.answerHeaders.length > 0 && (
            <Text title="Cabeçalhos da resposta" text={writeHeaders(attempt.answerHeaders)} />
          )}
          <Text title="Resposta" text={attempt.answer ?? 'Sem corpo.'} />
        </details>
      ))}
      <Replay delivery={delivery} onReplayed={onReplayed} />
    </div>
  )
}

const writeHeaders = (headers: readonly { readonly name: string; readonly value: string }[]): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n')

function Text({ title, text }: { title: string; text: string }): JSX.Element {
  return (
    <figure class="stack stack-tight">
      <figcaption class="small">{title}</figcaption>
      <pre {...SCROLLED_BY_KEYS}>{text}</pre>
    </figure>
  )
}

const SCROLLED_BY_KEYS = { tabIndex: 0 } as const

function Replay({ delivery: { endpointId, eventId }, onReplayed }: DeliveryRowProps): JSX.Element | null {
  const { explain } = useConsole()
  const may = useMay()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      await post(`/integration/endpoints/${endpointId}/replay`, { eventId })
      setProblem(undefined)
      onReplayed()
    } catch (error) {
      setProblem(explain(error))
    }
  })
  if (!may('integration.change')) return null
  return (
    <>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <div>
        <Button kind="quiet" wide={false} busy={busy} onPress={() => void run()}>
          Reenviar este evento
        </Button>
      </div>
    </>
  )
}
