import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { accountOf } from '../../../src/domains/ledger/accounts.ts'
import {
  listForgottenFileNumbers,
  type PayoutFile,
  skipForgottenFileNumbers,
} from '../../../src/domains/payouts/cnab/files.ts'
import { parsePaymentReturn } from '../../../src/domains/payouts/cnab/return-file.ts'
import {
  listPayoutCases,
  markPayoutFileWritten,
  setPayoutAgreement,
} from '../../../src/domains/payouts/cnab/store.ts'
import { describePayingAccount, remitOrders } from '../../../src/domains/payouts/remit-orders.ts'
import { listPayoutEvents } from '../../../src/domains/payouts/store.ts'
import { takePaymentReturn } from '../../../src/domains/payouts/take-payment-return.ts'
import { parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { ACCOUNT_ID } from '../../receivables/cnab/sample-titles.ts'
import { computeBalance } from '../../support/balance.ts'
import {
  AGREEMENT,
  type Answer,
  answer,
  JOSE,
  MARIA,
  NOW,
  openPayoutDesk,
  type PayoutDesk,
} from './payout-desk.ts'
import { cut, linesOf, sha256 } from './sample-payments.ts'

let desk: PayoutDesk
beforeEach(async () => {
  desk = await openPayoutDesk()
})
afterEach(() => desk.close())

const remit = async (now = NOW) => {
  const remitted = await remitOrders(desk, desk.account, now)
  assert.ok(remitted)
  return remitted
}
/** The files are written, as the command does it. */
const remitAndWrite = async (now = NOW): Promise<readonly PayoutFile[]> => {
  const { files } = await remit(now)
  for (const file of files) await markPayoutFileWritten(desk.database, file, now)
  return files
}
const remitOne = async (): Promise<PayoutFile> => {
  const [file, ...others] = await remitAndWrite()
  assert.ok(file)
  assert.equal(others.length, 0)
  return file
}
const take = (text: string) => {
  const payer = describePayingAccount(desk.account, AGREEMENT)
  return takePaymentReturn({ ...desk }, ACCOUNT_ID, parsePaymentReturn(text, payer), NOW)
}
const keysOf = ({ text }: PayoutFile): string[] =>
  linesOf(text)
    .filter(line => cut(line, 14) === 'A')
    .map(line => cut(line, 74, 93).trim())
const statesOf = (ids: readonly string[]) => Promise.all(ids.map(async id => (await desk.find(id)).state))
const bankBalance = () => computeBalance(desk.database, accountOf.bank(ACCOUNT_ID))

test('approved orders leave in numbered files, Pix apart from transfers, each order once', async () => {
  const [maria, jose] = [await desk.order(MARIA), await desk.order(JOSE)]
  const [pix, ted] = await remitAndWrite()
  assert.ok(pix && ted)
  assert.deepEqual([pix.fileSequence, pix.method, ted.fileSequence, ted.method], [1, 'PIX', 2, 'TRANSFER'])
  assert.deepEqual(keysOf(pix), [maria.payoutKey])
  assert.deepEqual(keysOf(ted), [jose.payoutKey])
  // The bank takes two files made in the same second for one.
  assert.notEqual(cut(pix.text, 144, 157), cut(ted.text, 144, 157))
  const sent = await desk.find(maria.id)
  assert.deepEqual([sent.state, sent.rail], ['sending', 'cnab'])
  const events = await listPayoutEvents(desk.database, jose.id)
  assert.equal(events.at(-1)?.code, 'FILE_2')
  assert.deepEqual(await remit(), { files: [], left: [] })
  const third = await desk.order(MARIA)
  assert.deepEqual(keysOf(await remitOne()), [third.payoutKey])
})

test('a file that was made and not written is the same again, byte by byte, and no other is made meanwhile', async () => {
  await desk.order(MARIA)
  const { files } = await remit()
  await desk.order(JOSE)
  // Neither another time nor another agreement changes it.
  await setPayoutAgreement(desk.database, { ...AGREEMENT, agreement: '999' }, NOW)
  const again = await remit(new Date('2026-11-18T13:00:00Z'))
  assert.deepEqual(again.files, files)
  for (const file of files) await markPayoutFileWritten(desk.database, file, NOW)
  assert.equal((await remitOne()).fileSequence, 2)
})

test('two remittances at once make one file', async () => {
  await desk.order(MARIA)
  const both = await Promise.all([remit(), remit()])
  assert.deepEqual(both[0].files, both[1].files)
  assert.equal(await desk.count('payout_files'), 1)
})

test('the stored file shows no payee, and is erased when all its orders are decided', async () => {
  await desk.order(MARIA)
  await desk.order({ ...MARIA, name: 'Ana' })
  const { text } = await remitOne()
  const [row] = await desk.database.run<{ box: Buffer; sha256: string }>(
    { name: '', text: 'SELECT box, sha256 FROM payout_files' },
    [],
  )
  assert.ok(row)
  assert.ok(!row.box.includes('MARIA') && !row.box.includes('52998224725'))
  assert.equal(row.sha256, sha256(text))
  await take(answer(text, [{ codes: '00' }, { codes: 'BD' }]))
  assert.equal(await desk.count('payout_files', 'box IS NOT NULL'), 1)
  await take(answer(text, [{ codes: '00' }, { codes: 'PJ' }]))
  assert.equal(await desk.count('payout_files', 'box IS NOT NULL'), 0)
})

test('an order that cannot be written stays approved and is named; the others leave', async () => {
  // An order over HTTP may name a bank that is not in our list; a file may not.
  const wrong = { ...JOSE, to: { ...JOSE.to, bankCode: '998' } as typeof JOSE.to }
  const [bad, good] = [await desk.order(wrong), await desk.order(MARIA)]
  const { files, left } = await remit()
  assert.deepEqual(files.flatMap(keysOf), [good.payoutKey])
  assert.equal(left.length, 1)
  assert.equal(left[0]?.orderId, bad.id)
  assert.match(left[0]?.reason ?? '', /^payee\.to\.bankCode/)
  assert.equal((await desk.find(bad.id)).state, 'approved')
})

test('orders that are not due, not approved or of a row that somebody changed do not leave', async () => {
  await desk.order(MARIA, { dueOn: parseCalendarDate('2026-11-17') })
  const forged = await desk.order(MARIA)
  await desk.database.run(
    { name: '', text: 'UPDATE payout_orders SET amount_centavos = 99999 WHERE id = $1' },
    [forged.id],
  )
  const { files, left } = await remit()
  assert.deepEqual(files, [])
  assert.match(left[0]?.reason ?? '', /changed outside the program/)
})

test('what a bank may have from another rail is not paid again by a file', async () => {
  const order = await desk.order(MARIA)
  await desk.database.run(
    {
      name: '',
      text: `INSERT INTO payout_events (order_id, position, event, state, actor, at) VALUES ($1, 9, 'sent', 'sending', 'http', now())`,
    },
    [order.id],
  )
  const { files, left } = await remit()
  assert.deepEqual(files, [])
  assert.match(left[0]?.reason ?? '', /may have it/)
})

test('the order of a suspended retailer stays behind', async () => {
  const retailerId = newId()
  const lines = [{ transactionId: newId(), amountCentavos: 12_345 }]
  // Terms of nobody count as suspended.
  const order = await desk.order(MARIA, { kind: 'RETAILER', subject: retailerId, retailerId, lines })
  assert.deepEqual(await remit(), {
    files: [],
    left: [{ orderId: order.id, reason: 'the retailer is suspended' }],
  })
})

test('a received Pix that is given back does not leave by a file', async () => {
  const order = await desk.order({ ...MARIA, returnOf: 'E60746948202611161203A1b2C3d4E5f' })
  const { files, left } = await remit()
  assert.deepEqual(files, [])
  assert.deepEqual(
    left.map(({ orderId }) => orderId),
    [order.id],
  )
  assert.equal((await desk.find(order.id)).state, 'approved')
})

test('an account without an agreement makes no files', async () => {
  await desk.database.run({ name: '', text: 'DELETE FROM payout_agreements' }, [])
  assert.equal(await remitOrders(desk, desk.account, NOW), undefined)
})

test('paid, failed, accepted, canceled and unknown orders follow the return, and the books with them', async () => {
  const orders = []
  for (const codes of ['00', 'PJ', 'BD', 'BF', 'XX']) orders.push({ codes, order: await desk.order(MARIA) })
  const ids = orders.map(({ order }) => order.id)
  const { text } = await remitOne()
  const { lines } = await take(answer(text, orders))
  assert.deepEqual(await statesOf(ids), ['paid', 'failed', 'accepted', 'canceled', 'unknown'])
  assert.deepEqual(
    lines.map(({ result, reason }) => reason ?? result),
    ['applied', 'applied', 'applied', 'applied', 'UNREADABLE'],
  )
  const paid = await desk.find(ids[0] ?? '')
  assert.equal(paid.providerId, '00000000000000098765')
  assert.equal(paid.settledAt?.toISOString(), '2026-11-17T15:00:00.000Z')
  const failed = await desk.find(ids[1] ?? '')
  assert.deepEqual([failed.failureKind, failed.failureCode], ['PAYEE_INVALID', 'PJ'])
  assert.equal(await bankBalance(), -12_345)
  assert.equal(await computeBalance(desk.database, accountOf.inTransit(ids[1] ?? '')), 0)
})

test('acceptance, payment and return come in three files; an early one that comes late changes nothing', async () => {
  const { id } = await desk.order(MARIA)
  const { text } = await remitOne()
  const say = async (codes: string) => {
    const taken = await take(answer(text, [{ codes }]))
    return [...taken.lines.map(({ result, reason }) => reason ?? result), (await desk.find(id)).state]
  }
  assert.deepEqual(await say('5A'), ['applied', 'accepted'])
  assert.deepEqual(await say('00'), ['applied', 'paid'])
  assert.deepEqual(await say('BD'), ['known', 'paid'])
  assert.deepEqual(await say('AL'), ['IMPOSSIBLE', 'paid'])
  assert.deepEqual(await say('H4'), ['applied', 'returned'])
  assert.deepEqual(await say('03'), ['IMPOSSIBLE', 'returned'])
  assert.equal(await bankBalance(), 0)
})

test('the same return again, or under another number and time, has no effect', async () => {
  const { id } = await desk.order(MARIA)
  const { text } = await remitOne()
  const paid: readonly Answer[] = [{ codes: '00' }]
  assert.equal((await take(answer(text, paid, 57))).isRepeated, false)
  const { version } = await desk.find(id)
  for (const sequence of [57, 58]) assert.equal((await take(answer(text, paid, sequence))).isRepeated, true)
  assert.equal((await desk.find(id)).version, version)
  assert.equal(await bankBalance(), -12_345)
  assert.equal(await desk.count('payout_cases'), 0)
})

test('a return that was interrupted goes on where it stopped', async () => {
  const [one, two] = [await desk.order(MARIA), await desk.order(MARIA)]
  const { text } = await remitOne()
  const paid = answer(text, [{ codes: '00' }, { codes: '00' }])
  let calls = 0
  const database = {
    ...desk.database,
    transaction: ((work: never) => {
      if (++calls === 2) throw new Error('cut')
      return desk.database.transaction(work)
    }) as typeof desk.database.transaction,
  }
  const payer = describePayingAccount(desk.account, AGREEMENT)
  const file = parsePaymentReturn(paid, payer)
  await assert.rejects(takePaymentReturn({ ...desk, database }, ACCOUNT_ID, file, NOW), /cut/)
  assert.deepEqual(await statesOf([one.id, two.id]), ['paid', 'sending'])
  const { lines } = await take(paid)
  assert.deepEqual(
    lines.map(({ result }) => result),
    ['known', 'applied'],
  )
  assert.equal(await bankBalance(), -24_690)
})

test('a line of an unknown order is a case and does not hold up the others', async () => {
  const { id, payoutKey } = await desk.order(MARIA)
  const other = await desk.order(MARIA)
  const { text } = await remitOne()
  const foreign = answer(text, [{ codes: '00' }, { codes: '00' }]).replaceAll(payoutKey, 'UNKNOWN'.padEnd(20))
  const { lines } = await take(foreign)
  assert.deepEqual(
    lines.map(({ result, reason }) => reason ?? result),
    ['UNKNOWN_ORDER', 'applied'],
  )
  assert.deepEqual(await statesOf([id, other.id]), ['sending', 'paid'])
  const [opened] = await listPayoutCases(desk.database, 10)
  assert.deepEqual([opened?.reason, opened?.payoutKey, opened?.orderId], ['UNKNOWN_ORDER', 'UNKNOWN', null])
})

test('an order that was in no file of the account is not settled by its return', async () => {
  const sent = await desk.order(MARIA)
  const { text } = await remitOne()
  const waiting = await desk.order(MARIA)
  const { lines } = await take(answer(text, [{ codes: '00' }]).replaceAll(sent.payoutKey, waiting.payoutKey))
  assert.equal(lines[0]?.reason, 'NOT_IN_A_FILE')
  assert.deepEqual(await statesOf([sent.id, waiting.id]), ['sending', 'approved'])
})

test('an amount that differs, stated or paid, settles nothing', async () => {
  const { id } = await desk.order(MARIA)
  const { text } = await remitOne()
  const paidMore = await take(answer(text, [{ codes: '00', paidCentavos: 12_346 }]))
  assert.equal(paidMore.lines[0]?.reason, 'OTHER_AMOUNT')
  const stated = answer(text, [{ codes: '00' }]).replaceAll('000000000012345', '000000000012344')
  assert.equal((await take(stated)).lines[0]?.reason, 'OTHER_AMOUNT')
  assert.equal((await desk.find(id)).state, 'sending')
  assert.equal(await bankBalance(), 0)
})

test('an order that is reported paid under a second number is a case: the money may have left twice', async () => {
  const { id } = await desk.order(MARIA)
  const { text } = await remitOne()
  await take(answer(text, [{ codes: '00', bankNumber: '1' }]))
  const { lines } = await take(answer(text, [{ codes: '00', bankNumber: '2' }]))
  assert.equal(lines[0]?.reason, 'PAID_TWICE')
  assert.equal((await desk.find(id)).state, 'paid')
  assert.equal(await bankBalance(), -12_345)
})

test('an order that was changed outside the program is not settled', async () => {
  const { id } = await desk.order(MARIA)
  const { text } = await remitOne()
  await desk.database.run({ name: '', text: "UPDATE payout_orders SET provider_id = 'X' WHERE id = $1" }, [
    id,
  ])
  assert.equal((await take(answer(text, [{ codes: '00' }]))).lines[0]?.reason, 'FORGED_ORDER')
  assert.equal(await bankBalance(), 0)
})

test('numbers of files that a restored database has forgotten are not given out again', async () => {
  const marks = new Map<string, number>()
  const kept = {
    cover: async (name: string, number: number) => void marks.set(name, number),
    list: () => marks,
    close: async () => {},
  }
  await desk.order(MARIA)
  await remitOrders({ ...desk, marks: kept }, desk.account, NOW)
  const [[name] = ['']] = marks
  marks.set(name, 41)
  const forgotten = await listForgottenFileNumbers(desk.database, marks)
  assert.deepEqual(forgotten, [{ accountId: ACCOUNT_ID, name, known: 1, mark: 41 }])
  assert.deepEqual(await skipForgottenFileNumbers(desk.database, marks), forgotten)
  await desk.database.run({ name: '', text: 'UPDATE payout_files SET written_at = now()' }, [])
  await desk.order(MARIA)
  assert.equal((await remitOne()).fileSequence, 42)
})
