import type { JSX } from 'preact'
import { layOutField, measure, PlaceAxis, ValueAxis } from './axes.tsx'
import { cutSlots } from './bar.tsx'
import { ChartFrame, type Plot } from './chart-frame.tsx'
import { writeWhole } from './line.tsx'
import { writeShortNumber } from './scale.ts'

interface Step {
  readonly name: string
  /** Added to what came before it, or taken from it. */
  readonly value: number
}

interface WaterfallProps {
  readonly title: string
  readonly steps: readonly Step[]
  /** The name of what is left at the end. */
  readonly total: string
  readonly write?: (value: number) => string
  readonly writeShort?: (value: number) => string
}

/** Sums of fractions miss by a hair, which would be written as -0,00 and draw an axis below zero. */
const addUp = (sum: number, value: number): number => Math.round((sum + value) * 1e6) / 1e6 + 0

/** How an amount becomes another: from gross to net, from what was owed to what is. */
export function Waterfall(props: WaterfallProps): JSX.Element {
  const { title, steps, total, write = writeWhole, writeShort = writeShortNumber } = props
  let sum = 0
  const spans = steps.map(({ name, value }, at) => {
    const from = sum
    sum = addUp(sum, value)
    return { name, value, from, to: sum, look: at === 0 ? 'chart-1' : value < 0 ? 'chart-2' : 'chart-3' }
  })
  const all = [...spans, { name: total, value: sum, from: 0, to: sum, look: 'chart-1' }]
  const layOut = (plot: Plot) => {
    const ends = all.map(({ to }) => to)
    const field = layOutField(plot, {
      least: Math.min(0, ...ends),
      largest: Math.max(0, ...ends),
      write: writeShort,
    })
    return { field, slots: cutSlots(field, all.length) }
  }
  return (
    <ChartFrame
      title={title}
      points={all.map(({ name, value }) => ({ name, value: write(value) }))}
      data={{
        columns: ['', 'Valor', 'Acumulado'],
        rows: all.map(({ name, value, to }) => [name, write(value), write(to)]),
      }}
      findPoint={(x, _, plot) => layOut(plot).slots.find(x)}
    >
      {plot => {
        const { field, slots } = layOut(plot)
        // All of them or none: a number is missed where its neighbours have one.
        const widest = Math.max(...all.map(({ value }) => measure(writeShort(value), field.letter)))
        const isNumbered = slots.width > widest + field.letter * 0.5
        return (
          <>
            <ValueAxis field={field} write={writeShort} />
            {all.map(({ name, value, from, to, look }, at) => {
              const top = field.y(Math.max(from, to))
              return (
                <g key={name} class={look}>
                  <rect
                    class={plot.at === undefined || plot.at === at ? 'chart-bar' : 'chart-bar faded'}
                    x={slots.left(at)}
                    y={top}
                    width={slots.bar}
                    height={Math.max(1, Math.abs(field.y(from) - field.y(to)))}
                    rx="3"
                  />
                  {at < all.length - 1 && (
                    <line
                      class="chart-hair"
                      x1={slots.left(at) + slots.bar}
                      x2={slots.left(at + 1)}
                      y1={field.y(to)}
                      y2={field.y(to)}
                    />
                  )}
                  {isNumbered && (
                    <text
                      class="chart-text strong"
                      x={slots.middle(at)}
                      y={top - field.letter * 0.4}
                      text-anchor="middle"
                    >
                      {writeShort(value)}
                    </text>
                  )}
                </g>
              )
            })}
            <PlaceAxis field={field} names={all.map(({ name }) => name)} x={slots.middle} at={plot.at} />
          </>
        )
      }}
    </ChartFrame>
  )
}
