import type { ComponentChildren, JSX } from 'preact'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Chip } from '../../design/chip.tsx'

const LEVELS = [1, 2, 3, 4] as const
export type Level = (typeof LEVELS)[number]

/** One zoom for every pane that is given it: all of them show the same part of their pictures. */
export interface Zoom {
  readonly level: Level
  setLevel(level: Level): void
  /** One step in or out; nothing at the ends. */
  step(by: 1 | -1): void
  add(pane: HTMLElement): () => void
  /** The other panes go where this one was moved to. */
  follow(pane: HTMLElement): void
}

export function useZoom(): Zoom {
  const [level, setLevel] = useState<Level>(1)
  const panes = useRef(new Set<HTMLElement>())
  /** The middle of what is seen, as a share of the picture. */
  const centre = useRef({ x: 0.5, y: 0.5 })
  useLayoutEffect(() => {
    for (const pane of panes.current) moveTo(pane, centre.current)
  }, [level])
  const add = useCallback((pane: HTMLElement) => {
    panes.current.add(pane)
    // When the window is turned or resized, the browser moves the pane: what was in the middle stays there.
    const watch = new ResizeObserver(() => moveTo(pane, centre.current))
    watch.observe(pane)
    return () => {
      watch.disconnect()
      panes.current.delete(pane)
    }
  }, [])
  const follow = useCallback((pane: HTMLElement) => {
    centre.current = {
      x: (pane.scrollLeft + pane.clientWidth / 2) / pane.scrollWidth,
      y: (pane.scrollTop + pane.clientHeight / 2) / pane.scrollHeight,
    }
    for (const other of panes.current) if (other !== pane) moveTo(other, centre.current)
  }, [])
  return useMemo(() => {
    const step = (by: 1 | -1): void => setLevel(now => LEVELS.find(each => each === now + by) ?? now)
    return { level, setLevel, step, add, follow }
  }, [level, add, follow])
}

function moveTo(pane: HTMLElement, { x, y }: { readonly x: number; readonly y: number }): void {
  const left = x * pane.scrollWidth - pane.clientWidth / 2
  const top = y * pane.scrollHeight - pane.clientHeight / 2
  // Half a pixel of rounding must not send the panes back and forth.
  if (Math.abs(pane.scrollLeft - left) > 1) pane.scrollLeft = left
  if (Math.abs(pane.scrollTop - top) > 1) pane.scrollTop = top
}

/** Some browsers let arrow keys scroll an element only if it can have the focus. */
const SCROLLED_BY_KEYS = { tabIndex: 0 } as const

interface ZoomPaneProps {
  readonly zoom: Zoom
  readonly name: string
  readonly source: string
  /** Quarter turns to the right. */
  readonly quarters: number
}

/** Moved by dragging, by scrolling, and by arrow keys. */
export function ZoomPane({ zoom, name, source, quarters }: ZoomPaneProps): JSX.Element {
  const pane = useRef<HTMLElement>(null)
  const { add, follow, level } = zoom
  useLayoutEffect(() => (pane.current === null ? undefined : add(pane.current)), [add])
  return (
    <section
      ref={pane}
      class="zoom-view"
      aria-label={`${name}, ampliada`}
      onScroll={event => follow(event.currentTarget)}
      onPointerDown={event => {
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={event => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        event.currentTarget.scrollBy(-event.movementX, -event.movementY)
      }}
      {...SCROLLED_BY_KEYS}
    >
      <div class={`zoom-box zoom-${level}`}>
        <img class={`turned-${quarters % 4}`} src={source} alt={name} draggable={false} />
      </div>
    </section>
  )
}

/** The levels, and what else the viewer offers. */
export function ZoomTools({ zoom, children }: { zoom: Zoom; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="zoom-tools">
      {LEVELS.map(each => (
        <Chip key={each} isOn={each === zoom.level} onPress={() => zoom.setLevel(each)}>
          {each === 1 ? 'Inteira' : `${each}×`}
        </Chip>
      ))}
      {children}
    </div>
  )
}
