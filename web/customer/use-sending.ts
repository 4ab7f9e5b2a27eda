import { useState } from 'preact/hooks'
import { announce } from '../design/announce.ts'
import { useAction } from '../design/use-action.ts'
import type { Reply } from './exchange.ts'
import type { Explain } from './problems.ts'

/** What every screen needs besides the state. */
export interface Surroundings<Client> {
  readonly client: Client
  /** Says something above whatever screen comes next. */
  readonly showNotice: (sentence: string | undefined) => void
}

export interface SendingWords {
  readonly explain: Explain
  /** Error codes after which the page shows another screen, which must carry the sentence. */
  readonly movesAway: ReadonlySet<string>
}

export interface Sending<Client> {
  readonly busy: boolean
  readonly problem: string | undefined
  setProblem(sentence: string | undefined): void
  /** Sends once, however often it is pressed. */
  run(work: (client: Client) => Promise<Reply<unknown>>): Promise<void>
}

export function useSending<Client>(
  { client, showNotice }: Surroundings<Client>,
  { explain, movesAway }: SendingWords,
): Sending<Client> {
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async (work: (client: Client) => Promise<Reply<unknown>>) => {
    setProblem(undefined)
    const reply = await work(client)
    const sentence = explain(reply)
    if (reply.kind === 'refused' && movesAway.has(reply.error.code)) return showNotice(sentence)
    showNotice(undefined)
    setProblem(sentence)
    if (sentence !== undefined) announce(sentence)
  })
  return { busy, problem, setProblem, run }
}
