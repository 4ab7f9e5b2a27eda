import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { App } from '../../../src/app/app.ts'
import { createSandboxPixApi } from '../../../src/app/outside-services.ts'
import { composeRefundId, type PixApi } from '../../../src/domains/pix/pix-api.ts'
import { cancelContractBillets } from '../../../src/domains/purchases/end-purchase.ts'
import { type Billet, composeTxid } from '../../../src/domains/receivables/billets/billet.ts'
import { listBillets } from '../../../src/domains/receivables/billets/store/billets.ts'
import { attachPixCodes } from '../../../src/domains/receivables/pix/charge-store.ts'
import { exchangeCharges } from '../../../src/domains/receivables/pix/exchange-charges.ts'
import { pollPix, pollPixWeek } from '../../../src/domains/receivables/pix/poll-pix.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { DEMONSTRATION_ACCOUNT } from '../../../src/sandbox/demonstration-account.ts'
import { openPsp, type Psp } from '../../../src/sandbox/psp/psp.ts'
import { SETTLE_REFUND } from '../../../src/sandbox/psp/refunds.ts'
import { issue, type Lender, openLender, queryLender } from '../../support/contracts.ts'

let lender: Lender
let psp: Psp
let pix: App & { readonly pixApi: PixApi }
let dataDir: string
before(async () => {
  lender = await openLender()
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-psp-'))
  const log = createLog({ level: 'silent' })
  const { pixKey, beneficiaryName, beneficiaryDocument, beneficiaryAddress, city } = DEMONSTRATION_ACCOUNT
  const receiver = {
    name: beneficiaryName,
    document: beneficiaryDocument,
    address: beneficiaryAddress,
    city,
    state: 'SP',
    postalCode: '01310100',
  }
  psp = openPsp({
    ...lender,
    log,
    dataDir,
    port: 0,
    mayMove: false,
    pixKey,
    findReceiver: async key => (key === pixKey ? receiver : undefined),
  })
  pix = { ...lender, log, pixApi: createSandboxPixApi(psp) }
})
after(async () => {
  await pix.pixApi.close()
  await psp.stop()
  await lender.testDatabase.close()
  await rm(dataDir, { recursive: true, force: true })
})

const reload = async ({ retailerId, transactionId, id }: Billet): Promise<Billet> => {
  const billets = await listBillets(lender.database, lender.secrets, retailerId, transactionId)
  const shown = await attachPixCodes(lender.database, lender.secrets, billets)
  const found = shown.find(each => each.id === id)
  assert.ok(found)
  return found
}

test('the sandbox bank takes our charges over HTTP, and what its payers pay is found by polling', async () => {
  const billets = await issue(lender)
  await exchangeCharges(pix)
  for (const billet of billets) assert.match((await reload(billet)).pixCode ?? '', /^0002010102122/)
  const [downPayment, installment] = billets
  assert.ok(downPayment && installment)
  for (const billet of [downPayment, installment])
    assert.ok('endToEndId' in (await psp.payCharge(composeTxid(billet))))
  lender.clock.advance({ minutes: 5 })
  await pollPix(pix)
  assert.equal((await reload(downPayment)).paymentStatus, 'PAID')
  assert.equal((await reload(installment)).paymentStatus, 'PAID')
})

test('a canceled charge can no longer be paid at the sandbox bank', async () => {
  const [downPayment] = await issue(lender)
  assert.ok(downPayment)
  await exchangeCharges(pix)
  await lender.database.transaction(tx => cancelContractBillets(lender, tx, downPayment))
  await exchangeCharges(pix)
  assert.deepEqual(await psp.payCharge(composeTxid(downPayment)), { refused: 'REMOVED' })
})

test('a refund of ours is made once, and one that the sandbox bank makes by itself is a case', async () => {
  const [downPayment] = await issue(lender)
  assert.ok(downPayment)
  await exchangeCharges(pix)
  const paid = await psp.payCharge(composeTxid(downPayment))
  assert.ok('endToEndId' in paid)
  const { endToEndId } = paid
  const refund = { endToEndId, refundId: composeRefundId('1'), amountCentavos: 1_000, text: 'Devolução' }
  const first = await pix.pixApi.refund(refund)
  assert.equal(first.outcome, 'done')
  const again = await pix.pixApi.refund(refund)
  assert.ok(first.outcome === 'done' && again.outcome === 'done')
  assert.equal(again.value.rtrId, first.value.rtrId)
  const made = await psp.returnPayment(endToEndId, {
    id: 'MED1',
    amountCentavos: 4_000,
    nature: 'MED_FRAUDE',
  })
  const found = await pix.pixApi.findRefund(endToEndId, 'MED1')
  assert.ok(found.outcome === 'done' && found.value.nature === 'MED')
  assert.equal(found.value.amountCentavos, 4_000)
  await psp.jobHandlers[SETTLE_REFUND]?.({ endToEndId, id: made.id, round: 0 }, SIGNAL)
  await pollPix(pix)
  await pollPixWeek(pix)
  assert.equal((await reload(downPayment)).paymentStatus, 'PAID')
  const cases = await queryLender<{ reason: string }>(
    lender,
    `SELECT reason FROM suspense_cases WHERE reason = 'RETURNED'`,
  )
  assert.equal(cases.length, 1)
})

const SIGNAL = { attempt: 1, signal: new AbortController().signal }
