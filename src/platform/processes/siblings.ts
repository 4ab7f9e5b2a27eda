import cluster from 'node:cluster'
import {
  ANSWER_MS,
  type Answer,
  isProcessMessage,
  type ProcessFigures,
  type ProcessMessage,
  type Topic,
} from './messages.ts'

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
