import type { ComponentChildren, JSX } from 'preact'
import { Icon, type IconName } from './icons.tsx'

export type Tone = 'calm' | 'good' | 'warn' | 'bad'

const ICONS: Readonly<Record<Tone, IconName>> = { calm: 'info', good: 'check', warn: 'alert', bad: 'alert' }

interface AlertProps {
  readonly tone?: Tone
  readonly title?: string | undefined
  readonly children?: ComponentChildren
}

/** Announced to screen readers when it appears; a failure interrupts, the others wait for a pause. */
export function Alert({ tone = 'calm', title, children }: AlertProps): JSX.Element {
  return (
    <div class={`alert ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} size={22} />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
