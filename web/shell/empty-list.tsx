import type { JSX } from 'preact'
import { EmptyState } from '../design/empty-state.tsx'
import { EMPTY, Illustration } from '../design/illustrations.tsx'

/** A list of a whole screen that has no rows. */
export function EmptyList({ title }: { title: string }): JSX.Element {
  return <EmptyState title={title} drawing={<Illustration scene={EMPTY} />} />
}
