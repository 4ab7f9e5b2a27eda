import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Static } from 'typebox'
import { MessagesAnswer } from '../../src/contract/sandbox.ts'
import { createHttpPixApi } from '../../src/domains/pix/http-pix-api.ts'
import { exchangeCharges } from '../../src/domains/receivables/pix/exchange-charges.ts'
import { notifyCustomer } from '../../src/domains/servicing/notify-customer.ts'
import { JobPostponed } from '../../src/platform/jobs/queue.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { DEMO_KEY, DEMO_RETAILER, query, readAnswer, startTestApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'
import { type PspStub, startPspStub } from '../support/psp-stub.ts'
import { buyOpen, checkAnswer } from '../support/purchase-http.ts'

type Listed = Static<typeof MessagesAnswer>['messages'][number]

let psp: PspStub
let app: TestApp
before(async () => {
  psp = await startPspStub()
  app = await startTestApp({ pixApi: createHttpPixApi(psp.settings), env: { ROLE: 'api' } })
})
after(async () => {
  await app.stop()
  await psp.close()
})

/** Runs the job that tells of the billets, as the worker does. */
const tell = (transactionId: string): Promise<void> =>
  notifyCustomer(app.services, {
    notice: 'billets-issued',
    retailerId: DEMO_RETAILER,
    transactionId,
    about: 'test',
  })

async function listMails({ phone }: Person): Promise<Listed[]> {
  const response = await fetch(`${app.url}/sandbox/messages?phone=${phone}`, {
    headers: { 'x-service-apikey': DEMO_KEY },
  })
  const { messages } = checkAnswer(MessagesAnswer, await readAnswer(response))
  return messages.filter(({ template, channel }) => template === 'billets-issued' && channel === 'EMAIL')
}

test('the message of the billets waits for the PSP and has the code of the billet that is due first', async () => {
  const { person, transactionId } = await buyOpen(app)
  const now = app.clock.now().getTime()
  await assert.rejects(tell(transactionId), error => {
    assert.ok(error instanceof JobPostponed)
    const waitMs = error.runAt.getTime() - now
    return waitMs > 0 && waitMs <= 10_000
  })
  assert.deepEqual(await listMails(person), [])
  const { pixApi } = app.services
  assert.ok(pixApi)
  await exchangeCharges({ ...app.services, pixApi, log: createLog({ level: 'silent' }) })
  await tell(transactionId)
  const [mail, ...others] = await listMails(person)
  assert.deepEqual(others, [])
  const charges = await query<{ code: string }>(
    app,
    `SELECT c.code FROM pix_charges c JOIN billets b ON b.id = c.billet_id
      WHERE b.transaction_id = $1 AND b.kind = 'installment' AND c.state = 'active' ORDER BY b.installment_number`,
    [transactionId],
  )
  assert.equal(charges.length, 3)
  assert.deepEqual(
    charges.map(({ code }) => mail?.text.includes(code)),
    [true, false, false],
  )
})

test('after two minutes without the PSP the message goes without a code and points to the customer’s area', async () => {
  const { person, transactionId } = await buyOpen(app)
  app.clock.advance({ ms: 119_000 })
  await assert.rejects(tell(transactionId), JobPostponed)
  app.clock.advance({ ms: 1_000 })
  await tell(transactionId)
  const [mail] = await listMails(person)
  assert.doesNotMatch(mail?.text ?? '', /copia e cola/)
  assert.match(mail?.text ?? '', /Para pagar por Pix, abra a sua conta/)
  assert.match(mail?.text ?? '', /\/minha-conta/)
})
