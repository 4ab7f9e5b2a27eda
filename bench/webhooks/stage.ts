import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PurchaseStage } from '../purchases/stage.ts'

const HERE = import.meta.dirname
export const WAIT_MS = 300_000

export interface Figures {
  readonly count: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

export interface ReceiverProcess {
  readonly url: string
  reset(): Promise<void>
  listArrivals(): Promise<readonly (readonly [id: string, atMs: number])[]>
  /** Polls until this many deliveries have arrived. */
  wait(count: number, onPoll?: () => void): Promise<Figures>
  stop(): Promise<void>
}

export async function startReceiverProcess(): Promise<ReceiverProcess> {
  const child = fork(join(HERE, 'receiver-process.ts'), [], { serialization: 'advanced' })
  const [{ address }] = (await once(child, 'message')) as [{ address: AddressInfo }]
  const ask = async (question: string): Promise<unknown> => {
    const answered = once(child, 'message')
    child.send({ ask: question })
    return (await answered)[0]
  }
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    listArrivals: async () => (await ask('arrivals')) as [id: string, atMs: number][],
    async reset() {
      await ask('reset')
    },
    async wait(count, onPoll) {
      const deadline = Date.now() + WAIT_MS
      for (;;) {
        const figures = (await ask('figures')) as Figures
        onPoll?.()
        if (figures.count >= count) return figures
        if (Date.now() > deadline) throw new Error(`only ${figures.count} of ${count} deliveries came`)
        await delay(50)
      }
    },
    stop: () => end(child),
  }
}

export async function runBareLoop(url: string, count: number, body: string): Promise<number> {
  const child = fork(join(HERE, 'bare-loop-process.ts'), [url, String(count), body])
  const [{ perSecond }] = (await once(child, 'message')) as [{ perSecond: number }]
  await once(child, 'exit')
  return perSecond
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}

const EVENTS_PER_PURCHASE = 10
export const SAMPLE_BODY = JSON.stringify({
  transactionId: '0'.repeat(24),
  orderId: 'pedido-1',
  action: 'STEP',
  step: 'COMPLETE',
  hasInsurance: false,
  interestRatePM: 6.49,
  interestRatePA: 112.67,
  numberOfInstallments: 3,
  paymentInstallments: 697,
  downPaymentValue: 200,
  financedAmount: 1800,
  totalAmount: 2091,
  eventId: '0'.repeat(24),
  type: 'onboarding.step',
  createdAt: '2026-03-10T15:00:00.000Z',
  sequence: 9,
})

/** A backlog like that of purchases with ten events each. */
export async function addBacklog(stage: PurchaseStage, endpointId: string, count: number): Promise<void> {
  await stage.run(
    `WITH made AS (
       SELECT lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || substr(md5($5 || n::text), 1, 12) AS id,
         md5('t' || $5 || (n / $3)::text) AS root, n % $3 + 1 AS sequence
       FROM generate_series(0, $4::integer - 1) AS n
     ), added AS (
       INSERT INTO events (id, retailer_id, transaction_id, sequence, type, body, created_at)
       SELECT id, $2, substr(root, 1, 24), sequence, 'onboarding.step', $6, now() FROM made
     )
     INSERT INTO webhook_deliveries (endpoint_id, event_id, retailer_id, transaction_id, sequence, type, due_at, created_at)
     SELECT $1, id, $2, substr(root, 1, 24), sequence, 'onboarding.step', now(), now() FROM made`,
    [endpointId, stage.retailerId, EVENTS_PER_PURCHASE, count, String(Math.random()), SAMPLE_BODY],
  )
}
