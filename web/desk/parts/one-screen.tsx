import type { ComponentChildren, JSX } from 'preact'
import { Alert } from '../../design/alert.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Link } from '../../shell/link.tsx'
import type { Loaded } from '../../shell/use-load.ts'
import { AuditLink } from './audit-subject.tsx'

interface OneScreenProps<Data> {
  readonly back: string
  readonly backTo: string
  /** The id under which the audit notes what is done about it. */
  readonly subject: string
  readonly loaded: Loaded<Data>
  readonly children: (data: Data) => ComponentChildren
}

/** Shared by all detail screens: the link back to the list, and a message while there is nothing to show. */
export function OneScreen<Data>(props: OneScreenProps<Data>): JSX.Element {
  const { back, backTo, subject, loaded, children } = props
  const { data, problem } = loaded
  return (
    <div class="stack">
      <Link to={back} class="back">
        {backTo}
      </Link>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? !problem && <Skeleton /> : children(data)}
      {data !== undefined && <AuditLink subject={subject} />}
    </div>
  )
}
