import assert from 'node:assert/strict'
import { createClient } from '../../../clients/typescript/src/index.ts'
import { HostedVisit } from '../../links/hosted-visit.ts'
import { DEMO_KEY, type TestApp } from '../../support/app.ts'
import { newPerson, type Person } from '../../support/people.ts'

export type LenderSide = ReturnType<typeof createLenderSide>

/** The customer and the retailer's console, by the published interface. */
export function createLenderSide(app: TestApp) {
  const credit = createClient({ baseUrl: app.url, apiKey: DEMO_KEY, retries: 0 })

  /** Chooses an option on the page of the link: a purchase waits for its documents. */
  async function choose(link: string, person: Person = newPerson()): Promise<string> {
    const visit = new HostedVisit(app, { url: link })
    const { groups = [] } = await visit.identify(person)
    const option = groups[0]?.options[0]
    assert.ok(option, 'nothing is offered')
    await visit.do('choose', { optionId: option.optionId, hasInsurance: false })
    return findPurchase(link)
  }

  async function findPurchase(link: string): Promise<string> {
    const { data } = await credit.listPaymentLinks({ limit: '100' })
    const found = data.find(({ url }) => url.slice(-32) === link.slice(-32))
    return found?.transactionId ?? assert.fail(`no purchase by ${link}`)
  }

  /** Everything that is left, up to the paid down payment. */
  async function finish(transactionId: string): Promise<void> {
    const { status } = await credit.sandboxPlayCustomer(transactionId, { until: 'COMPLETE' })
    if (status === 'OPEN') return
    const { billets } = await credit.sandboxListBillets(transactionId)
    const [down] = billets
    assert.ok(down, 'no billet of a down payment')
    await credit.sandboxPayBillet(down.id)
  }

  return {
    credit,
    choose,
    finish,
    findPurchase,
    async buy(link: string): Promise<string> {
      const transactionId = await choose(link)
      await finish(transactionId)
      return transactionId
    },
    async readStatus(transactionId: string): Promise<string> {
      return (await credit.readTransaction(transactionId)).status
    },
  }
}
