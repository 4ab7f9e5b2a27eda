import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** One per screen. It takes the focus, so that a screen reader starts there. */
export function Heading({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Mesa de crédito`
    ref.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div class="heading">
      <h1 ref={ref} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}
