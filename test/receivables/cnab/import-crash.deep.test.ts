import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { verifyLedger } from '../../../src/domains/ledger/verify.ts'
import { startChild } from '../../app/child-program.ts'
import { type BankDesk, openBankDesk, reportPaid, writeReturn } from './bank-desk.ts'

const CONTRACTS = 20
const INSTALLMENTS = 12
const program = join(import.meta.dirname, 'import-process.ts')

/** The same contracts and return file in every database: some paid twice, some with a wrong amount, some unknown. */
async function prepare(desk: BankDesk): Promise<void> {
  const titles = []
  for (let contract = 1; contract <= CONTRACTS; contract++) {
    const billets = await desk.issue(contract, { count: INSTALLMENTS })
    titles.push(...billets.map(billet => reportPaid(billet)))
    const [first] = billets
    if (first)
      titles.push(reportPaid(first), reportPaid(first, { paid: 77 }), reportPaid(first, { ourNumber: '' }))
  }
  await desk.write('day.ret', writeReturn(titles))
}

async function readBooks({ services }: BankDesk): Promise<unknown> {
  const { fault, entryCount, balancesCentavos } = await verifyLedger(services.database)
  assert.equal(fault, undefined)
  return { entryCount, balances: [...balancesCentavos].toSorted() }
}

test('an import that is killed and repeated leaves the same books as an uninterrupted one', async t => {
  const [killed, calm] = [await openBankDesk(), await openBankDesk()]
  t.after(() => Promise.all([killed.close(), calm.close()]))
  await prepare(killed)
  await prepare(calm)
  const total = CONTRACTS * (INSTALLMENTS + 3)

  const args = [JSON.stringify(killed.testDatabase.connection), join(killed.folder, 'day.ret')]
  for (const share of [0.2, 0.5]) {
    const child = await startChild(program, args)
    while ((await killed.count('bank_notices')) < share * total) await delay(5)
    await child.end('SIGKILL')
    assert.ok((await killed.count('bank_notices')) < total, 'it was killed too late to show anything')
  }
  const repeated = Number(/repeated (\d+)/.exec(await killed.run('bank import', 'day.ret'))?.[1])
  assert.ok(repeated >= 0.5 * total && repeated < total)

  await calm.run('bank import', 'day.ret')
  assert.deepEqual(await readBooks(killed), await readBooks(calm))
  assert.equal(await killed.count('bank_notices'), total)
  assert.equal(await killed.count('suspense_cases'), CONTRACTS * 3)
  assert.equal(await killed.count('billets', "payment_status = 'PAID'"), CONTRACTS * INSTALLMENTS)
})
