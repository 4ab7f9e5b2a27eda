import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { DeliveryView, EndpointHealth } from '../../../src/contract/console-integration.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Chip } from '../../design/chip.tsx'
import { DayField } from '../../design/day-field.tsx'
import { ProgressBar } from '../../design/progress.tsx'
import { useAction } from '../../design/use-action.ts'
import { get, post } from '../api.ts'
import { useConsole } from '../console-context.ts'
import { DELIVERY_STATES, EVENT_TYPES, writeEventType } from '../integration-words.ts'

interface WorkProps {
  readonly endpointId: string
  readonly onDone: () => void
}

const TYPES: readonly string[] = ['test.ping', ...EVENT_TYPES]

/** One button for each type. The receiver gets it signed, with `test: true` in it. */
export function TestEvents({ endpointId, onDone }: WorkProps): JSX.Element {
  const { explain } = useConsole()
  const [outcome, setOutcome] = useState<{ tone: 'good' | 'warn' | 'bad'; text: string }>()
  const { busy, run } = useAction(async (type: string) => {
    try {
      const body = type === 'test.ping' ? {} : { type }
      const { status, attempts } = await post<DeliveryView>(`/integration/endpoints/${endpointId}/test`, body)
      const [word, tone] = DELIVERY_STATES[status]
      const answer = attempts.at(-1)
      const detail = answer ? `: ${answer.status ?? answer.error ?? 'sem resposta'}` : ''
      setOutcome({
        tone: tone === 'good' ? 'good' : 'warn',
        text: `${writeEventType(type)} — ${word}${detail}.`,
      })
      onDone()
    } catch (error) {
      setOutcome({ tone: 'bad', text: explain(error) })
    }
  })
  return (
    <Card title="Enviar um teste">
      <p class="soft small">
        Vai só para este receptor, assinado como os de verdade, com valores inventados e{' '}
        <code>"test": true</code>.
      </p>
      <div class="chip-row">
        {TYPES.map(type => (
          <Chip key={type} unavailable={busy} onPress={() => void run(type)}>
            {writeEventType(type)}
          </Chip>
        ))}
      </div>
      {outcome && <Alert tone={outcome.tone}>{outcome.text}</Alert>}
    </Card>
  )
}

const LOOK_MS = 1_500

/** All events of some days again; the bar follows what was not sent yet. */
export function ReplayRange({ endpointId, onDone }: WorkProps): JSX.Element {
  const { explain } = useConsole()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<number>()
  const [left, setLeft] = useState(0)
  const { busy, run } = useAction(async () => {
    if (from === '' || to === '') return setProblem('Escolha o primeiro e o último dia.')
    try {
      const path = `/integration/endpoints/${endpointId}/replay`
      const { replayed } = await post<{ replayed: number }>(path, { from, to })
      setProblem(undefined)
      setLeft(replayed)
      setAsked(replayed)
    } catch (error) {
      setProblem(explain(error))
    }
  })
  const isUnderWay = asked !== undefined && left > 0
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => {
      get<EndpointHealth>(`/integration/endpoints/${endpointId}/health`).then(
        health => {
          setLeft(health.untried)
          if (health.untried === 0) onDone()
        },
        error => setProblem(explain(error)),
      )
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, endpointId])
  return (
    <Card title="Reenviar um período">
      <p class="soft small">Todos os eventos que este receptor assina, entregues antes ou não.</p>
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        <div class="filter-line">
          <DayField label="De" value={from} onChange={setFrom} />
          <DayField label="Até" value={to} onChange={setTo} />
          <Button type="submit" kind="quiet" wide={false} busy={busy}>
            Reenviar
          </Button>
        </div>
      </form>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {asked === 0 && <Alert>Nenhum evento neste período.</Alert>}
      {isUnderWay && (
        <div class="stack stack-tight">
          <p role="status">
            {left} de {Math.max(asked, left)} a enviar.
          </p>
          <ProgressBar label="Reenvio" share={1 - left / Math.max(asked, left)} />
        </div>
      )}
      {asked !== undefined && asked > 0 && left === 0 && (
        <Alert tone="good">
          {asked === 1 ? 'O evento foi reenviado.' : `Os ${asked} eventos foram reenviados.`}
        </Alert>
      )}
    </Card>
  )
}
