import type { JSX } from 'preact'
import type { HostedPageState } from '../../src/contract/hosted-page.ts'
import type { Draft } from './person.ts'
import { Code } from './screens/code.tsx'
import { Ended } from './screens/ended.tsx'
import { Leaving } from './screens/leaving.tsx'
import { Options } from './screens/options.tsx'
import { Refused } from './screens/refused.tsx'
import { Who } from './screens/who.tsx'
import type { ScreenProps } from './use-send.ts'

/** Changes when the person should notice that the page did. */
export function findScreenKey({ screen, refusal, ending, returnUrl }: HostedPageState): string {
  return [screen, refusal, ending, returnUrl].join()
}

interface AnyScreenProps extends ScreenProps {
  readonly draft: Draft
  setDraft(draft: Draft): void
}

/** Which screen a state has is decided here alone. */
export function Screen(props: AnyScreenProps): JSX.Element {
  const { state, client, showNotice } = props
  const plain = { state, client, showNotice }
  if (state.returnUrl !== undefined) return <Leaving returnUrl={state.returnUrl} />
  switch (state.screen) {
    case 'who':
      return <Who {...props} />
    case 'code':
      return <Code {...plain} />
    case 'options':
      return <Options {...plain} />
    case 'refused':
      return <Refused {...plain} />
    case 'ended':
      return <Ended {...plain} />
  }
}
