/** What processes of one machine ask each other, through the supervisor. */
export const TOPICS = ['ready', 'metrics'] as const
export type Topic = (typeof TOPICS)[number]

/**
 * How long a process may take to answer. Shorter than a probe's and a scraper's patience: a process that hangs must not
 * look like a network that does.
 */
export const ANSWER_MS: Readonly<Record<Topic, number>> = { ready: 1_800, metrics: 8_000 }

/** What the supervisor knows of all of them. */
export interface ProcessFigures {
  /** Running now, by part. */
  readonly running: Readonly<Record<string, number>>
  /** How often one was started again, since the supervisor began. */
  readonly restarts: number
}

export interface Answer {
  /** Such as `api-1`. */
  readonly process: string
  readonly ok: boolean
  readonly body: string
}

/** From a child: ask everybody. From the supervisor to each: the question, and later all answers to the first. */
export type ProcessMessage =
  | { readonly crediario: 'ask'; readonly id: number; readonly topic: Topic }
  | {
      readonly crediario: 'question'
      readonly id: number
      readonly topic: Topic
      readonly figures: ProcessFigures
    }
  | { readonly crediario: 'answer'; readonly id: number; readonly ok: boolean; readonly body: string }
  | { readonly crediario: 'answers'; readonly id: number; readonly answers: readonly Answer[] }

export function isProcessMessage(message: unknown): message is ProcessMessage {
  return typeof message === 'object' && message !== null && 'crediario' in message
}
