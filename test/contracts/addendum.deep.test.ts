import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AccountPurchase } from '../../src/contract/account.ts'
import { verifyBundle } from '../../src/domains/contracts/bundle.ts'
import { presentPublicKey } from '../../src/domains/contracts/statements.ts'
import { exportEvidence } from '../../src/domains/onboarding/evidence.ts'
import { addDays, calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { AccountDevice, waitForJobs } from '../servicing/account-device.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { listAudit } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import {
  type Bought,
  buy,
  buyOpen,
  centavos,
  moveClock,
  pay,
  playUntil,
  read,
  removeProducts,
} from '../support/purchase-http.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const products = [
  { id: 'tv', name: 'Televisor', amount: 1, value: 940 },
  { id: 'radio', name: 'Rádio relógio', amount: 2, value: 150 },
  { id: 'lamp', name: 'Abajur', amount: 1, value: 100 },
]

async function returnRadio(): Promise<{ readonly bought: Bought; readonly transactionId: string }> {
  const bought = await buyOpen(app, { products })
  const [first] = (await read(app, bought.transactionId)).installments ?? []
  await pay(app, first?.id ?? '')
  const { transactionId } = await removeProducts(app, bought.transactionId, ['radio'])
  return { bought, transactionId }
}

async function signIn(bought: Bought, id: string): Promise<[AccountDevice, AccountPurchase]> {
  const device = new AccountDevice(app)
  const purchase = (await device.signIn(bought.person)).purchases.find(each => each.id === id)
  assert.ok(purchase)
  return [device, purchase]
}

const toPath = (url: string | undefined): string => (url ?? '').replace('/minha-conta/', '')

async function expectPdf(device: AccountDevice, url: string | undefined): Promise<Buffer> {
  const file = await device.fetch(toPath(url))
  assert.equal(file.headers.get('content-type'), 'application/pdf')
  const bytes = Buffer.from(await file.arrayBuffer())
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  return bytes
}

test('a customer sees what was returned and confirms the addendum once; the smaller debt did not wait for that', async () => {
  const { bought, transactionId } = await returnRadio()
  const [device, shown] = await signIn(bought, transactionId)
  const { refundValue = 0, installments = [] } = await read(app, transactionId)
  const { addendum } = shown
  assert.ok(addendum)
  assert.deepEqual(addendum.returned, [{ name: 'Rádio relógio', amount: 2, value: 150 }])
  assert.deepEqual([addendum.refund, addendum.confirmedOn], [refundValue, undefined])
  assert.ok(refundValue > 0)
  assert.equal(centavos(shown.bills.at(-1)?.value ?? 0), centavos(installments.at(-1)?.value ?? -1))
  const unconfirmed = await expectPdf(device, addendum.url)
  const confirm = (hash: string) => device.ask('addendum', { transactionId, hash })
  expectError(await confirm('0'.repeat(64)), { code: 'addendum_not_found' })
  expectError(await confirm('nonsense'), {
    code: 'invalid_parameters',
    message: 'hash must be the hash of an addendum',
  })
  const stranger = new AccountDevice(app)
  await stranger.signIn((await buyOpen(app)).person)
  expectError(await stranger.ask('addendum', { transactionId, hash: addendum.hash }), {
    code: 'transaction_not_found',
  })
  for (let round = 0; round < 2; round++) {
    const { account } = await device.do('addendum', { transactionId, hash: addendum.hash })
    const after = account?.purchases.find(({ id }) => id === transactionId)
    assert.equal(after?.addendum?.confirmedOn, calendarDateAt(app.services.clock.now()))
  }
  assert.notDeepEqual(await expectPdf(device, addendum.url), unconfirmed)
  const confirmations = (await listAudit(app)).filter(({ action }) => action === 'customer.addendum')
  assert.deepEqual(
    confirmations.map(({ subject }) => subject),
    [transactionId],
  )
})

test('the contract of a purchase with fewer products is the signed one, and its message brings the addendum', async () => {
  const { bought, transactionId } = await returnRadio()
  const [device, shown] = await signIn(bought, transactionId)
  await expectPdf(device, shown.contractUrl)
  await waitForJobs(app)
  const response = await fetch(
    `${app.url}/sandbox/messages?phone=${encodeURIComponent(bought.person.phone)}`,
    {
      headers: { 'x-service-apikey': DEMO_KEY },
    },
  )
  assert.match(await response.text(), /: produtos devolvidos\. Agora sao 3x de/)
})

test('the evidence of either transaction holds terms, release and every addendum, and finds a change of any', async () => {
  const bought = await buy(app, { products })
  await playUntil(app, bought.transactionId, 'ENTRY')
  await moveClock(app, 'P1D')
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, downPaymentBillet?.id ?? '', { method: 'PIX' })
  const first = await removeProducts(app, bought.transactionId, ['radio'])
  const second = await removeProducts(app, first.transactionId, ['lamp'])
  const [device, shown] = await signIn(bought, second.transactionId)
  await expectPdf(device, shown.releaseUrl)
  await device.do('addendum', { transactionId: second.transactionId, hash: shown.addendum?.hash ?? '' })
  const bundles = await Promise.all(
    [bought.transactionId, first.transactionId, second.transactionId].map(id =>
      exportEvidence(app.services, id),
    ),
  )
  assert.equal(new Set(bundles).size, 1)
  const [bundle = ''] = bundles
  const key = presentPublicKey(app.services.secrets.evidence)
  assert.deepEqual(verifyBundle(bundle, key).problems, [])
  const { addenda, release } = JSON.parse(bundle) as {
    addenda: { statement: { refundCentavos: number }; confirmation?: object }[]
    release: { statement: { releasedOn: string } }
  }
  assert.deepEqual(
    addenda.map(({ confirmation }) => confirmation !== undefined),
    [false, true],
  )
  assert.equal(release.statement.releasedOn, (await read(app, second.transactionId)).releaseDate)
  const text = Buffer.from(bundle)
  const [from, until] = [bundle.indexOf('"addenda"'), bundle.indexOf('"agreement"')]
  const releaseAt = text.indexOf('"release"')
  const places = [...text.keys()].filter(
    place => (place >= from && place < until) || (place >= releaseAt && place < releaseAt + 1_500),
  )
  assert.ok(places.length > 3_000)
  for (const place of places.filter((_, index) => index % 3 === 0)) {
    const changed = Buffer.from(text)
    changed[place] = (changed[place] ?? 0) ^ 1
    assert.notDeepEqual(verifyBundle(changed.toString(), key).problems, [], `byte ${place}`)
  }
  const without = JSON.stringify({ ...JSON.parse(bundle), addenda: addenda.slice(1) })
  assert.ok(
    verifyBundle(without, key).problems.includes('an addendum is missing, or they are not in their order'),
  )
})

test('the last day of a withdrawal is seven days after the receipt, in the account and at the end of the onboarding', async () => {
  const bought = await buyOpen(app)
  const { transactionId } = bought
  await moveClock(app, 'P5D')
  const today = calendarDateAt(app.services.clock.now())
  const told = await app.post(`/public/transaction/${transactionId}/delivered`, {
    apiKey: DEMO_KEY,
    date: today,
  })
  assert.equal(told.status, 200)
  const [, shown] = await signIn(bought, transactionId)
  assert.equal(shown.withdrawal?.until, addDays(today, 7))
  await moveClock(app, 'P8D')
  const [, late] = await signIn(bought, transactionId)
  assert.equal(late.withdrawal, undefined)
})
