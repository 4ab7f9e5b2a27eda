import cluster from 'node:cluster'

/** The processes that share this one's address. */
export interface Siblings {
  readonly figures: ProcessFigures
  /** Asks all of them, this one included. A process that does not answer in time is an answer that is not ok. */
  ask(topic: Topic): Promise<readonly Answer[]>
  /** How this process answers; a rejection is not ok. */
  answer(topic: Topic, find: () => Promise<string>): void
}

/** The supervisor answers at the latest when the slowest process had its time. */
const SPARE_MS = 150

/** Undefined in a process that was started alone. */
export function findSiblings(): Siblings | undefined {
  if (cluster.worker === undefined) return undefined
  joined ??= joinSiblings()
  return joined
}

let joined: Siblings | undefined

function joinSiblings(): Siblings {
  const finders = new Map<Topic, () => Promise<string>>()
  const asked = new Map<number, (answers: readonly Answer[]) => void>()
  let lastId = 0
  let figures: ProcessFigures = { running: {}, restarts: 0 }

  async function reply(id: number, topic: Topic): Promise<void> {
    const find = finders.get(topic)
    if (find === undefined) return send({ crediario: 'answer', id, ok: false, body: 'not started' })
    await find().then(
      body => send({ crediario: 'answer', id, ok: true, body }),
      (error: unknown) =>
        send({ crediario: 'answer', id, ok: false, body: error instanceof Error ? error.message : 'failed' }),
    )
  }

  process.on('message', message => {
    if (!isProcessMessage(message)) return
    if (message.crediario === 'question') {
      figures = message.figures
      void reply(message.id, message.topic)
    }
    if (message.crediario === 'answers') asked.get(message.id)?.(message.answers)
  })

  return {
    get figures() {
      return figures
    },
    answer: (topic, find) => void finders.set(topic, find),
    ask(topic) {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          asked.delete(id)
          reject(new Error('the supervisor does not answer'))
        }, ANSWER_MS[topic] + SPARE_MS)
        asked.set(id, answers => {
          clearTimeout(timer)
          asked.delete(id)
          resolve(answers)
        })
        send({ crediario: 'ask', id, topic })
      })
    },
  }
}

/** A supervisor that is gone ends this process anyway. */
function send(message: ProcessMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** What processes of one machine ask each other, through the supervisor. */
const TOPICS = ['ready', 'metrics'] as const
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
