import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

/** One place that arrow keys stop at. */
export interface ChartPoint {
  /** Its place on the axis: a day, a band. */
  readonly name: string
  /** What is read there, as it is written and announced. */
  readonly value: string
}

/** The room there is, in pixels, and how large letters are. */
export interface Plot {
  readonly width: number
  readonly height: number
  /** Pixels of the letters on the axes. */
  readonly letter: number
  /** The point that is looked at; undefined: none. */
  readonly at: number | undefined
}

export interface ChartData {
  /** The head of the table, with the name of the axis first. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface ChartFrameProps {
  readonly title: string
  /** The number beside the shape, while no point is looked at. */
  readonly headline?: ChartPoint | undefined
  readonly points: readonly ChartPoint[]
  readonly data: ChartData
  /** In multiples of the letters' height. */
  readonly lines?: number
  /** How many points one press upward or downward moves; only where points stand in rows. */
  readonly rowLength?: number
  /** The point at a place of the plot. */
  readonly findPoint: (x: number, y: number, plot: Plot) => number
  readonly children: (plot: Plot) => ComponentChildren
}

/** Letters of the axis in a text of the usual size. */
const AXIS_SHARE = 13 / 16

/**
 * What every chart has: its number, its shape, and its data as a table. The shape is a slider over its points, which
 * screen readers know how to move along and to read aloud.
 */
export function ChartFrame(props: ChartFrameProps): JSX.Element {
  const { title, headline, points, data, lines = 18 } = props
  const id = useId()
  const [isTable, setTable] = useState(false)
  const [at, setAt] = useState<number>()
  const shown = (at === undefined ? headline : points[at]) ?? points.at(-1)
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption class="chart-head">
        <div>
          <span class="soft small" id={id}>
            {title}
          </span>
          {shown && (
            <p class="chart-number">
              <strong>{shown.value}</strong> <span class="soft small">{shown.name}</span>
            </p>
          )}
        </div>
        <button type="button" class="chip" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Tabela<span class="unseen"> de {title}</span>
        </button>
      </figcaption>
      {isTable ? (
        <DataTable title={title} data={data} />
      ) : (
        <Shape {...props} lines={lines} at={at} onMove={setAt} />
      )}
    </figure>
  )
}

function DataTable({ title, data }: { title: string; data: ChartData }): JSX.Element {
  return (
    <div class="table-room">
      <table class="table plain">
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            {data.columns.map((name, at) => (
              <th key={name} scope="col" class={at === 0 ? '' : 'figure'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map(row => (
            <tr key={row[0]}>
              {row.map((cell, at) => (
                <td key={at} data-label={data.columns[at]} class={at === 0 ? '' : 'figure'}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ShapeProps extends ChartFrameProps {
  readonly lines: number
  readonly at: number | undefined
  readonly onMove: (at: number | undefined) => void
}

function Shape(props: ShapeProps): JSX.Element {
  const { title, points, lines, rowLength, at, onMove, findPoint, children } = props
  const [frame, size] = useSize()
  const plot = { ...size, height: Math.round(size.letter * lines), at }
  const last = points.length - 1
  const move = (event: KeyboardEvent): void => {
    const wanted = findNext(event.key, at, last, rowLength)
    if (event.key === 'Escape' && at !== undefined) onMove(undefined)
    else if (wanted === undefined) return
    else onMove(wanted)
    event.preventDefault()
  }
  const follow = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const found = findPoint(event.clientX - left, event.clientY - top, plot)
    onMove(Math.min(last, Math.max(0, found)))
  }
  const now = points[at ?? last]
  return (
    <div
      ref={frame}
      class="chart-shape"
      role="slider"
      tabIndex={0}
      aria-label={`${title}: as setas andam pelos pontos`}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={at ?? Math.max(0, last)}
      aria-valuetext={now === undefined ? 'sem dados' : `${now.name}: ${now.value}`}
      onKeyDown={move}
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => onMove(undefined)}
      onBlur={() => onMove(undefined)}
    >
      {size.width > 0 && (
        <svg
          width={plot.width}
          height={plot.height}
          viewBox={`0 0 ${plot.width} ${plot.height}`}
          aria-hidden="true"
        >
          {children(plot)}
        </svg>
      )}
    </div>
  )
}

/** The point after a key; undefined where the key means nothing here. */
function findNext(key: string, at: number | undefined, last: number, rowLength = 1): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: rowLength === 1 ? -1 : rowLength,
    ArrowUp: rowLength === 1 ? 1 : -rowLength,
  }
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = steps[key]
  if (step === undefined) return undefined
  const wanted = at === undefined ? (step > 0 ? 0 : last) : at + step
  return wanted < 0 || wanted > last ? at : wanted
}

/** Drawn in pixels of the room that there is, so that letters and lines are never scaled. */
function useSize() {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, letter: 13 })
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = (): void => {
      const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setSize({ width: Math.floor(element.clientWidth), letter: root * AXIS_SHARE })
    }
    const watch = new ResizeObserver(measure)
    watch.observe(element, { box: 'border-box' })
    measure()
    return () => watch.disconnect()
  }, [])
  return [ref, size] as const
}
