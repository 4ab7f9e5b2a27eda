import { DEMO_KEY } from '../support/app.ts'
import { newOrdinaryPerson, optionsBody } from '../support/people.ts'

interface Quote {
  readonly downPaymentOptions?: readonly { readonly options: readonly { readonly _id: string }[] }[]
}

/** Completes a purchase, which random requests almost never do; some routes need one. */
export async function buyOne(port: number, learn: (body: unknown) => void): Promise<void> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: DEMO_KEY, ...body }),
    })
    const answer: unknown = await response.json()
    if (response.status === 200) learn(answer)
    return answer
  }
  const quote = (await post('/options', optionsBody(DEMO_KEY, newOrdinaryPerson(), 900))) as Quote
  // Without a down payment: nothing has to be paid before the contract begins.
  const optionId = quote.downPaymentOptions?.[0]?.options[0]?._id
  if (optionId === undefined) return
  const { transactionId } = (await post('/authorize', { optionId, orderId: `inteira-${optionId}` })) as {
    transactionId: string
  }
  await post(`/sandbox/transaction/${transactionId}/onboarding`, { until: 'COMPLETE' })
  await post(`/public/transaction/${transactionId}`, {})
}
