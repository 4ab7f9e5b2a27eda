import type { ComponentChildren, JSX } from 'preact'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import type { Loaded } from '../use-load.ts'
import { Heading } from './heading.tsx'

interface ListScreenProps<Data> {
  readonly title: string
  readonly intro: string
  readonly loaded: Loaded<Data>
  readonly tools?: ComponentChildren
  readonly children: (data: Data) => ComponentChildren
}

/** Shared by all lists: title, reload button, and a message while there is nothing to show. */
export function ListScreen<Data>(props: ListScreenProps<Data>): JSX.Element {
  const { title, intro, loaded, tools, children } = props
  const { data, problem, reload } = loaded
  return (
    <div class="stack">
      <Heading title={title}>
        <Button kind="quiet" wide={false} onPress={reload}>
          Atualizar
        </Button>
      </Heading>
      <p class="soft">{intro}</p>
      {tools}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? !problem && <p class="soft">Carregando…</p> : children(data)}
    </div>
  )
}
