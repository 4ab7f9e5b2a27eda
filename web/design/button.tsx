import type { ComponentChildren, JSX } from 'preact'
import { Icon, type IconName } from './icons.tsx'

export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'plain'

interface ButtonProps {
  readonly kind?: ButtonKind
  readonly type?: 'button' | 'submit'
  readonly icon?: IconName
  /**
   * An action is running: the button says so and ignores presses. It keeps the focus, which a disabled button would
   * lose.
   */
  readonly busy?: boolean
  readonly unavailable?: boolean
  readonly wide?: boolean
  readonly onPress?: (event: MouseEvent) => void
  readonly children: ComponentChildren
}

export function Button(props: ButtonProps): JSX.Element {
  const { kind = 'primary', type = 'button', busy = false, unavailable = false, wide = true } = props
  const isClosed = busy || unavailable
  return (
    <button
      type={type}
      class={`button ${kind}${wide ? ' wide' : ''}`}
      aria-disabled={isClosed}
      aria-busy={busy}
      onClick={event => {
        if (isClosed) event.preventDefault()
        else props.onPress?.(event)
      }}
    >
      {busy ? <span class="spinner" /> : props.icon && <Icon name={props.icon} size={20} />}
      <span>{props.children}</span>
    </button>
  )
}

interface LinkButtonProps {
  readonly href: string
  readonly kind?: ButtonKind
  readonly icon?: IconName
  readonly download?: string
  readonly newTab?: boolean
  /** Leads to somebody else, who need not know from where. */
  readonly isForeign?: boolean
  readonly children: ComponentChildren
}

export function LinkButton(props: LinkButtonProps): JSX.Element {
  const { href, kind = 'quiet', icon, download, newTab = false, isForeign = newTab, children } = props
  const more = { ...(newTab ? { target: '_blank' } : {}), ...(isForeign ? { rel: 'noreferrer' } : {}) }
  return (
    <a class={`button wide ${kind}`} href={href} download={download} {...more}>
      {icon && <Icon name={icon} size={20} />}
      <span>{children}</span>
    </a>
  )
}
