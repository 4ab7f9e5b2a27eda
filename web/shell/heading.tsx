import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { StaffPagesContext } from './staff-pages.ts'

/** Whether the address is that of a row that was opened beside this screen. */
export const BehindContext = createContext(false)

/** One per screen. It takes the focus, so that a screen reader starts there. */
export function Heading({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  const ref = useRef<HTMLHeadingElement>(null)
  const isBehind = useContext(BehindContext)
  const { product } = useContext(StaffPagesContext)
  useEffect(() => {
    if (!isBehind) document.title = `${title} · ${product}`
  }, [title, isBehind, product])
  // Not when a row beside it is closed: the focus goes back to that row then.
  useEffect(() => {
    if (!isBehind) ref.current?.focus({ preventScroll: true })
  }, [title])
  const Level = isBehind ? 'h2' : 'h1'
  return (
    <div class="heading">
      <Level ref={ref} tabIndex={-1} class="screen-title">
        {title}
      </Level>
      {children}
    </div>
  )
}
