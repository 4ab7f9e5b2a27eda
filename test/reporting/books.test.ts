import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bookCommands } from '../../src/cli/books.ts'
import { closingCommands } from '../../src/cli/closing.ts'
import { composeCsvLine, writeReais } from '../../src/domains/reporting/csv.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, moveClock, pay, read } from '../support/purchase-http.ts'

let app: TestApp
let folder: string
before(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'crediario-books-'))
})
after(async () => {
  await rm(folder, { recursive: true })
  await app.stop()
})

const run = async (name: string, options: Record<string, string> = {}): Promise<string> => {
  const command = { ...bookCommands, ...closingCommands }[name]
  assert.ok(command, name)
  const act = { person: 'contadora', tell: () => {} }
  return command.run(app.services, { words: name.split(' '), options, act })
}

type Line = Readonly<Record<string, string>>

/** No cell of these files has a comma or a quotation mark. */
async function readCsv(file: string): Promise<Line[]> {
  const [header = '', ...lines] = (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n')
  const names = header.split(',')
  return lines.map(line => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])))
}

const sum = (lines: readonly Line[], name: string): number =>
  lines.reduce((total, line) => total + Math.round(Number(line[name] || 0) * 100), 0)

test('journal, trial balance and contracts of a month say the same, to the centavo', async () => {
  const { transactionId } = await buyOpen(app, { installments: 6 })
  const { installments = [] } = await read(app, transactionId)
  await moveClock(app, 'P30D')
  await pay(app, installments[0]?.id ?? '')
  await buyOpen(app)
  await moveClock(app, 'P25D')
  await run('closing run', { month: '2026-04' })
  await run('books export', { month: '2026-04', folder })
  const journal = await readCsv('journal-2026-04.csv')
  const balance = await readCsv('trial-balance-2026-04.csv')
  const contracts = await readCsv('contracts-2026-04.csv')
  const revenue = await readCsv('revenue-2026-04.csv')
  assert.ok(journal.length > 20 && journal.every(line => line.booked_on?.startsWith('2026-04')))
  assert.equal(sum(journal, 'debit'), sum(journal, 'credit'))
  for (const { account, debit, credit, opening, closing } of balance) {
    const lines = journal.filter(line => line.account?.split(':')[0] === account)
    assert.equal(sum(lines, 'debit'), Math.round(Number(debit) * 100), account)
    assert.equal(sum(lines, 'credit'), Math.round(Number(credit) * 100), account)
    assert.equal(
      Math.round((Number(opening) + Number(debit) - Number(credit)) * 100),
      Math.round(Number(closing) * 100),
    )
  }
  assert.equal(sum(balance, 'closing'), 0)
  const inBooks = (account: string) =>
    sum(
      balance.filter(line => line.account === account),
      'closing',
    )
  assert.equal(contracts.length, 2)
  assert.equal(sum(contracts, 'gross_carrying_amount'), inBooks('customer') + inBooks('unearned-interest'))
  assert.equal(sum(contracts, 'provision'), -inBooks('allowance'))
  const total = revenue.find(line => line.account === 'total')
  const earned = journal.filter(line => line.account === 'interest-income')
  assert.equal(
    Math.round(Number(revenue.find(line => line.account === 'interest-income')?.pis_cofins_base) * 100),
    sum(earned, 'credit') - sum(earned, 'debit'),
  )
  assert.ok(Number(total?.iss_base) <= Number(total?.pis_cofins_base))
})

test('every kind of account that was ever posted to has an account of the chart, and a lender may load its own', async () => {
  const listed = await run('books cosif')
  const kinds = await query<{ kind: string }>(
    app,
    `SELECT DISTINCT split_part(account, ':', 1) AS kind FROM ledger_postings`,
  )
  for (const { kind } of kinds) assert.match(listed, new RegExp(`^${kind} +[0-9.]+ `, 'm'))
  const file = join(folder, 'cosif.csv')
  await writeFile(file, 'kind,code,name\nbank,1.1.2.30.00.001,"Banco, conta movimento"\n')
  assert.match(await run('books cosif', { file }), /^bank +1\.1\.2\.30\.00\.001 +Banco, conta movimento/m)
  await run('books export', { month: '2026-04', what: 'trial-balance', folder })
  assert.match(
    await readFile(join(folder, 'trial-balance-2026-04.csv'), 'utf8'),
    /^bank,1\.1\.2\.30\.00\.001,/m,
  )
  for (const [text, problem] of [
    ['cash,1.1,Caixa', /line 1: cash is not a kind of account/],
    ['bank,x,Banco', /line 1: x is not an account/],
    ['bank,1.1,Banco\nbank,1.2,Banco', /line 2: bank is named twice/],
  ] as const) {
    await writeFile(file, text)
    await assert.rejects(run('books cosif', { file }), problem)
  }
})

test('a cell cannot become a formula, and amounts keep every centavo', () => {
  assert.equal(composeCsvLine(['=1+1', 'a,"b"', -5, '-5.00', '-a', null]), `'=1+1,"a,""b""",-5,-5.00,'-a,\n`)
  assert.deepEqual(
    [writeReais(-5), writeReais(123_456), writeReais(0), writeReais(-100_001)],
    ['-0.05', '1234.56', '0.00', '-1000.01'],
  )
})
