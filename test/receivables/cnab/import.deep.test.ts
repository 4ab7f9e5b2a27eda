import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { bankCommands } from '../../../src/cli/bank.ts'
import { verifyLedger } from '../../../src/domains/ledger/verify.ts'
import { InputError } from '../../../src/kernel/faults.ts'
import { type BankDesk, openBankDesk, reportPaid, writeReturn } from './bank-desk.ts'
import { asFile, returnLines } from './return-text.ts'
import { ACCOUNT_ID } from './sample-titles.ts'

let desk: BankDesk
beforeEach(async () => {
  desk = await openBankDesk()
})
afterEach(() => desk.close())

const readBooks = async () => {
  const { fault, balancesCentavos } = await verifyLedger(desk.services.database)
  assert.equal(fault, undefined)
  return new Map([...balancesCentavos].toSorted())
}

test('an import prints one line of counts, and one line for each notice that needs an operator', async () => {
  const [one, two, three] = await desk.issue(1)
  assert.ok(one && two && three)
  await desk.write(
    'day.ret',
    writeReturn([
      reportPaid(one, { occurrence: '02', paid: 0 }),
      reportPaid(one),
      reportPaid(two, { paid: 1 }),
      reportPaid(three, { occurrence: '03', paid: 0, reasons: '0948' }),
      reportPaid(three, { ourNumber: '00600000999999999990' }),
    ]),
  )
  const [counts, ...rest] = (await desk.run('bank import', 'day.ret')).split('\n')
  assert.equal(counts, 'file 1 of bank 237: credited 1, partial 1, suspense 1, held 0, noted 2, repeated 0')
  assert.equal(rest.length, 2)
  assert.match(rest[0] ?? '', /^case [0-9a-f]{24}: UNKNOWN_BILLET, cnab:237:1:1-9:[0-9a-f]{12}$/)
  assert.equal(
    rest[1],
    `rejected our-number ${three.ourNumber}: the our-number was used before, the postal code is wrong`,
  )
  assert.equal(await desk.count('billets', "payment_status = 'PAID'"), 1)
  // The payment of the second, though not of its amount, shows that the bank knows it.
  assert.equal(await desk.count('bank_orders', "state = 'confirmed'"), 2)
  assert.equal(await desk.count('bank_orders', "state = 'rejected'"), 1)
})

test('a file imported again, and in pieces, leaves the same books', async () => {
  const titles = (await desk.issue(1)).map(billet => reportPaid(billet))
  const lines = writeReturn(titles).split('\r\n')
  await desk.write('day.ret', writeReturn(titles))
  const piece = writeReturn(titles.slice(1)).split('\r\n')
  await desk.write('piece.ret', asFile([...piece.slice(0, 2), ...lines.slice(4, 8), ...piece.slice(6, 8)]))
  assert.match(
    await desk.run('bank import', 'piece.ret'),
    /credited 2, partial 0, suspense 0, held 0, noted 0, repeated 0$/,
  )
  assert.match(
    await desk.run('bank import', 'day.ret'),
    /credited 1, partial 0, suspense 0, held 0, noted 0, repeated 2$/,
  )
  const books = await readBooks()
  assert.match(
    await desk.run('bank import', 'day.ret'),
    /credited 0, partial 0, suspense 0, held 0, noted 0, repeated 3$/,
  )
  assert.deepEqual(await readBooks(), books)
})

test('a broken file has no effect at all, however many good lines come before the bad one', async () => {
  const whole = writeReturn((await desk.issue(1)).map(billet => reportPaid(billet)))
  const books = await readBooks()
  const broken: [string, RegExp][] = [
    [whole.slice(0, -242), /Line 9: the file ends without its trailer/],
    [
      `${whole.slice(0, 7 * 242 + 100)}\u0000${whole.slice(7 * 242 + 101)}`,
      /Line 8: it contains control characters/,
    ],
    ['a;b;c\r\n', /Line 1: it has 5 characters/],
    [Buffer.from(whole.replace('237', '€')).toString('latin1'), /Line 1/],
  ]
  for (const [text, reason] of broken) {
    await desk.write('broken.ret', text)
    await assert.rejects(desk.run('bank import', 'broken.ret'), (error: unknown) => {
      assert.ok(error instanceof InputError, String(error))
      assert.match(error.message, /broken\.ret was not imported\. /)
      assert.match(error.message, reason)
      return true
    })
  }
  assert.equal(await desk.count('bank_notices'), 0)
  assert.deepEqual(await readBooks(), books)
})

test("a file of somebody else's account, or of another bank, is refused before anything is booked", async () => {
  const [one] = await desk.issue(1)
  assert.ok(one)
  const titles = [reportPaid(one)]
  for (const file of [
    { bank: '237', agency: '4042', account: '0061901', titles },
    { bank: '237', agency: '4043', account: '0061900', titles },
    { bank: '341', agency: '4042', account: '0061900', titles },
  ]) {
    await desk.write('foreign.ret', asFile(returnLines(file)))
    await assert.rejects(desk.run('bank import', 'foreign.ret'), /not an account of the lender$/)
  }
  await assert.rejects(desk.run('bank import', 'missing.ret'), /missing\.ret cannot be read/)
  assert.equal(await desk.count('bank_notices'), 0)
})

test('an account counts as read up to the day before a file was made, as long as no file before it is missing', async () => {
  const watermark = async () =>
    (
      await desk.services.database.run<{ readUntil: string; lastFile: number | null }>(
        {
          name: '',
          text: 'SELECT read_until AS "readUntil", last_file AS "lastFile" FROM bank_watermarks WHERE rail = \'BILLET\'',
        },
        [],
      )
    )[0]
  const made = (text: string, day: string) => `${text.slice(0, 143)}${day}${text.slice(151)}`
  const take = async (sequence: number, day: string) => {
    const [billet] = await desk.issue(sequence + 50)
    assert.ok(billet)
    await desk.write(`n${sequence}.ret`, made(writeReturn([reportPaid(billet)], sequence), day))
    return (await desk.run('bank import', `n${sequence}.ret`)).split('\n').slice(1)
  }
  await desk.services.database.run({ name: '', text: 'DELETE FROM bank_watermarks' }, [])
  assert.deepEqual(await take(101, '10042026'), [])
  assert.deepEqual(await watermark(), { readUntil: '2026-04-09', lastFile: 101 })
  const [waits] = await take(103, '14042026')
  assert.match(
    waits ?? '',
    /^account [0-9a-f]{24} waits for file 102: import it, and then the later ones again$/,
  )
  assert.deepEqual(await watermark(), { readUntil: '2026-04-09', lastFile: 101 })
  assert.deepEqual(await take(102, '13042026'), [])
  assert.match(await desk.run('bank import', 'n103.ret'), /repeated 1$/)
  assert.deepEqual(await watermark(), { readUntil: '2026-04-13', lastFile: 103 })
  assert.match(await desk.run('bank import', 'n101.ret'), /repeated 1$/)
  assert.deepEqual(await watermark(), { readUntil: '2026-04-13', lastFile: 103 })
})

test('an operator states that an account was read, by a day that is over; the next file follows whatever its number', async () => {
  const state = (date: string) =>
    bankCommands['bank read-until']?.run(desk.services, { words: [], options: { account: ACCOUNT_ID, date } })
  for (const [date, problem] of [
    ['2039-01-01', '--date must be a day that is over'],
    ['2026-02-30', '--date must be a day such as 2026-11-16'],
  ] as const)
    await assert.rejects(async () => state(date), { message: problem })
  assert.equal(await state('2026-03-09'), `account ${ACCOUNT_ID} counts as read until 2026-03-09`)
})
