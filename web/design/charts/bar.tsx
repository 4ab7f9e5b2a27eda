import type { JSX } from 'preact'
import { type Field, layOutField, PlaceAxis, ValueAxis } from './axes.tsx'
import { ChartFrame, type Plot } from './chart-frame.tsx'
import { writeWhole } from './line.tsx'
import { writeShortNumber } from './scale.ts'

interface Counted {
  readonly name: string
  readonly value: number
}

interface BarProps {
  readonly title: string
  readonly bars: readonly Counted[]
  /** What the bars add up to or say, beside the shape. */
  readonly headline?: Readonly<Record<'name' | 'value', string>>
  /** Head of the table: what a bar is, and what its length is. */
  readonly columns?: readonly [string, string]
  /** Bars are steps of one order, such as bands of a delay. */
  readonly isRamp?: boolean
  readonly write?: (value: number) => string
  readonly writeShort?: (value: number) => string
}

/** Amounts side by side, each with its number above it where there is room. */
export function Bar(props: BarProps): JSX.Element {
  const { title, bars, headline, columns = ['', 'Valor'], isRamp = false } = props
  const { write = writeWhole, writeShort = writeShortNumber } = props
  const layOut = (plot: Plot) => {
    const values = bars.map(({ value }) => value)
    const field = layOutField(plot, {
      least: Math.min(0, ...values),
      largest: Math.max(0, ...values),
      write: writeShort,
    })
    return { field, slots: cutSlots(field, bars.length) }
  }
  return (
    <ChartFrame
      title={title}
      headline={headline}
      points={bars.map(({ name, value }) => ({ name, value: write(value) }))}
      data={{ columns, rows: bars.map(({ name, value }) => [name, write(value)]) }}
      findPoint={(x, _, plot) => layOut(plot).slots.find(x)}
    >
      {plot => {
        const { field, slots } = layOut(plot)
        const isNumbered = slots.width > field.letter * 3
        return (
          <>
            <ValueAxis field={field} write={writeShort} />
            {bars.map(({ name, value }, at) => {
              const [zero, end] = [field.y(0), field.y(value)]
              return (
                <g key={name} class={isRamp ? `ramp-${at + 1}` : 'chart-1'}>
                  <rect
                    class={plot.at === undefined || plot.at === at ? 'chart-bar' : 'chart-bar faded'}
                    x={slots.left(at)}
                    y={Math.min(zero, end)}
                    width={slots.bar}
                    height={Math.max(1, Math.abs(end - zero))}
                    rx="3"
                  />
                  {isNumbered && (
                    <text
                      class="chart-text strong"
                      x={slots.middle(at)}
                      y={Math.min(zero, end) - field.letter * 0.4}
                      text-anchor="middle"
                    >
                      {writeShort(value)}
                    </text>
                  )}
                </g>
              )
            })}
            <PlaceAxis field={field} names={bars.map(({ name }) => name)} x={slots.middle} at={plot.at} />
          </>
        )
      }}
    </ChartFrame>
  )
}

/** Equal room for each bar. */
export function cutSlots({ left, right }: Field, count: number) {
  const width = (right - left) / Math.max(1, count)
  const bar = Math.max(2, Math.min(width * 0.7, 64))
  const middle = (at: number): number => left + (at + 0.5) * width
  return {
    width,
    bar,
    middle,
    left: (at: number): number => middle(at) - bar / 2,
    find: (x: number): number => Math.floor((x - left) / width),
  }
}
