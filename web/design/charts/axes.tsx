import type { JSX } from 'preact'
import type { Plot } from './chart-frame.tsx'
import { listTicks, spreadLabels } from './scale.ts'

/** Where the values stand within a plot: the axis to the left, names of lines to the right, places below. */
export interface Field {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly letter: number
  readonly ticks: readonly number[]
  y(value: number): number
}

/** An average letter of the typeface is so wide, as a share of its height. */
const LETTER_WIDTH = 0.56

export const measure = (text: string, letter: number): number => text.length * letter * LETTER_WIDTH

interface FieldWishes {
  readonly least?: number
  readonly largest: number
  readonly write: (value: number) => string
  /** Names at the ends of lines. */
  readonly names?: readonly string[]
}

export function layOutField(plot: Plot, { least = 0, largest, write, names = [] }: FieldWishes): Field {
  const { letter, width, height } = plot
  const ticks = listTicks(least, largest)
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const left = Math.max(...ticks.map(tick => measure(write(tick), letter))) + letter * 0.75
  const named = names.length === 0 ? 0 : Math.max(...names.map(name => measure(name, letter))) + letter
  const right = width - (hasRoomForNames(plot) ? named : letter / 2)
  const [top, bottom] = [letter, height - letter * 2]
  return {
    left,
    right,
    top,
    bottom,
    letter,
    ticks,
    y: value => bottom - ((value - low) / (high - low)) * (bottom - top),
  }
}

/** The style sheet shows the names below a chart that is narrower than this, 22.75rem. */
const NAMES_FROM_LETTERS = 28

/** On a narrow screen names would take the place of the lines. */
const hasRoomForNames = ({ width, letter }: Plot): boolean => width >= letter * NAMES_FROM_LETTERS

/** Horizontal hairlines and their values; nothing else frames a chart. */
export function ValueAxis({ field, write }: { field: Field; write: (value: number) => string }): JSX.Element {
  const { left, right, letter, ticks, y } = field
  return (
    <g>
      {ticks.map(tick => (
        <g key={tick}>
          <line
            class={tick === 0 ? 'chart-zero' : 'chart-hair'}
            x1={left}
            x2={right}
            y1={y(tick)}
            y2={y(tick)}
          />
          <text class="chart-text" x={left - letter * 0.5} y={y(tick) + letter * 0.35} text-anchor="end">
            {write(tick)}
          </text>
        </g>
      ))}
    </g>
  )
}

interface PlaceAxisProps {
  readonly field: Field
  readonly names: readonly string[]
  readonly x: (at: number) => number
  readonly at: number | undefined
}

/** As many names as there is room for, always the first; the one that is looked at is strong and has its room. */
export function PlaceAxis({ field, names, x, at }: PlaceAxisProps): JSX.Element {
  const { letter, bottom, left, right } = field
  const widest = Math.max(1, ...names.map(name => measure(name, letter))) + letter
  const fitting = Math.max(1, Math.floor((right - left) / widest))
  const every = Math.ceil(names.length / fitting)
  const isClear = (index: number): boolean => {
    if (at === undefined || index === at) return true
    const room = (measure(names[index] ?? '', letter) + measure(names[at] ?? '', letter)) / 2 + letter
    return Math.abs(place(index) - place(at)) >= room
  }
  const place = (index: number): number => {
    const half = measure(names[index] ?? '', letter) / 2
    return Math.min(right + letter / 2 - half, Math.max(half, x(index)))
  }
  return (
    <g>
      {names.map((name, index) => {
        if (index !== at && (index % every !== 0 || !isClear(index))) return null
        return (
          <text
            key={index}
            class={index === at ? 'chart-text strong' : 'chart-text'}
            x={place(index)}
            y={bottom + letter * 1.6}
            text-anchor="middle"
          >
            {name}
          </text>
        )
      })}
    </g>
  )
}

interface EndNamesProps {
  readonly plot: Plot
  readonly field: Field
  readonly names: readonly string[]
  readonly ys: readonly number[]
}

/** Each line is named where it ends, so that nobody looks back and forth to a legend. */
export function EndNames({ plot, field, names, ys }: EndNamesProps): JSX.Element | null {
  if (!hasRoomForNames(plot)) return null
  const { letter, right, top, bottom } = field
  const placed = spreadLabels(ys, letter * 1.35, top, bottom)
  return (
    <g>
      {names.map((name, at) => (
        <text
          key={name}
          class="chart-text strong"
          x={right + letter * 0.6}
          y={(placed[at] ?? 0) + letter * 0.35}
        >
          {name}
        </text>
      ))}
    </g>
  )
}

/** The vertical hairline of the point that is looked at. */
export function Cursor({ field, x }: { field: Field; x: number }): JSX.Element {
  return <line class="chart-cursor" x1={x} x2={x} y1={field.top} y2={field.bottom} />
}

interface NamesBelowProps {
  readonly names: readonly string[]
  readonly classOf: (at: number) => string
}

/** The names of lines where there is no room for them at the ends; hidden where there is. */
export function NamesBelow({ names, classOf }: NamesBelowProps): JSX.Element {
  return (
    <ul class="chart-names" aria-hidden="true">
      {names.map((name, at) => (
        <li key={name}>
          <svg class={classOf(at)} width="16" height="4" aria-hidden="true">
            <rect width="16" height="4" rx="2" fill="currentColor" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}
