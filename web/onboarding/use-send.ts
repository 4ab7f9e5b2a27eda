import { useState } from 'preact/hooks'
import { announce } from '../design/announce.ts'
import { useAction } from '../design/use-action.ts'
import type { Reply } from './api.ts'
import type { OnboardingClient } from './client.ts'
import { explain } from './problems.ts'

/** What every screen needs besides the state. */
export interface Surroundings {
  readonly client: OnboardingClient
  /** Shows a sentence above the next screen. */
  readonly showNotice: (sentence: string | undefined) => void
}

/** After these the page shows another screen, which must show the sentence. */
const MOVES_AWAY = new Set(['wrong_step', 'device_not_confirmed', 'contract_changed'])

export interface Sending {
  readonly busy: boolean
  readonly problem: string | undefined
  setProblem(sentence: string | undefined): void
  /** Sends once, however often it is pressed. */
  run(work: (client: OnboardingClient) => Promise<Reply>): Promise<void>
}

export function useSend({ client, showNotice }: Surroundings): Sending {
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async (work: (client: OnboardingClient) => Promise<Reply>) => {
    setProblem(undefined)
    const reply = await work(client)
    const sentence = explain(reply)
    if (reply.kind === 'refused' && MOVES_AWAY.has(reply.error.code)) return showNotice(sentence)
    showNotice(undefined)
    setProblem(sentence)
    if (sentence !== undefined) announce(sentence)
  })
  return { busy, problem, setProblem, run }
}
