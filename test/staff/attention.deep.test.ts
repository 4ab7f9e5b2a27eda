import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AttentionKind, HomeView } from '../../src/contract/console-money.ts'
import { runPayouts } from '../../src/domains/payouts/run-payouts.ts'
import { richDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import { StubBank } from '../payouts/stub-bank.ts'
import { writePage } from '../purchases/invoices/pdf-writer.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { review, upload, writeInvoice } from '../support/invoices.ts'
import { buyOpen } from '../support/purchase-http.ts'
import { contextOf } from '../support/purchases.ts'
import { createEndpoint } from '../support/webhooks.ts'

let app: TestApp
let owner: StaffUser
const bank = new StubBank()
before(async () => {
  // No worker beside the test: it would pay out.
  app = await startTestApp({ env: { ROLE: 'api' } })
  await app.services.credit.policies.publish(DEMO_RETAILER, {
    ...richDemonstrationPolicy,
    transfer: { requiresInvoice: true },
  })
  owner = await newStaffUser(app, 'OWNER')
})
after(() => app.stop())

const listOf = async (user: StaffUser) => (await user.get<HomeView>('/home')).body.attention
const find = async (kind: AttentionKind) => (await listOf(owner)).find(each => each.kind === kind)

/** As long as a step of the bank may take, and not as long as a session may be idle. */
async function run(): Promise<void> {
  app.clock.advance({ minutes: 10 })
  await owner.get('/session')
  await runPayouts({ ...contextOf(app), payoutRail: bank, payoutApprovalLimitCentavos: 100_000_000 })
}

test('an invoice that is missing or was refused is told with what it holds back, and no longer once it is right', async () => {
  const bought = await buyOpen(app)
  const missing = await find('INVOICE_MISSING')
  assert.equal(missing?.count, 1)
  assert.ok((missing?.amount ?? 0) > 0)
  const { invoiceId } = await upload(app, bought.transactionId, writePage(['Nota que ninguém confere']))
  assert.equal(await find('INVOICE_MISSING'), undefined)
  await review(app, invoiceId, 'REFUSED', 'O valor é outro.')
  assert.equal((await find('INVOICE_REFUSED'))?.count, 1)
  const next = await upload(app, bought.transactionId, await writeInvoice(app, bought))
  await review(app, next.invoiceId, 'VALIDATED')
  assert.equal(await find('INVOICE_REFUSED'), undefined)
})

test('a transfer that came back is told by its own page, to those who see money alone', async () => {
  bank.ends = { state: 'returned', failure: { kind: 'PAYEE_INVALID', code: 'MD06' } }
  for (let round = 0; round < 6 && (await find('TRANSFER_RETURNED')) === undefined; round += 1) await run()
  const told = await find('TRANSFER_RETURNED')
  assert.equal(told?.count, 1)
  const { status } = await owner.get(`/money/transfers/${told?.transferId}`)
  assert.equal(status, 200)
  const seller = await newStaffUser(app, 'SALES')
  assert.equal(
    (await listOf(seller)).some(({ kind }) => kind === 'TRANSFER_RETURNED'),
    false,
  )
})

test('a receiver of webhooks that fails is told until it accepts again, to owners alone', async () => {
  const { id } = await createEndpoint(app, 'https://loja.example/webhooks')
  assert.equal(await find('WEBHOOK_FAILING'), undefined)
  const fail = (at: Date | null) =>
    app.database.run(
      { name: 'test.fail', text: 'UPDATE webhook_endpoints SET failing_since = $2 WHERE id = $1' },
      [id, at],
    )
  await fail(app.clock.now())
  assert.equal((await find('WEBHOOK_FAILING'))?.count, 1)
  const finance = await newStaffUser(app, 'FINANCE')
  assert.equal(
    (await listOf(finance)).some(({ kind }) => kind === 'WEBHOOK_FAILING'),
    false,
  )
  await fail(null)
  assert.equal(await find('WEBHOOK_FAILING'), undefined)
})
