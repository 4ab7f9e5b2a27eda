import type { JSX } from 'preact'
import { Cursor, EndNames, layOutField, NamesBelow, PlaceAxis, ValueAxis } from './axes.tsx'
import { ChartFrame, type Plot } from './chart-frame.tsx'
import { writeShortNumber } from './scale.ts'

export interface Series {
  readonly name: string
  /** One for each place. */
  readonly values: readonly number[]
}

export interface SeriesChartProps {
  readonly title: string
  /** Places on the axis, such as days, from the oldest to the newest. */
  readonly places: readonly string[]
  readonly series: readonly Series[]
  /** A value beside the shape and in the table. */
  readonly write?: (value: number) => string
  /** A value on the axis. */
  readonly writeShort?: (value: number) => string
}

const plain = new Intl.NumberFormat('pt-BR')
export const writeWhole = (value: number): string => plain.format(value)

/** Values over time, at most five lines. */
export function Line(props: SeriesChartProps): JSX.Element {
  const { title, places, series, write = writeWhole, writeShort = writeShortNumber } = props
  const names = series.map(({ name }) => name)
  const all = series.flatMap(({ values }) => values)
  const layOut = (plot: Plot) => {
    const [least, largest] = [Math.min(0, ...all), Math.max(0, ...all)]
    const field = layOutField(plot, {
      least,
      largest,
      write: writeShort,
      names: series.length > 1 ? names : [],
    })
    return { field, x: spread(field.left, field.right, places.length) }
  }
  return (
    <div class="chart-room">
      <ChartFrame
        title={title}
        points={listPoints(props, write)}
        data={tabulate(props, write)}
        findPoint={(x, _, plot) => nearest(x, layOut(plot), places.length)}
      >
        {plot => {
          const { field, x } = layOut(plot)
          const ends = series.map(({ values }) => field.y(values.at(-1) ?? 0))
          return (
            <>
              <ValueAxis field={field} write={writeShort} />
              <PlaceAxis field={field} names={places} x={x} at={plot.at} />
              {plot.at !== undefined && <Cursor field={field} x={x(plot.at)} />}
              {series.map(({ name, values }, index) => (
                <g key={name} class={`chart-${index + 1}`}>
                  <path class="chart-line" d={drawLine(values, x, field.y)} pathLength={1} />
                  <circle
                    class="chart-dot"
                    cx={x(plot.at ?? values.length - 1)}
                    cy={field.y(values[plot.at ?? values.length - 1] ?? 0)}
                    r="4"
                  />
                </g>
              ))}
              {series.length > 1 && <EndNames plot={plot} field={field} names={names} ys={ends} />}
            </>
          )
        }}
      </ChartFrame>
      {series.length > 1 && <NamesBelow names={names} classOf={at => `chart-${at + 1}`} />}
    </div>
  )
}

/** Equal distances from the left end to the right one. */
export function spread(left: number, right: number, count: number): (at: number) => number {
  return at => (count < 2 ? (left + right) / 2 : left + (at / (count - 1)) * (right - left))
}

export function nearest(
  x: number,
  { field }: { readonly field: { readonly left: number; readonly right: number } },
  count: number,
): number {
  return Math.round(((x - field.left) / (field.right - field.left)) * (count - 1))
}

export function drawLine(
  values: readonly number[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('')
}

export function listPoints({ places, series }: SeriesChartProps, write: (value: number) => string) {
  return places.map((name, at) => ({
    name,
    value: series
      .map(({ name: line, values }) => {
        const value = write(values[at] ?? 0)
        return series.length === 1 ? value : `${line} ${value}`
      })
      .join(' · '),
  }))
}

export function tabulate({ places, series }: SeriesChartProps, write: (value: number) => string) {
  return {
    columns: ['', ...series.map(({ name }) => name)],
    rows: places.map((place, at) => [place, ...series.map(({ values }) => write(values[at] ?? 0))]),
  }
}
