import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inventPeople, OPTIONS } from '../http/people.ts'
import type { ServerProcess } from '../http/server-process.ts'

/** The part of the answers that is read here. */
interface Answer {
  readonly downPaymentOptions?: readonly { readonly options: readonly Option[] }[]
  readonly transactionId?: string
  readonly status?: string
  readonly downPaymentBillet?: { readonly id: string }
}
interface Option {
  readonly _id: string
  readonly downPaymentValue: number
  readonly numberOfInstallments: number
}

const INSTALLMENTS = 12
const AT_ONCE = 2
const TRIES = 60
const RETRY_MS = 500

/** Buys over HTTP until so many purchases are OPEN: each request with a key, as a careful shop sends it. */
export async function buyMany(server: ServerProcess, apiKey: string, count: number): Promise<void> {
  const people = inventPeople(Math.floor(Math.random() * 5e8))
  let left = count
  const buyOn = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await buy(server, apiKey, (await people.next()).value)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, buyOn))
}

async function buy(server: ServerProcess, apiKey: string, person: object): Promise<void> {
  const call = async (path: string, body: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    for (let count = 1; ; count++) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ apiKey, ...body }),
        signal: AbortSignal.timeout(60_000),
      })
      if (response.ok) return (await response.json()) as Answer
      const text = await response.text()
      // Too busy, or still at it: the same request is sent again.
      const isBusy = response.status === 503 || text.includes('idempotency_in_progress')
      if (!isBusy || count === TRIES) throw new Error(`${path}: ${response.status} ${text}`)
      await delay(RETRY_MS)
    }
  }
  const offer = await call('/options', { ...person, name: 'Maria da Silva', ...OPTIONS })
  const options = offer.downPaymentOptions?.flatMap(group => group.options) ?? []
  const option = options.find(
    ({ downPaymentValue, numberOfInstallments }) =>
      downPaymentValue > 0 && numberOfInstallments === INSTALLMENTS,
  )
  if (option === undefined) throw new Error(`no option with ${INSTALLMENTS} installments is offered`)
  const { transactionId } = await call('/authorize', { optionId: option._id, orderId: randomUUID() })
  const onboarding = `/sandbox/transaction/${transactionId}/onboarding`
  await call(onboarding, { until: 'ENTRY' })
  const { downPaymentBillet } = await call(`/public/transaction/${transactionId}`, {})
  await call(`/sandbox/billet/${downPaymentBillet?.id}/pay`, { method: 'PIX' })
  // The payment is credited by a worker, which may need a while.
  for (let count = 1; ; count++) {
    await call(onboarding, { until: 'COMPLETE' })
    const { status } = await call(`/public/transaction/${transactionId}/status`, {})
    if (status === 'OPEN') return
    if (count === TRIES) throw new Error(`purchase ${transactionId} is ${status}`)
    await delay(RETRY_MS)
  }
}
