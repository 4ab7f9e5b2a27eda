import type { JSX } from 'preact'
import type { CodePurpose, OnboardingState } from '../../../src/contract/onboarding.ts'
import { CodeEntry } from '../../customer/code-entry.tsx'
import type { OnboardingClient } from '../client.ts'
import { type Surroundings, useSend } from '../use-send.ts'

interface CodeFormProps extends Surroundings {
  readonly state: OnboardingState
  readonly purpose: CodePurpose
  readonly ask: string
  readonly submit: string
  onCode(client: OnboardingClient, code: string): ReturnType<OnboardingClient['act']>
}

/** A code of one purpose: of another one nothing has been sent yet. */
export function CodeForm(props: CodeFormProps): JSX.Element {
  const { state, purpose, client } = props
  const asking = useSend(props)
  const entering = useSend(props)
  return (
    <CodeEntry
      client={client}
      sent={state.code?.purpose === purpose ? state.code : undefined}
      maskedPhone={state.maskedPhone}
      ask={props.ask}
      submit={props.submit}
      asking={asking}
      entering={entering}
      onAsk={each => each.act('code', { purpose })}
      onCode={props.onCode}
    />
  )
}
