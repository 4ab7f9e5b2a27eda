import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { createAccount } from '../../../src/domains/lender/accounts.ts'
import type { Billet } from '../../../src/domains/receivables/billets/billet.ts'
import { composeRemittanceFile } from '../../../src/domains/receivables/exchange-orders.ts'
import { cancelBillets } from '../../../src/domains/receivables/issue-receivables.ts'
import { InputError } from '../../../src/kernel/faults.ts'
import { DEMONSTRATION_ACCOUNT } from '../../../src/sandbox/demonstration-account.ts'
import { type BankDesk, openBankDesk } from './bank-desk.ts'
import { cut } from './return-text.ts'
import { ACCOUNT_ID, sampleAccounts } from './sample-titles.ts'

let desk: BankDesk
beforeEach(async () => {
  desk = await openBankDesk()
})
afterEach(() => desk.close())

/** Movement and billet of every order in a remittance. */
const ordersOf = (text: string): string[] =>
  text
    .split('\r\n')
    .filter(line => cut(line, 8) === '3' && cut(line, 14) === 'P')
    .map(line => `${cut(line, 16, 17)} ${cut(line, 196, 220).trim().toLowerCase()}`)
const sequenceOf = (text: string): number => Number(cut(text, 158, 163))
const cancel = ([billet]: readonly Billet[]) =>
  desk.services.database.transaction(tx =>
    cancelBillets(tx, desk.services.secrets, billet ?? assert.fail(), desk.clock.now()),
  )
const countOrders = (state: string): Promise<number> => desk.count('bank_orders', `state = '${state}'`)

test('every order is in exactly one file, in order, and files are numbered without a gap', async () => {
  const first = await desk.issue(1)
  assert.match(await desk.run('bank export', 'one.rem'), /^file 1 with 3 orders is in .*one\.rem$/)
  assert.equal(await desk.run('bank export', 'none.rem'), 'no orders wait for this account')
  const second = await desk.issue(2)
  await desk.run('bank export', 'two.rem')
  await cancel(second)
  await desk.run('bank export', 'three.rem')
  const [one, two, three] = [
    await desk.read('one.rem'),
    await desk.read('two.rem'),
    await desk.read('three.rem'),
  ]
  assert.deepEqual([sequenceOf(one), sequenceOf(two), sequenceOf(three)], [1, 2, 3])
  const inOrder = (billets: readonly Billet[], movement: string) =>
    billets.map(({ id }) => `${movement} ${id}`)
  assert.deepEqual(ordersOf(one), inOrder(first, '01'))
  assert.deepEqual(ordersOf(two), inOrder(second, '01'))
  assert.deepEqual(ordersOf(three).toSorted(), inOrder(second, '02').toSorted())
  assert.deepEqual([await countOrders('pending'), await countOrders('sent')], [0, 9])
})

test('a registration that was not sent and its write-off cancel each other out', async () => {
  await cancel(await desk.issue(1))
  assert.equal(await desk.run('bank export', 'none.rem'), 'no orders wait for this account')
  assert.deepEqual([await countOrders('pending'), await countOrders('canceled')], [0, 6])
})

test('a write-off waits for the file after the one of its registration', async () => {
  const billets = await desk.issue(1)
  await cancel(billets)
  // Both orders unsent, as versions before this one left them.
  await desk.services.database.run({ name: '', text: "UPDATE bank_orders SET state = 'pending'" }, [])
  await desk.run('bank export', 'one.rem')
  await desk.run('bank export', 'two.rem')
  const movements = async (file: string) => ordersOf(await desk.read(file)).map(order => order.slice(0, 2))
  assert.deepEqual(await movements('one.rem'), ['01', '01', '01'])
  assert.deepEqual(await movements('two.rem'), ['02', '02', '02'])
})

test('only its owner may read the file', async () => {
  await desk.issue(1)
  await desk.run('bank export', 'one.rem')
  assert.equal((await stat(join(desk.folder, 'one.rem'))).mode & 0o777, 0o600)
})

test('an export that died before its file was on disk is finished by the next one, byte by byte', async () => {
  await desk.issue(1)
  const begun = await composeRemittanceFile(desk.services, sampleAccounts['237'], desk.clock.now())
  desk.clock.advance({ days: 2 })
  await desk.issue(2)
  assert.match(await desk.run('bank export', 'late.rem'), /^file 1 with 3 orders/)
  assert.equal(await desk.read('late.rem'), begun?.text)
  assert.match(await desk.run('bank export', 'next.rem'), /^file 2 with 3 orders/)
})

test('another file under that name stays as it is, and its orders are written elsewhere', async () => {
  await desk.issue(1)
  await desk.write('one.rem', 'not sent yet')
  await assert.rejects(desk.run('bank export', 'one.rem'), /already exists with other contents/)
  assert.equal(await desk.read('one.rem'), 'not sent yet')
  await assert.rejects(desk.run('bank export', 'no/folder.rem'), /no\/folder\.rem cannot be written: /)
  assert.match(await desk.run('bank export', 'two.rem'), /^file 1 with 3 orders/)
})

test('only accounts at real banks are exported', async () => {
  const { id, ...settings } = DEMONSTRATION_ACCOUNT
  await createAccount(desk.services.database, desk.services.secrets, settings, {
    id,
    now: desk.clock.now(),
    channel: 'sandbox',
  })
  await assert.rejects(desk.run('bank export', 'one.rem', id), /is at the sandbox bank/)
  await assert.rejects(desk.run('bank export', 'one.rem', 'nobody'), /there is no account nobody/)
})

test('exports at the same time never put an order into two files', async () => {
  await desk.issue(1)
  const said = await Promise.all([1, 2, 3, 4].map(at => desk.run('bank export', `${at}.rem`)))
  const written = said.flatMap((text, at) => (text.startsWith('file') ? [`${at + 1}.rem`] : []))
  const texts = new Set(await Promise.all(written.map(file => desk.read(file))))
  assert.equal(texts.size, 1)
  assert.equal(await desk.count('remittance_files'), 1)
})

test('a title that no bank would accept is named, uses no file number and leaves the orders waiting', async () => {
  await desk.issue(1, { payer: { state: 'SCC' } })
  await assert.rejects(desk.run('bank export', 'one.rem'), (error: unknown) => {
    assert.ok(error instanceof InputError)
    assert.match(error.message, /^no file was written\. Billet [0-9a-f]{24}: state has room for 2/)
    return true
  })
  assert.deepEqual([await countOrders('pending'), await desk.count('remittance_files')], [3, 0])
  assert.equal(await desk.count('lender_accounts', `id = '${ACCOUNT_ID}' AND last_file_sequence = 0`), 1)
})
