import type { JSX } from 'preact'

interface SparklineProps {
  /** What a person who does not see it is told: the words beside it say the last value only. */
  readonly label: string
  readonly values: readonly number[]
}

const [WIDTH, HEIGHT, EDGE] = [96, 28, 4]

/** A direction at a glance, beside its number; no axis, because nobody reads values from it. */
export function Sparkline({ label, values }: SparklineProps): JSX.Element {
  const [least, largest] = [Math.min(...values), Math.max(...values)]
  const x = (at: number): number => EDGE + (at / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE)
  const y = (value: number): number =>
    HEIGHT - EDGE - ((value - least) / Math.max(1e-9, largest - least)) * (HEIGHT - 2 * EDGE)
  const path = values.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
  return (
    <svg class="sparkline chart-1" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path class="chart-line" d={path.join('')} pathLength={1} />
      <circle class="chart-dot" cx={x(values.length - 1)} cy={y(values.at(-1) ?? 0)} r="3" />
    </svg>
  )
}
