import type { ComponentChildren, JSX } from 'preact'
import type { Tone } from './alert.tsx'

export function Tag({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }): JSX.Element {
  return <span class={`tag ${tone}`}>{children}</span>
}
