import { DEMO_KEY } from '../../support/app.ts'
import { newOrdinaryPerson, newPerson, optionsBody, type Person } from '../../support/people.ts'

interface Quote {
  readonly downPaymentOptions?: readonly { readonly options: readonly { readonly _id: string }[] }[]
}

const ANSWER_MS = 30_000

type Learn = (body: unknown) => void

/** The name under which transactions that wait at the desk are known. */
export const DESK_TRANSACTION_ID = 'deskTransactionId'
/** Its pictures are doubtful. */
const DESK_PERSONA = '011'

/** Completes a purchase, which random requests almost never do; some routes need one. */
export async function buyOne(port: number, learn: Learn): Promise<void> {
  const transactionId = await buyUntil(port, learn, newOrdinaryPerson(), 'COMPLETE')
  if (transactionId !== undefined) await post(port, learn, `/public/transaction/${transactionId}`, {})
}

/** Brings a purchase to the desk, where a decision is asked for. */
export async function waitAtDesk(port: number, learn: Learn): Promise<void> {
  const transactionId = await buyUntil(port, learn, newPerson(DESK_PERSONA), 'DESK')
  if (transactionId !== undefined) learn({ [DESK_TRANSACTION_ID]: transactionId })
}

async function buyUntil(
  port: number,
  learn: Learn,
  person: Person,
  until: string,
): Promise<string | undefined> {
  const quote = (await post(port, learn, '/options', optionsBody(DEMO_KEY, person, 900))) as Quote
  // Without a down payment: nothing has to be paid before the contract begins.
  const optionId = quote.downPaymentOptions?.[0]?.options[0]?._id
  if (optionId === undefined) return undefined
  const order = { optionId, orderId: `inteira-${optionId}` }
  const { transactionId } = (await post(port, learn, '/authorize', order)) as { transactionId: string }
  await post(port, learn, `/sandbox/transaction/${transactionId}/onboarding`, { until })
  return transactionId
}

async function post(port: number, learn: Learn, path: string, body: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: DEMO_KEY, ...body }),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const answer: unknown = await response.json()
  if (response.status === 200) learn(answer)
  return answer
}
