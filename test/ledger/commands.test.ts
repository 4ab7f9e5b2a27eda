import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accountCommands } from '../../src/cli/accounts.ts'
import { ledgerCommands } from '../../src/cli/ledger.ts'
import { InputError } from '../../src/kernel/faults.ts'
import { DEMONSTRATION_ACCOUNT } from '../../src/sandbox/demonstration-account.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { issueContractBillets } from '../support/contract-billets.ts'
import { newContract } from '../support/contracts.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
  const { services, testDatabase, clock, database } = app
  const lender = { ...services, testDatabase, clock, retailerId: DEMO_RETAILER }
  await database.transaction(tx =>
    issueContractBillets(lender, tx, newContract(lender, { downPaymentCentavos: 0 })),
  )
})
after(() => app.stop())

const COMMANDS = { ...accountCommands, ...ledgerCommands }
async function run(line: string, options: Record<string, string> = {}): Promise<string> {
  const command = COMMANDS[line]
  assert.ok(command, line)
  return command.run(app.services, { words: line.split(' '), options })
}

const ITAU = {
  bank: '341',
  agency: '57',
  account: '12345',
  digit: '7',
  portfolio: '109',
  beneficiary: 'Financeira Exemplo S.A.',
  document: '12.345.678/0001-95',
  address: 'Rua Um, 1',
  city: 'Recife',
  'pix-key': 'cobranca@example.com',
}

test('an account is registered once, listed after the demonstration account, and assigned to a retailer', async () => {
  const id = await run('accounts create', ITAU)
  const [, first, second] = (await run('accounts list')).split('\n')
  assert.match(first ?? '', new RegExp(`^${DEMONSTRATION_ACCOUNT.id} +237 +0001/1234567-4 +09 +sandbox`))
  assert.match(second ?? '', new RegExp(`^${id} +341 +0057/12345-7 +109 +file +Financeira Exemplo`))
  await assert.rejects(run('accounts create', ITAU), /registered already/)
  assert.match(await run('accounts assign', { retailer: DEMO_RETAILER, account: id }), new RegExp(id))
})

test('an account for which no billet could be issued is refused with one sentence', async () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ digit: '8' }, /check digit of account 0057\/12345 at bank 341 is 7/],
    [{ bank: '999' }, /Bank 999/],
    [{ document: '123' }, /CNPJ/],
    [{ 'pix-key': 'no key' }, /not a Pix key/],
    [{ city: '' }, /--city is missing/],
  ]
  for (const [change, message] of wrong)
    await assert.rejects(run('accounts create', { ...ITAU, ...change }), error => {
      assert.ok(error instanceof InputError, String(error))
      assert.match(error.message, message)
      return true
    })
  await assert.rejects(run('accounts assign', { retailer: DEMO_RETAILER, account: 'x' }), /no account x/)
})

test('ledger verify prints balances and the head, and refuses broken books by the name of the entry', async () => {
  const sealed = await run('ledger seal')
  const head = /head (\d+:[0-9a-f]{64})$/.exec(sealed)?.[1] ?? ''
  const report = await run('ledger verify', { head })
  assert.match(report, /all balanced/)
  assert.match(report, /customer +300\.00/)
  assert.ok(report.includes(head))
  await assert.rejects(run('ledger verify', { head: 'yesterday' }), /--head must be/)
  await asAdministratorOf(app.testDatabase, async client => {
    await client.query('SET session_replication_role = replica')
    await client.query(
      `UPDATE ledger_postings SET amount_centavos = amount_centavos + 1 WHERE account LIKE 'unearned-interest:%'`,
    )
  })
  await assert.rejects(run('ledger verify'), error => {
    assert.ok(error instanceof InputError)
    assert.match(error.message, /^the books are broken at seal 1, entry [0-9a-f]{24}: /)
    return true
  })
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, /^crediario_ledger_imbalance_centavos 1$/m)
})
