import type { JSX } from 'preact'

/** The shape of what is being loaded. It appears after a moment: most answers are there before. */
export function Skeleton({ lines = 4 }: { lines?: number }): JSX.Element {
  return (
    <div class="skeleton">
      <p class="unseen">Carregando…</p>
      {Array.from({ length: lines }, (_, at) => (
        <i key={at} aria-hidden="true" />
      ))}
    </div>
  )
}
