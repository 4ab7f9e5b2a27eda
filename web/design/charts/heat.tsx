import type { JSX } from 'preact'
import { ChartFrame, type Plot } from './chart-frame.tsx'
import { writeWhole } from './line.tsx'

interface HeatProps {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly name: string; readonly values: readonly number[] }[]
  readonly write?: (value: number) => string
}

const SHADES = 5
const GAP = 2

/** How much, by two things at once, such as hours of weekdays: five shades of one ramp. */
export function Heat({ title, columns, rows, write = writeWhole }: HeatProps): JSX.Element {
  const largest = Math.max(0, ...rows.flatMap(({ values }) => values))
  const layOut = ({ width, letter, height }: Plot) => {
    const left = Math.max(...rows.map(({ name }) => name.length)) * letter * 0.56 + letter * 0.75
    const cell = (width - left) / columns.length
    const line = (height - letter * 2) / rows.length
    return { left, cell, line }
  }
  return (
    <ChartFrame
      title={title}
      lines={rows.length * 2.2 + 2}
      rowLength={columns.length}
      points={rows.flatMap(({ name, values }) =>
        columns.map((column, at) => ({ name: `${name}, ${column}`, value: write(values[at] ?? 0) })),
      )}
      headline={{ name: 'no ponto mais alto', value: write(largest) }}
      data={{ columns: ['', ...columns], rows: rows.map(({ name, values }) => [name, ...values.map(write)]) }}
      findPoint={(x, y, plot) => {
        const { left, cell, line } = layOut(plot)
        const column = Math.min(columns.length - 1, Math.max(0, Math.floor((x - left) / cell)))
        return Math.min(rows.length - 1, Math.max(0, Math.floor(y / line))) * columns.length + column
      }}
    >
      {plot => {
        const { left, cell, line } = layOut(plot)
        const every = Math.ceil(
          ((Math.max(...columns.map(({ length }) => length)) + 1) * plot.letter * 0.6) / cell,
        )
        return (
          <>
            {rows.map(({ name, values }, row) => (
              <g key={name}>
                <text class="chart-text" x="0" y={row * line + line / 2 + plot.letter * 0.35}>
                  {name}
                </text>
                {columns.map((column, at) => (
                  <rect
                    key={column}
                    class={`chart-cell ${chooseShade(values[at] ?? 0, largest)}${
                      plot.at === row * columns.length + at ? ' looked-at' : ''
                    }`}
                    x={left + at * cell}
                    y={row * line}
                    width={Math.max(1, cell - GAP)}
                    height={Math.max(1, line - GAP)}
                    rx="3"
                  />
                ))}
              </g>
            ))}
            {columns.map((column, at) =>
              at % every === 0 ? (
                <text
                  key={column}
                  class="chart-text"
                  x={left + at * cell + cell / 2}
                  y={plot.height - plot.letter * 0.5}
                  text-anchor="middle"
                >
                  {column}
                </text>
              ) : null,
            )}
          </>
        )
      }}
    </ChartFrame>
  )
}

const chooseShade = (value: number, largest: number): string =>
  value <= 0 ? 'ramp-none' : `ramp-${Math.min(SHADES, Math.max(1, Math.ceil((value / largest) * SHADES)))}`
