import type { ComponentChildren, JSX } from 'preact'
import { Alert } from '../design/alert.tsx'
import { Button } from '../design/button.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { Heading } from './heading.tsx'
import type { Loaded } from './use-load.ts'

interface ListScreenProps<Data> {
  readonly title: string
  readonly intro: string
  readonly loaded: Loaded<Data>
  /** Beside the title: the days that the list is about. */
  readonly period?: ComponentChildren
  readonly tools?: ComponentChildren
  readonly children: (data: Data) => ComponentChildren
}

/** Shared by all lists: title, reload button, and a message while there is nothing to show. */
export function ListScreen<Data>(props: ListScreenProps<Data>): JSX.Element {
  const { title, intro, loaded, period, tools, children } = props
  const { data, problem, reload } = loaded
  return (
    <div class="stack">
      <Heading title={title}>
        <div class="heading-tools">
          {period}
          <Button kind="quiet" wide={false} onPress={reload}>
            Atualizar
          </Button>
        </div>
      </Heading>
      <p class="soft">{intro}</p>
      {tools}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {data === undefined ? !problem && <Skeleton /> : children(data)}
    </div>
  )
}
