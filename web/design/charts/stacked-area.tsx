import type { JSX } from 'preact'
import { Cursor, EndNames, layOutField, NamesBelow, PlaceAxis, ValueAxis } from './axes.tsx'
import { ChartFrame, type Plot } from './chart-frame.tsx'
import {
  drawLine,
  listPoints,
  nearest,
  type SeriesChartProps,
  spread,
  tabulate,
  writeWhole,
} from './line.tsx'
import { writeShortNumber } from './scale.ts'

interface StackedAreaProps extends SeriesChartProps {
  /** Series are steps of one order, such as bands of a delay, and not different things. */
  readonly isRamp?: boolean
}

/** Parts of a whole over time, the first at the bottom. */
export function StackedArea({ isRamp = false, ...props }: StackedAreaProps): JSX.Element {
  const { title, places, series, write = writeWhole, writeShort = writeShortNumber } = props
  const names = series.map(({ name }) => name)
  const classOf = (at: number): string => `${isRamp ? 'ramp' : 'chart'}-${at + 1}`
  /** Upper edges: each series upon those before it. */
  const edges = series.map((_, upTo) =>
    places.map((_, at) => series.slice(0, upTo + 1).reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
  )
  const layOut = (plot: Plot) => {
    const field = layOutField(plot, {
      largest: Math.max(0, ...(edges.at(-1) ?? [])),
      write: writeShort,
      names,
    })
    return { field, x: spread(field.left, field.right, places.length) }
  }
  const total = write(edges.at(-1)?.at(-1) ?? 0)
  return (
    <div class="chart-room">
      <ChartFrame
        title={title}
        headline={{ name: places.at(-1) ?? '', value: total }}
        points={listPoints(props, write)}
        data={tabulate(props, write)}
        findPoint={(x, _, plot) => nearest(x, layOut(plot), places.length)}
      >
        {plot => {
          const { field, x } = layOut(plot)
          const middles = edges.map((edge, at) => {
            const [upper = 0, lower = 0] = [edge.at(-1), edges[at - 1]?.at(-1)]
            return field.y((upper + lower) / 2)
          })
          return (
            <>
              <ValueAxis field={field} write={writeShort} />
              {edges.map((edge, at) => {
                const floor = edges[at - 1] ?? edge.map(() => 0)
                const back = floor.map(
                  (value, place) => `L${x(place).toFixed(1)} ${field.y(value).toFixed(1)}`,
                )
                return (
                  <path
                    key={names[at]}
                    class={`chart-area ${classOf(at)}`}
                    d={`${drawLine(edge, x, field.y)}${back.toReversed().join('')}Z`}
                  />
                )
              })}
              <PlaceAxis field={field} names={places} x={x} at={plot.at} />
              {plot.at !== undefined && <Cursor field={field} x={x(plot.at)} />}
              <EndNames plot={plot} field={field} names={names} ys={middles} />
            </>
          )
        }}
      </ChartFrame>
      <NamesBelow names={names} classOf={classOf} />
    </div>
  )
}
