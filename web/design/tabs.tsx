import type { ComponentChildren, JSX } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { findByArrow } from './roving.ts'

interface Tab {
  readonly name: string
  readonly content: ComponentChildren
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Chosen at first. */
  readonly start?: number
  readonly onChoose?: (at: number) => void
}

/** Views of one thing, one at a time. Arrow keys choose; the panel follows in the order of the page. */
export function Tabs({ label, tabs, start = 0, onChoose = () => {} }: TabsProps): JSX.Element {
  const id = useId()
  const [chosen, setChosen] = useState(start)
  const choose = (at: number): void => {
    setChosen(at)
    onChoose(at)
  }
  const list = useRef<HTMLDivElement>(null)
  const shown = Math.min(chosen, tabs.length - 1)
  return (
    <div class="stack">
      <div
        class="tab-list"
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={event => {
          const next = findByArrow(event.key, shown, tabs.length)
          if (next === undefined) return
          event.preventDefault()
          choose(next)
          list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
        }}
      >
        {tabs.map(({ name }, at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${at}`}
            aria-selected={at === shown}
            aria-controls={`${id}-panel`}
            tabIndex={at === shown ? 0 : -1}
            onClick={() => choose(at)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {tabs[shown]?.content}
      </div>
    </div>
  )
}
