import type { ComponentChildren, JSX } from 'preact'
import { goTo } from '../route.ts'

interface LinkProps {
  readonly to: string
  readonly class?: string
  readonly isCurrent?: boolean
  readonly children: ComponentChildren
}

/** A real link, so that it can be opened in a new tab. */
export function Link({ to, isCurrent = false, children, ...more }: LinkProps): JSX.Element {
  return (
    <a
      href={to}
      class={more.class ?? ''}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        goTo(to)
      }}
    >
      {children}
    </a>
  )
}
