import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { runAudited } from '../../../src/cli/audited.ts'
import { bankCommands } from '../../../src/cli/bank.ts'
import { verifyLedger } from '../../../src/domains/ledger/verify.ts'
import { reconcileBillets } from '../../../src/domains/receivables/reconcile-billets.ts'
import { type BankDesk, openBankDesk, reportPaid, writeReturn } from './bank-desk.ts'
import { asFile } from './return-text.ts'

let desk: BankDesk
beforeEach(async () => {
  desk = await openBankDesk()
})
afterEach(() => desk.close())

const readBooks = async () => {
  const { fault, balancesCentavos } = await verifyLedger(desk.services.database)
  assert.equal(fault, undefined)
  assert.equal((await reconcileBillets(desk.services.database)).fault, undefined)
  return new Map([...balancesCentavos].toSorted())
}
async function importFile(name: string, text: string): Promise<string> {
  await desk.write(name, text)
  return desk.run('bank import', name)
}
const HELD = "state = 'held' AND reason = 'SUSPECTED_DUPLICATE'"

test('the same lines under three file numbers are one credit; the others are held and book nothing', async () => {
  const [one] = await desk.issue(1)
  assert.ok(one)
  const titles = [reportPaid(one)]
  assert.match(
    await importFile('1.ret', writeReturn(titles, 9001)),
    /credited 1, partial 0, suspense 0, held 0,/,
  )
  const books = await readBooks()
  for (const number of [9002, 9003]) {
    const printed = await importFile(`${number}.ret`, writeReturn(titles, number))
    assert.match(printed, /credited 0, partial 0, suspense 0, held 1, noted 0, repeated 0\n/)
    assert.match(printed, new RegExp(`\\ncase [0-9a-f]{24}: SUSPECTED_DUPLICATE, cnab:237:${number}:1-1:`))
  }
  assert.deepEqual(await readBooks(), books)
  assert.equal(await desk.count('suspense_cases', HELD), 2)
  assert.equal(await desk.count('suspense_cases', "state = 'open'"), 0)
  for (const number of [9001, 9002, 9003])
    assert.match(await importFile('again.ret', writeReturn(titles, number)), /held 0, noted 0, repeated 1$/)
  assert.deepEqual(await readBooks(), books)
})

test('money for an unknown title is suspended once, also when two files report it at the same moment', async () => {
  const [one] = await desk.issue(1)
  assert.ok(one)
  const titles = [reportPaid(one, { ourNumber: '00600000999999999990' })]
  const numbers = [9001, 9002, 9003, 9004]
  await Promise.all(numbers.map(number => importFile(`${number}.ret`, writeReturn(titles, number))))
  assert.equal(await desk.count('suspense_cases', "state = 'open' AND reason = 'UNKNOWN_BILLET'"), 1)
  assert.equal(await desk.count('suspense_cases', HELD), 3)
  assert.equal((await readBooks()).get('suspense'), -one.amountCentavos)
})

test('of two equal lines in one file the second is held; a line that differs in amount, day or channel is not', async () => {
  const [one, two] = await desk.issue(1)
  assert.ok(one && two)
  const paid = reportPaid(one)
  const printed = await importFile(
    'day.ret',
    writeReturn([
      paid,
      paid,
      { ...paid, paid: 5 },
      { ...paid, occurredOn: '01042026' },
      { ...paid, reasons: '33' },
      reportPaid(two),
    ]),
  )
  assert.match(printed, /credited 2, partial 0, suspense 3, held 1,/)
  assert.match(printed, /SUSPECTED_DUPLICATE, cnab:237:1:1-3:/)
  await readBooks()
})

test('another batch number, line number or agreement in the header does not make a payment another one', async () => {
  const [one] = await desk.issue(1)
  assert.ok(one)
  await importFile('first.ret', writeReturn([reportPaid(one)], 1))
  const books = await readBooks()
  const lines = writeReturn([reportPaid(one)], 2)
    .slice(0, -2)
    .split('\r\n')
  const moved = lines.map((line, at) => {
    if (at === 0) return `${line.slice(0, 32)}${'7'.repeat(20)}${line.slice(52)}`
    if (at > 4) return line
    const batch = `${line.slice(0, 3)}0007${line.slice(7)}`
    return at === 2 || at === 3 ? `${batch.slice(0, 8)}0004${at}${batch.slice(13)}` : batch
  })
  const changed = await importFile('moved.ret', asFile(moved))
  assert.match(changed, /held 1,.*\n.*SUSPECTED_DUPLICATE, cnab:237:2:7-42:/)
  assert.deepEqual(await readBooks(), books)
})

test('a payment that was imported before contents were compared is known, and its lines elsewhere are held', async () => {
  const [one] = await desk.issue(1)
  assert.ok(one)
  const text = writeReturn([reportPaid(one)], 9001)
  const lines = text.split('\r\n')
  const content = (lines[2] ?? '').slice(14) + (lines[3] ?? '').slice(14)
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 12)
  const insert = `INSERT INTO bank_notices (reference, kind, method, bank, our_number, amount_centavos, paid_on, occurrence,
    reasons, received_at) VALUES ($1, 'paid', 'BILLET', '237', $2, $3, $4, '06', '{}', now())`
  const { database } = desk.services
  await database.transaction(tx =>
    tx.run({ name: '', text: insert }, [
      `cnab:237:9001:1-1:${digest}`,
      one.ourNumber,
      one.amountCentavos,
      one.dueDate,
    ]),
  )
  assert.match(
    await importFile('old.ret', text),
    /credited 0, partial 0, suspense 0, held 0, noted 0, repeated 1$/,
  )
  assert.match(await importFile('new.ret', writeReturn([reportPaid(one)], 9002)), /credited 0,.* held 1,/)
})

test('a file that does not add up, or is cut, books nothing and names the reason in one sentence', async () => {
  const titles = (await desk.issue(1)).map(billet => reportPaid(billet))
  const lines = writeReturn(titles).slice(0, -2).split('\r\n')
  const trailer = lines.at(-2) ?? ''
  const total = (text: string) => asFile(lines.with(-2, trailer.slice(0, 23) + text + trailer.slice(46)))
  const books = await readBooks()
  const broken: [string, RegExp][] = [
    [total(`000002${'0'.repeat(17)}`), /not imported\. Line 9: the trailer counts 2 titles, there are 3$/],
    [
      total(`000003${'12001'.padStart(17, '0')}`),
      /not imported\. Line 9: the trailer totals titles of 12001 centavos, but they add up to 12000$/,
    ],
    [asFile(lines.toSpliced(4, 2)), /not imported\. Line 8: the trailer counts 10 lines, there are 8$/],
    [
      asFile(lines.slice(0, 6)),
      /not imported\. Line 6: the file ends without its trailer: a part is missing$/,
    ],
  ]
  for (const [text, reason] of broken) await assert.rejects(importFile('broken.ret', text), reason)
  assert.equal(await desk.count('bank_notices'), 0)
  assert.deepEqual(await readBooks(), books)
  const sound = total(`000003${'12000'.padStart(17, '0')}`)
  assert.match(await importFile('sound.ret', sound), /credited 3, partial 0, suspense 0, held 0,/)
})

test('the audit log names the file and its SHA-256, of a file that was refused too', async () => {
  const [one] = await desk.issue(1)
  assert.ok(one)
  const command = bankCommands['bank import']
  assert.ok(command)
  const sound = writeReturn([reportPaid(one)], 9001)
  for (const text of [sound, sound.slice(0, -242)]) {
    await desk.write('day.ret', text)
    const line = { words: ['bank', 'import'], options: { file: join(desk.folder, 'day.ret') } }
    await runAudited(desk.services, command, line).catch(() => 'refused')
  }
  const details = { name: '', text: `SELECT action, subject, details::text FROM audit_notes ORDER BY id` }
  const rows = await desk.services.database.run<{ action: string; subject: string | null; details: string }>(
    details,
    [],
  )
  const hash = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex')
  const ended = rows.filter(({ action }) => action !== 'command.begin')
  assert.deepEqual(
    ended.map(({ action, subject, details: told }) => {
      const { file, sha256 } = JSON.parse(told) as Record<string, unknown>
      return [action, subject, file, sha256]
    }),
    [
      ['command.done', '237:9001', 'day.ret', hash(sound)],
      ['command.failed', null, 'day.ret', hash(sound.slice(0, -242))],
    ],
  )
})
