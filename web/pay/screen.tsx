import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { HostedPageState } from '../../src/contract/hosted-page.ts'
import { Heading } from '../customer/heading.tsx'
import { toOwnPath } from '../customer/own-path.ts'
import { LinkButton } from '../design/button.tsx'
import type { Draft } from './person.ts'
import { Code } from './screens/code.tsx'
import { Ended } from './screens/ended.tsx'
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

/** The purchase goes on in the onboarding. Replaced, so that the way back leads to the shop and not here. */
function Leaving({ returnUrl }: { returnUrl: string }): JSX.Element {
  const path = toOwnPath(returnUrl)
  useEffect(() => location.replace(path), [path])
  return (
    <>
      <Heading title="Levando você para a sua compra">
        Falta pouco: agora você confere tudo e confirma sua identidade.
      </Heading>
      <LinkButton href={path} kind="primary">
        Continuar
      </LinkButton>
    </>
  )
}
