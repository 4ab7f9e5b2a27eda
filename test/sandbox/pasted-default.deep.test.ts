import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loanDecisionCommands } from '../../src/cli/loan-decisions.ts'
import { loanCommands } from '../../src/cli/loans.ts'
import { operatorCommands } from '../../src/cli/operators.ts'
import { proposalCommands } from '../../src/cli/proposals.ts'
import { provideMonths } from '../../src/domains/loans/provide-month.ts'
import { seedDemonstrationOperators } from '../../src/sandbox/demonstration-operators.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { takeBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { expectSoundBooks } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  await seedDemonstrationOperators(app.services)
})
after(() => app.stop())

test('the lines of the sandbox page make a contract fall due as a whole, list it, write it off, and take it back when it is paid', async () => {
  const variables = takeBlocks('docs/tour.md', 'sh', '')
  const blocks = takeBlocks('docs/api/sandbox.md', 'sh', 'Default')
  assert.equal(blocks.length, 3)
  const commands = { ...loanCommands, ...operatorCommands, ...proposalCommands, ...loanDecisionCommands }
  const [, owed = '', recovered = '', paid = ''] = await pasteBlocks(app, [...variables, ...blocks], commands)
  const [overdue, ahead, claimed, left] = owed.split('\n').map(Number)
  assert.ok(overdue && ahead && claimed)
  assert.ok(claimed > overdue)
  assert.equal(left, 0)
  const [written = '', status, ...journal] = recovered.split('\n')
  assert.match(written, /^approved and done: loan [0-9a-f]{24}$/)
  assert.equal(status, 'OPEN')
  assert.match(journal.join('\n'), /recovery/)
  assert.equal(paid.trim(), 'CLOSED')
  const listings = await query(
    app,
    'SELECT state, removal_reason AS reason, listed_at IS NOT NULL AS "wasListed" FROM listings',
  )
  assert.deepEqual(listings, [{ state: 'REMOVED', reason: 'PAID', wasListed: true }])
  const [loan] = await query<{ isAccelerated: boolean; isWrittenOff: boolean; isEnded: boolean }>(
    app,
    'SELECT accelerated_on IS NOT NULL AS "isAccelerated", written_off_on IS NOT NULL AS "isWrittenOff", ended_on IS NOT NULL AS "isEnded" FROM loans',
  )
  assert.deepEqual(loan, { isAccelerated: true, isWrittenOff: true, isEnded: true })
  await provideMonths(app.services)
  const [allowance] = await query<{ left: number; provided: number }>(
    app,
    `SELECT coalesce(sum(amount_centavos), 0)::bigint AS left, count(*)::integer AS provided FROM ledger_postings
      WHERE account LIKE 'allowance:%'`,
  )
  assert.equal(allowance?.left, 0)
  assert.ok(Number(allowance?.provided) > 3)
  await expectSoundBooks(app)
})
