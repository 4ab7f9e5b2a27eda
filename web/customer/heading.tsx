import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** The heading of a screen, which gets the focus when the screen changes. */
export function Heading({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="stack stack-tight">
      <h1 tabIndex={-1}>{title}</h1>
      {children && <p class="soft">{children}</p>}
    </div>
  )
}

/** A new screen starts at its top, with the focus on its heading for screen readers. The first screen needs no help. */
export function useNewScreen(key: string, onChange?: () => void): void {
  const last = useRef(key)
  useLayoutEffect(() => {
    const heading = document.querySelector('h1')
    document.title = heading?.textContent ?? document.title
    if (last.current === key) return
    last.current = key
    onChange?.()
    slideScreens()
    scrollTo(0, 0)
    heading?.focus()
  }, [key, onChange])
}

/** From the second screen on they slide in: the first one is there as the page comes. */
export function slideScreens(): void {
  document.documentElement.classList.add('moved')
}
