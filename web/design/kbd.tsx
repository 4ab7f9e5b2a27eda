import type { JSX } from 'preact'

/** Keys as they are pressed: together in one, one after the other in several. */
export function Kbd({ keys }: { keys: readonly string[] }): JSX.Element {
  return (
    <span class="kbd">
      {keys.map(key => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
