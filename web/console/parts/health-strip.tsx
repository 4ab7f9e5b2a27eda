import type { JSX } from 'preact'
import type { EndpointDay } from '../../../src/contract/console-integration.ts'
import { writeDate } from '../../design/format.ts'

const STEP = 4
const WIDTH = 3
const HEIGHT = 28
/** A day without attempts, and the least that a failure takes of its day. */
const LEAST = 4

const plain = new Intl.NumberFormat('pt-BR')

/** A bar for each of 90 days: whole where all was accepted, with a part in red where not. The sentence says the same. */
export function HealthStrip({ days }: { days: readonly EndpointDay[] }): JSX.Element {
  const delivered = days.reduce((sum, day) => sum + day.delivered, 0)
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  const bad = days.filter(day => day.failed > 0).length
  return (
    <figure class="health">
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map((day, at) => (
          <Day key={day.day} day={day} x={at * STEP} />
        ))}
      </svg>
      <figcaption class="soft small">
        {delivered + failed === 0
          ? 'Nenhuma tentativa nos últimos 90 dias.'
          : `90 dias: ${plain.format(delivered)} ${delivered === 1 ? 'tentativa aceita' : 'tentativas aceitas'}, ${plain.format(failed)} sem sucesso${bad === 0 ? '' : ` em ${bad} ${bad === 1 ? 'dia' : 'dias'}`}.`}
      </figcaption>
    </figure>
  )
}

function Day({ day: { day, delivered, failed }, x }: { day: EndpointDay; x: number }): JSX.Element {
  const all = delivered + failed
  if (all === 0) return <rect class="none" x={x} y={HEIGHT - LEAST} width={WIDTH} height={LEAST} rx="1" />
  const red = failed === 0 ? 0 : Math.max(LEAST, (failed / all) * HEIGHT)
  return (
    <g>
      <title>{`${writeDate(day)}: ${delivered} aceitas, ${failed} sem sucesso`}</title>
      {red < HEIGHT && <rect class="good" x={x} y="0" width={WIDTH} height={HEIGHT - red} rx="1" />}
      {red > 0 && <rect class="bad" x={x} y={HEIGHT - red} width={WIDTH} height={red} rx="1" />}
    </g>
  )
}
