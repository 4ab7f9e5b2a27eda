import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type App, createApp } from '../../../src/app/app.ts'
import { parseConfig } from '../../../src/app/config/config.ts'
import { payoutFileCommands } from '../../../src/cli/payout-files.ts'
import { createAccount } from '../../../src/domains/lender/accounts.ts'
import { sendDue } from '../../../src/domains/payouts/exchange-orders.ts'
import { holdMoney, releaseMoney } from '../../../src/domains/payouts/money-hold.ts'
import { InputError } from '../../../src/kernel/faults.ts'
import { deriveSecrets } from '../../../src/platform/crypto/secrets.ts'
import { DEMONSTRATION_ACCOUNT } from '../../../src/sandbox/demonstration-account.ts'
import { ACCOUNT_ID } from '../../receivables/cnab/sample-titles.ts'
import { answer, JOSE, MARIA, NOW, openPayoutDesk, type PayoutDesk } from './payout-desk.ts'
import { readSample } from './sample-payments.ts'

const config = parseConfig({})
let desk: PayoutDesk
let services: App
let folder: string
before(async () => {
  desk = await openPayoutDesk(deriveSecrets(config.encryptionKey))
  services = createApp({ config, database: desk.database, clock: { now: () => NOW } })
  folder = await mkdtemp(join(tmpdir(), 'crediario-payouts-'))
})
after(async () => {
  await services.close()
  await desk.close()
  await rm(folder, { recursive: true })
})

const AGREED = {
  account: ACCOUNT_ID,
  agreement: '123456',
  address: 'Avenida Paulista, 1000, Sala 2',
  city: 'São Paulo',
  'postal-code': '01310-100',
  state: 'SP',
  by: 'TED',
}
const run = (name: string, options: Record<string, string> = {}, words: readonly string[] = []) => {
  const command = payoutFileCommands[name]
  assert.ok(command)
  const act = { person: 'Ana', tell: () => {} }
  return command.run(services, { words: [...name.split(' '), ...words], options, act })
}
const refuses = (name: string, options: Record<string, string>, reason: RegExp, words?: readonly string[]) =>
  assert.rejects(run(name, options, words), (error: unknown) => {
    assert.ok(error instanceof InputError)
    assert.match(error.message, reason)
    return true
  })
const importText = async (name: string, text: string) => {
  await writeFile(join(folder, name), text, 'latin1')
  return run('payouts import', { file: join(folder, name) })
}

test('orders leave by files of their account, and a return settles them', async () => {
  assert.match(await run('payouts agreement', AGREED), /pays by files from now on/)
  const [maria, jose] = [await desk.order(MARIA), await desk.order(JOSE)]
  const printed = await run('payouts remit', { account: ACCOUNT_ID, folder })
  assert.equal(
    printed,
    [
      `file 1 with 1 orders of 123.45 is in ${join(folder, 'payouts-237-000001-pix.rem')}`,
      `file 2 with 1 orders of 123.45 is in ${join(folder, 'payouts-237-000002-transfer.rem')}`,
    ].join('\n'),
  )
  const path = join(folder, 'payouts-237-000001-pix.rem')
  // Payees are for nobody else to read.
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.equal(
    await run('payouts remit', { account: ACCOUNT_ID, folder }),
    'no order can leave by a file now',
  )
  const text = await readFile(path, 'latin1')
  assert.equal(
    await importText('one.ret', answer(text, [{ codes: '00' }])),
    `file 57 of bank 237: applied 1, known 0, case 0\n${maria.payoutKey} PAID 123.45: paid; applied`,
  )
  assert.equal((await desk.find(maria.id)).state, 'paid')
  assert.match(
    await importText('again.ret', answer(text, [{ codes: '00' }], 58)),
    /imported before: nothing changed/,
  )
  const transfer = await readFile(join(folder, 'payouts-237-000002-transfer.rem'), 'latin1')
  await importText('two.ret', answer(transfer, [{ codes: 'XX' }]))
  assert.equal((await desk.find(jose.id)).state, 'unknown')
  const cases = await run('payouts cases')
  assert.match(cases, new RegExp(`UNREADABLE +${jose.payoutKey} +${jose.id} +XX +123\\.45`))
  const [caseId = ''] = /[0-9a-f]{24}/.exec(cases) ?? []
  assert.equal(await run('payouts explain', {}, [caseId, 'the bank was asked']), `case ${caseId} is closed`)
  await refuses('payouts explain', {}, /there is no open case/, [caseId, 'the bank was asked'])
  assert.equal(await run('payouts cases'), 'no line of a return file waits for a person')
})

test('no other rail takes the orders of an account that pays by files', async () => {
  const order = await desk.order(MARIA)
  const payoutRail = {
    name: 'other',
    send: () => assert.fail('the order was sent'),
    find: () => assert.fail('the order was asked for'),
    close: async () => {},
  }
  await sendDue({ ...services, payoutRail })
  assert.deepEqual(
    [(await desk.find(order.id)).state, (await desk.find(order.id)).problem],
    ['approved', 'WAITS_FOR_FILE'],
  )
  assert.match(await run('payouts remit', { account: ACCOUNT_ID, folder }), /^file 3 with 1 orders/)
})

test('a received Pix is given back by the other rail, although its account pays by files', async () => {
  const order = await desk.order({ ...MARIA, returnOf: 'E60746948202611161203A1b2C3d4E5f' })
  const sent: string[] = []
  const payoutRail = {
    name: 'other',
    async send({ id }: { readonly id: string }) {
      sent.push(id)
      return { outcome: 'unknown', text: '' } as const
    },
    find: () => assert.fail('the order was asked for'),
    close: async () => {},
  }
  await sendDue({ ...services, payoutRail })
  assert.deepEqual(sent, [order.id])
})

test('a file that is there already is not overwritten, and is written elsewhere with the same bytes', async () => {
  await desk.order(MARIA)
  await writeFile(join(folder, 'payouts-237-000004-pix.rem'), 'something else')
  await refuses('payouts remit', { account: ACCOUNT_ID, folder }, /already exists with other contents/)
  const other = await mkdtemp(join(folder, 'other-'))
  await run('payouts remit', { account: ACCOUNT_ID, folder: other })
  assert.deepEqual(await readdir(other), ['payouts-237-000004-pix.rem'])
})

test('what cannot be is refused in one sentence, and changes nothing', async () => {
  const sandbox = DEMONSTRATION_ACCOUNT.id
  const { id, ...settings } = DEMONSTRATION_ACCOUNT
  await createAccount(desk.database, desk.secrets, settings, { now: NOW, channel: 'sandbox', id })
  await refuses('payouts agreement', { ...AGREED, account: sandbox }, /takes no files/)
  await refuses('payouts agreement', { ...AGREED, account: 'x' }, /there is no account x/)
  await refuses('payouts agreement', { ...AGREED, agreement: '12-3' }, /payer\.agreement: bank 237/)
  await refuses('payouts agreement', { ...AGREED, 'postal-code': '123' }, /payer\.address\.zipCode/)
  await refuses('payouts agreement', { ...AGREED, address: 'Avenida Paulista' }, /--address must be/)
  await refuses('payouts agreement', { ...AGREED, by: 'DOC' }, /--by must be PIX or TED/)
  await refuses('payouts import', { file: join(folder, 'none.ret') }, /cannot be read/)
  const path = join(folder, 'foreign.ret')
  await writeFile(path, readSample('bradesco-pix.ret'), 'latin1')
  await refuses(
    'payouts import',
    { file: path },
    /for account 03456\/000000765432 of bank 237, which does not pay by files/,
  )
  const remittance = await readFile(join(folder, 'payouts-237-000001-pix.rem'), 'latin1')
  await writeFile(path, remittance, 'latin1')
  await refuses('payouts import', { file: path }, /foreign\.ret was not imported\. Line 1: .*remittance/)
  const cutFile = answer(remittance, [{ codes: '00' }]).slice(0, 242 * 4)
  await writeFile(path, cutFile, 'latin1')
  await refuses('payouts import', { file: path }, /without its trailer/)
})

test('no file is written while money is held', async () => {
  const order = await desk.order(MARIA)
  const hold = await holdMoney(services, 'person', 'a person has stopped all payouts')
  await refuses(
    'payouts remit',
    { account: ACCOUNT_ID, folder },
    /^no file was written\. no money leaves until/,
  )
  assert.equal((await desk.find(order.id)).state, 'approved')
  assert.deepEqual(await releaseMoney(services, { releasedBy: 'Ana', approvedBy: undefined }), [hold])
  assert.match(await run('payouts remit', { account: ACCOUNT_ID, folder }), /^file \d+ with 1 orders/)
})
