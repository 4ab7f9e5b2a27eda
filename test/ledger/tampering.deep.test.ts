import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Client } from 'pg'
import { sealEntries } from '../../src/domains/ledger/seal.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { computeImbalance } from '../../src/domains/ledger/store/imbalance.ts'
import { verifyLedger } from '../../src/domains/ledger/verify.ts'
import { computePaymentEntry, computeSuspenseEntry } from '../../src/domains/receivables/entries.ts'
import { newId } from '../../src/kernel/ids.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const secrets = deriveSecrets(randomBytes(32))

const ENTRIES = 40
let testDatabase: TestDatabase
let ids: string[]
let head: { position: number; hash: string }

const bank = `bank:${'b'.repeat(24)}` as const
const now = new Date('2026-03-10T15:00:00Z')

before(async () => {
  testDatabase = await openTestDatabase()
  const { database } = testDatabase
  for (let at = 0; at < ENTRIES; at++) {
    const payment = { reference: `r${at}`, receivedIn: bank, amountCentavos: 1000 + at, receivedAt: now }
    const billet = { id: newId(), retailerId: newId(), transactionId: newId() }
    const charges = { fineCentavos: 20, interestCentavos: 3, excessCentavos: 0 }
    const entry =
      at % 3 === 0
        ? computeSuspenseEntry({ ...payment, billet: undefined, caseId: newId(), reason: 'UNKNOWN_BILLET' })
        : computePaymentEntry({ ...payment, billet, ...charges })
    await database.transaction(async tx => postEntries(tx, secrets, [entry], new Date(now.getTime() + at)))
    if (at % 7 === 0) await sealEntries(database, { secrets, now })
  }
  head = await sealEntries(database, { secrets, now })
  const rows = await database.run<{ id: string }>(
    { name: '', text: 'SELECT entry_id AS id FROM ledger_seals ORDER BY position' },
    [],
  )
  ids = rows.map(({ id }) => id)
})
after(() => testDatabase.close())

/** Changes the books with triggers off, verifies, and undoes the change. */
async function verifyTampered(tamper: string, values: unknown[] = [], anchor?: typeof head) {
  return asAdministratorOf(testDatabase, async client => {
    await saveBooks(client)
    await client.query('SET session_replication_role = replica')
    const changed = await client.query(tamper, values)
    assert.ok((changed.rowCount ?? 0) > 0, `${tamper} changed nothing`)
    try {
      return await verifyLedger(testDatabase.database, anchor && { anchors: [anchor] })
    } finally {
      await restoreBooks(client)
    }
  })
}

const TABLES = ['ledger_entries', 'ledger_postings', 'ledger_seals', 'ledger_unsealed']
async function saveBooks(client: Client): Promise<void> {
  for (const table of TABLES) await client.query(`CREATE TEMP TABLE saved_${table} AS TABLE ${table}`)
}
async function restoreBooks(client: Client): Promise<void> {
  for (const table of TABLES) {
    await client.query(`DELETE FROM ${table}`)
    await client.query(`INSERT INTO ${table} SELECT * FROM saved_${table}`)
  }
}

test('untouched books verify against every noted head', async () => {
  const report = await verifyLedger(testDatabase.database, { anchors: [head] })
  assert.deepEqual(
    [report.fault, report.entryCount, report.head.position, report.head.hash],
    [undefined, ENTRIES, ENTRIES, head.hash],
  )
  const total = [...report.balancesCentavos.values()].reduce((sum, each) => sum + each, 0)
  assert.equal(total, 0)
})

test('sealing again, or by two workers at once, seals nothing twice', async () => {
  const seals = await Promise.all([1, 2, 3].map(() => sealEntries(testDatabase.database, { secrets, now })))
  for (const { added, position, hash } of seals)
    assert.deepEqual({ added, position, hash }, { added: 0, position: head.position, hash: head.hash })
})

const changes: Record<string, string> = {
  'the kind': `UPDATE ledger_entries SET kind = 'refund' WHERE id = $1`,
  'the retailer': `UPDATE ledger_entries SET retailer_id = '${'9'.repeat(24)}' WHERE id = $1`,
  'the contract': `UPDATE ledger_entries SET transaction_id = '${'9'.repeat(24)}' WHERE id = $1`,
  'the reference': `UPDATE ledger_entries SET reference = reference || 'x' WHERE id = $1`,
  'the time, by a microsecond': `UPDATE ledger_entries SET occurred_at = occurred_at + interval '1 microsecond' WHERE id = $1`,
  'the memo': `UPDATE ledger_entries SET memo = '{}' WHERE id = $1`,
  'an account': `UPDATE ledger_postings SET account = 'fee-income' WHERE entry_id = $1 AND line = 2`,
  'amounts that still balance': `UPDATE ledger_postings SET amount_centavos = amount_centavos * 2 WHERE entry_id = $1`,
  'one amount': `UPDATE ledger_postings SET amount_centavos = amount_centavos + 1 WHERE entry_id = $1 AND line = 1`,
  'the order of lines': `UPDATE ledger_postings SET line = 100 - line WHERE entry_id = $1`,
  'a pair of lines more': `INSERT INTO ledger_postings VALUES ($1, 8, 'fee-income', 1), ($1, 9, 'fee-income', -1)`,
  'no postings': `DELETE FROM ledger_postings WHERE entry_id = $1`,
  'no entry': `DELETE FROM ledger_entries WHERE id = $1`,
  'no seal': `DELETE FROM ledger_seals WHERE entry_id = $1`,
  'another hash': `UPDATE ledger_seals SET hash = sha256(hash) WHERE entry_id = $1`,
}

for (const [what, text] of Object.entries(changes)) {
  test(`tampering is found and the first broken entry named: ${what}`, async () => {
    for (const at of [0, 1, 17, ENTRIES - 1]) {
      const { fault } = await verifyTampered(text, [ids[at]])
      // A removed seal is found at the next one, unless it was the last.
      const named = what === 'no seal' && at < ENTRIES - 1 ? ids[at + 1] : ids[at]
      assert.equal(fault?.entryId, named, `${what} at ${at}: ${JSON.stringify(fault)}`)
    }
  })
}

test('two swapped entries are found', async () => {
  const swap = `WITH gone AS (DELETE FROM ledger_seals WHERE entry_id IN ($1, $2) RETURNING *)
    INSERT INTO ledger_seals SELECT sum(position) OVER () - position, entry_id, hash FROM gone`
  const { fault } = await verifyTampered(swap, [ids[4], ids[5]])
  assert.deepEqual([fault?.position, fault?.entryId], [5, ids[5]])
})

test('a truncated chain and a rewritten chain are found by a head noted elsewhere', async () => {
  const cut = `WITH s AS (DELETE FROM ledger_seals WHERE entry_id = $1),
    p AS (DELETE FROM ledger_postings WHERE entry_id = $1) DELETE FROM ledger_entries WHERE id = $1`
  const last = [ids.at(-1)]
  assert.match((await verifyTampered(cut, last, head)).fault?.problem ?? '', /removed from its end/)
  const other = { position: head.position, hash: 'f'.repeat(64) }
  assert.match(
    (await verifyLedger(testDatabase.database, { anchors: [other] })).fault?.problem ?? '',
    /written anew/,
  )
})

test('an entry inserted outside the seal queue, and postings without an entry, are found', async () => {
  const id = newId()
  const entry = `INSERT INTO ledger_entries VALUES ($1, 'payment', NULL, NULL, 'smuggled', now(), '{}', sha256('smuggled'))`
  assert.equal((await verifyTampered(entry, [id])).fault?.entryId, id)
  const postings = `INSERT INTO ledger_postings VALUES ($1, 1, 'fee-income', 1), ($1, 2, 'fee-income', -1)`
  assert.equal((await verifyTampered(postings, [id])).fault?.entryId, id)
})

test('the problem is named: a missing seal, a removed entry, books out of balance', async () => {
  const problemOf = async (text: string) => (await verifyTampered(text, [ids[4]])).fault?.problem ?? ''
  assert.match(await problemOf(changes['no seal'] ?? ''), /^seal 5 is missing/)
  assert.match(await problemOf(changes['no entry'] ?? ''), /^the entry was removed/)
  // As if the attacker had resealed the books after the change.
  await asAdministratorOf(testDatabase, async client => {
    await saveBooks(client)
    await client.query('SET session_replication_role = replica')
    await client.query('INSERT INTO ledger_unsealed SELECT entry_id FROM ledger_seals')
    await client.query('DELETE FROM ledger_seals')
    try {
      const { database } = testDatabase
      await client.query(changes['one amount'] ?? '', [ids[4]])
      assert.equal(await computeImbalance(database), 1)
      const odd = (await verifyLedger(database)).fault
      assert.deepEqual([odd?.entryId, odd?.position], [ids[4], undefined])
      assert.match(odd?.problem ?? '', /^debits exceed credits by 1 centavos/)
      await client.query(changes['no postings'] ?? '', [ids[4]])
      assert.match((await verifyLedger(database)).fault?.problem ?? '', /^it has no postings/)
    } finally {
      await restoreBooks(client)
    }
  })
})
