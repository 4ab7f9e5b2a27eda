import type { ComponentChildren, JSX } from 'preact'
import { Alert } from '../../design/alert.tsx'
import type { Loaded } from '../use-load.ts'
import { Link } from './link.tsx'

interface OneScreenProps<Data> {
  readonly back: string
  readonly backTo: string
  readonly loaded: Loaded<Data>
  readonly children: (data: Data) => ComponentChildren
}

/** Shared by all detail screens: the link back to the list, and a message while there is nothing to show. */
export function OneScreen<Data>({ back, backTo, loaded, children }: OneScreenProps<Data>): JSX.Element {
  const { data, problem } = loaded
  return (
    <div class="stack">
      <Link to={back} class="back">
        {backTo}
      </Link>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? !problem && <p class="soft">Carregando…</p> : children(data)}
    </div>
  )
}
