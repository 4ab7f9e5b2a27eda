import type { ComponentChildren, JSX } from 'preact'
import { Icon } from '../design/icons.tsx'

export function PageFoot({ children }: { children?: ComponentChildren }): JSX.Element {
  return (
    <footer class="stack stack-tight">
      {children}
      <p class="soft small">
        <Icon name="lock" size={18} /> <span>Nunca pedimos a senha do seu banco.</span>
      </p>
    </footer>
  )
}
