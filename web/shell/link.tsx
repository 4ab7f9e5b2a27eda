import type { ComponentChildren, JSX } from 'preact'
import { goTo, openBeside, usePath } from './navigation.ts'

interface LinkProps {
  readonly to: string
  readonly class?: string
  readonly isCurrent?: boolean
  readonly children: ComponentChildren
}

/** A real link, so that it can be opened in a new tab. */
export const Link = (props: LinkProps): JSX.Element => <Anchor {...props} go={goTo} />

/** Names a row of a list, and opens it beside the list. The whole row can be pressed. */
export function RowLink({ to, children }: Pick<LinkProps, 'to' | 'children'>): JSX.Element {
  const path = usePath()
  return (
    <Anchor to={to} class="row-link" isCurrent={path === to} go={openBeside}>
      {children}
    </Anchor>
  )
}

function Anchor({
  to,
  isCurrent = false,
  children,
  go,
  ...more
}: LinkProps & { go: (address: string) => void }): JSX.Element {
  return (
    <a
      href={to}
      class={more.class ?? ''}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        go(to)
      }}
    >
      {children}
    </a>
  )
}
