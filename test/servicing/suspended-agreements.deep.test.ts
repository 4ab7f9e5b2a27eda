import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { agree, buyAndPayTwo, moveTo, payPlain, readPlain } from '../support/agreements.ts'
import { PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { askCancel } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
let broken: string
let canceled: string
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  broken = await buyAndPayTwo(app)
  canceled = await buyAndPayTwo(app)
  await moveTo(app, '2026-08-20')
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

/** An agreement whose first installment is paid twice. The second payment waits in suspense. */
async function agreeAndPayTwice(original: string) {
  const agreement = await agree(app, original)
  const [first] = (await readPlain(app, agreement)).installments ?? []
  await payPlain(app, first?.id)
  const before = await balanceOf(app, 'suspense')
  await payPlain(app, first?.id)
  const waiting = before - (await balanceOf(app, 'suspense'))
  assert.equal(waiting, Math.round((first?.value ?? 0) * 100))
  return { agreement, waiting, before }
}

test('a canceled purchase gives back what waits in suspense for its agreement', async () => {
  const { agreement, waiting, before } = await agreeAndPayTwice(canceled)
  assert.equal((await askCancel(app, canceled, {}, PLAIN_KEY)).status, 200)
  const { status, refundValue } = await readPlain(app, agreement)
  assert.deepEqual([status, refundValue], ['CANCELED', waiting / 100])
  assert.equal(await balanceOf(app, 'suspense'), before)
})

test('a broken agreement gives back what waits in suspense for it, and nothing that was paid under it', async () => {
  const { agreement, waiting, before } = await agreeAndPayTwice(broken)
  await moveTo(app, '2026-12-19')
  const { status, refundValue } = await readPlain(app, agreement)
  assert.deepEqual([status, refundValue], ['CANCELED', waiting / 100])
  assert.equal(await balanceOf(app, 'suspense'), before)
  assert.equal((await readPlain(app, broken)).status, 'OPEN')
  const owedBack = await query(
    app,
    'SELECT transaction_id AS id, amount_centavos AS value FROM refunds WHERE transaction_id = ANY ($1)',
    [[broken, agreement]],
  )
  assert.deepEqual(owedBack, [{ id: agreement, value: waiting }])
})
