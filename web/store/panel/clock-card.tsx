import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { ask, send } from '../api.ts'
import { useDeed } from './use-deed.ts'
import { writeMoment } from './write-moment.ts'

const LEAPS = [
  { advance: 'P1D', label: '+ 1 dia' },
  { advance: 'P7D', label: '+ 7 dias' },
  { advance: 'P30D', label: '+ 30 dias' },
] as const

interface Clock {
  readonly now: string
}

export function ClockCard(): JSX.Element {
  const [clock, setClock] = useState<Clock>()
  const deed = useDeed()
  useEffect(() => {
    ask<Clock>('sandbox/clock').then(setClock, () => undefined)
  }, [])
  return (
    <Card title="Relógio">
      <p class="soft small">
        {clock === undefined ? 'Adianta prazos e vencimentos.' : `${writeMoment(clock.now)}.`} Vale para todo
        o serviço e não pode voltar.
      </p>
      <div class="row leaps">
        {LEAPS.map(({ advance, label }) => (
          <Button
            key={advance}
            kind="quiet"
            busy={deed.doing === advance}
            unavailable={deed.doing !== undefined}
            onPress={() =>
              void deed.run(advance, async () => setClock(await send<Clock>('sandbox/clock', { advance })))
            }
          >
            {label}
          </Button>
        ))}
      </div>
      {deed.problem && <Alert tone="warn">{deed.problem}</Alert>}
    </Card>
  )
}
