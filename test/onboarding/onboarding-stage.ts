import assert from 'node:assert/strict'
import type { Step } from '../../src/contract/enums.ts'
import { ANALYSE_DOCUMENTS, analyseDocuments } from '../../src/domains/onboarding/analyse-documents.ts'
import { authorizePurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import type { Purchase } from '../../src/domains/purchases/purchase.ts'
import { findPurchase } from '../../src/domains/purchases/store/purchases.ts'
import { createJobRunner } from '../../src/platform/jobs/runner.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { sandboxAnalysis } from '../../src/sandbox/personas.ts'
import { playCustomer } from '../../src/sandbox/play-customer.ts'
import type { SandboxApp } from '../../src/sandbox/sandbox-app.ts'
import { listWireOptions, type OptionsBody, type WireOption } from '../support/answer-schemas.ts'
import { DEMO_KEY, DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson, optionsBody } from '../support/people.ts'

/** A service with its own database, on which tests play the customers. */
export interface Stage {
  readonly app: TestApp
  readonly services: SandboxApp
  authorize(options?: {
    persona?: string
    name?: string
    choose?: (option: WireOption) => boolean
  }): Promise<Purchase>
  play(purchase: Purchase, until: Step, acceptInsurance?: boolean): Promise<Purchase>
  reload(purchase: Purchase): Promise<Purchase>
}

export async function openStage(): Promise<Stage> {
  // No worker: a purchase that waits for the analysis must stay there.
  const app = await startTestApp({ env: { ROLE: 'api' } })
  const { database, secrets } = app.services
  const { clock } = app
  const jobs = createJobRunner({ database, clock, log: createLog({ level: 'silent' }) })
  const services = { ...app.services, clock, jobs } as unknown as SandboxApp
  jobs.register({
    [ANALYSE_DOCUMENTS]: payload => analyseDocuments({ ...services, analysis: sandboxAnalysis }, payload),
  })
  let orders = 0

  async function reload({ id }: Purchase): Promise<Purchase> {
    const found = await findPurchase(database, secrets, { retailerId: DEMO_RETAILER, id })
    assert.ok(found)
    return found
  }

  return {
    app,
    services,
    reload,
    async authorize({ persona = '001', name, choose = () => true } = {}) {
      const { body } = await app.post<OptionsBody>(
        '/options',
        optionsBody(DEMO_KEY, newPerson(persona), 1_500),
      )
      const option = listWireOptions(body).find(choose)
      assert.ok(option, 'no such option')
      orders += 1
      const command = { retailerId: DEMO_RETAILER, orderId: `order-${orders}`, hasInsurance: undefined }
      return (await authorizePurchase(app.services, { ...command, name, optionId: option._id })).purchase
    },
    async play({ id: transactionId }, until, acceptInsurance = false) {
      const play = { retailerId: DEMO_RETAILER, transactionId, until, acceptInsurance, ip: '203.0.113.7' }
      const played = await playCustomer(services, play)
      assert.ok(played)
      return played
    },
  }
}
