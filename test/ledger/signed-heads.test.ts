import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import type { Client } from 'pg'
import { type App, createApp } from '../../src/app/app.ts'
import { parseConfig } from '../../src/app/config/config.ts'
import { findRewrittenChain, sealAuditLog } from '../../src/app/upkeep/seal-chains.ts'
import { auditCommands } from '../../src/cli/audit.ts'
import { headCommands } from '../../src/cli/heads.ts'
import { ledgerCommands } from '../../src/cli/ledger.ts'
import { type AuditEntry, computeAuditHash } from '../../src/domains/audit/chain.ts'
import { recordAudit } from '../../src/domains/audit/store.ts'
import { computeSeal, sealLedger } from '../../src/domains/ledger/seal.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { FIRST_SEAL } from '../../src/domains/ledger/store/heads.ts'
import { STORED_ENTRY_COLUMNS, type StoredEntry } from '../../src/domains/ledger/store/stored-entry.ts'
import { computePayoutPaidEntry } from '../../src/domains/payouts/entries.ts'
import { listMoneyHolds } from '../../src/domains/payouts/money-hold.ts'
import { newId } from '../../src/kernel/ids.ts'
import { openHeadFile } from '../../src/platform/deployment/kept-heads.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { TestClock } from '../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

/* What an administrator of the database can do to books and audit log without the key: nothing that goes unnoticed. */

let testDatabase: TestDatabase
let services: App
let folder: string
let path: string
const clock = new TestClock()

before(async () => {
  testDatabase = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'crediario-heads-'))
  path = join(folder, 'heads.json')
  const keptHeads = openHeadFile(path, 'this-database')
  services = createApp({ config: parseConfig({}), database: testDatabase.database, clock, keptHeads })
  for (let round = 0; round < 3; round++) await book(3)
})
after(async () => {
  await services.close()
  await testDatabase.close()
  await rm(folder, { recursive: true })
})

const TABLES = [
  'ledger_entries',
  'ledger_postings',
  'ledger_seals',
  'ledger_heads',
  'audit_entries',
  'audit_seals',
]

/** Transfers to a retailer and audit entries, sealed as the worker does it. */
async function book(count: number): Promise<void> {
  const { database } = services
  for (let at = 0; at < count; at++) {
    const now = clock.now()
    const retailerId = newId()
    const entry = computePayoutPaidEntry(
      {
        id: newId(),
        kind: 'RETAILER',
        subject: retailerId,
        retailerId,
        transactionId: undefined,
        lenderAccountId: newId(),
        amountCentavos: 10_000,
      },
      now,
    )
    await database.transaction(async tx => postEntries(tx, services.secrets, [entry], now))
    await recordAudit(database, { operatorId: undefined, action: 'queue.view', details: { at } }, now)
  }
  await sealLedger(services)
  await sealAuditLog(services)
}

/** Does this as the superuser, with the triggers off, and undoes it at the end of the test. */
let undo: (() => Promise<void>) | undefined
async function tamper(work: (client: Client) => Promise<void>): Promise<void> {
  await asAdministratorOf(testDatabase, async client => {
    await client.query('SET session_replication_role = replica')
    for (const table of TABLES) await client.query(`CREATE TABLE saved_${table} AS TABLE ${table}`)
    await work(client)
  })
  undo = () =>
    asAdministratorOf(testDatabase, async client => {
      await client.query('SET session_replication_role = replica')
      for (const table of TABLES) {
        await client.query(`DELETE FROM ${table}`)
        await client.query(`INSERT INTO ${table} SELECT * FROM saved_${table}`)
        await client.query(`DROP TABLE saved_${table}`)
      }
      // What was noted about the faults that are undone.
      await client.query('DELETE FROM audit_notes')
    })
}
afterEach(async () => {
  await undo?.()
  undo = undefined
})

const run = async (name: string, options: Record<string, string> = {}): Promise<string> => {
  const command = { ...ledgerCommands, ...auditCommands, ...headCommands }[name]
  assert.ok(command)
  return command.run(services, { words: name.split(' '), options })
}

/** A transfer ten times as high, and every keyless seal after it computed again. */
async function inflateTransfer(client: Client): Promise<void> {
  await client.query(
    `UPDATE ledger_postings SET amount_centavos = amount_centavos * 10
     WHERE entry_id = (SELECT entry_id FROM ledger_seals WHERE position = 5)`,
  )
  const { rows } = await client.query<StoredEntry & { position: string }>(
    `SELECT s.position, ${STORED_ENTRY_COLUMNS} FROM ledger_seals s JOIN ledger_entries e ON e.id = s.entry_id ORDER BY s.position`,
  )
  let seal = FIRST_SEAL
  for (const row of rows) {
    seal = computeSeal(seal, row)
    await client.query(`UPDATE ledger_seals SET hash = decode($2, 'hex') WHERE position = $1`, [
      seal.position,
      seal.hash,
    ])
  }
}

/** One audit entry less, and every keyless hash after it computed again. */
async function removeAuditEntry(client: Client): Promise<void> {
  await client.query('DELETE FROM audit_entries WHERE position = 4')
  await client.query('UPDATE audit_entries SET position = position - 1 WHERE position > 4')
  const { rows } = await client.query<AuditEntry>(
    `SELECT position::integer, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS at,
       operator_id AS "operatorId", action, subject, details FROM audit_entries ORDER BY position`,
  )
  let hash = '0'.repeat(64)
  for (const row of rows) {
    hash = computeAuditHash(hash, row)
    await client.query(`UPDATE audit_entries SET hash = decode($2, 'hex') WHERE position = $1`, [
      row.position,
      hash,
    ])
  }
}

const expectBroken = async (): Promise<void> => {
  await assert.rejects(run('ledger verify'), /the books are broken/)
  await assert.rejects(run('audit verify'), /the audit log is broken/)
}

test('books and audit log that nobody touched verify, with their signed heads', async () => {
  assert.match(await run('ledger verify'), /^9 entries, all balanced\n9 sealed/)
  assert.match(await run('audit verify'), /^9 entries, all as they were written; 3 seals/)
  assert.equal(await findRewrittenChain(services), undefined)
})

test('a transfer times ten with recomputed seals, and a removed audit entry, fail both verifications', async () => {
  await tamper(async client => {
    await inflateTransfer(client)
    await removeAuditEntry(client)
    await client.query(`DELETE FROM audit_seals WHERE position > 8`)
  })
  await expectBroken()
})

test('with every signed head removed from the database, the heads kept outside still show it, and nothing is signed on', async () => {
  await tamper(async client => {
    await inflateTransfer(client)
    await removeAuditEntry(client)
    await client.query('DELETE FROM ledger_heads')
    await client.query('DELETE FROM audit_seals')
  })
  await assert.rejects(sealLedger(services), /entry 9 of the ledger is not the one that was signed/)
  await assert.rejects(sealAuditLog(services), /the audit log ends before entry 9, which was signed/)
  await expectBroken()
  const [counts] = await services.database.run<{ heads: number; seals: number }>(
    {
      name: '',
      text: 'SELECT (SELECT count(*) FROM ledger_heads) AS heads, (SELECT count(*) FROM audit_seals) AS seals',
    },
    [],
  )
  assert.deepEqual({ ...counts }, { heads: 0, seals: 0 })
  assert.match((await findRewrittenChain(services)) ?? '', /was restored from a backup or rewritten/)
})

test('without anything kept on this machine, a log taken elsewhere shows it', async () => {
  const log = join(folder, 'program.log')
  const [ledger = '', audit = ''] = (await run('heads show')).split('\n')
  const line = (msg: string, head: string): string =>
    JSON.stringify({ level: 'info', head: head.split(' ')[1], msg })
  await writeFile(log, `starting\n${line('ledger sealed', ledger)}\n${audit}\n`)
  const kept = await readFile(path)
  await tamper(async client => {
    await inflateTransfer(client)
    await removeAuditEntry(client)
    await client.query('DELETE FROM ledger_heads')
    await client.query('DELETE FROM audit_seals')
  })
  await rm(path)
  try {
    await assert.rejects(run('ledger verify', { heads: log }), /the books are broken/)
    await assert.rejects(run('audit verify', { heads: log }), /the audit log is broken/)
    await assert.rejects(run('ledger verify', { heads: join(folder, 'none.log') }), /cannot be read/)
  } finally {
    await writeFile(path, kept)
  }
})

test('a head, or an older seal between two, that was removed or forged is found', async () => {
  for (const change of [
    'DELETE FROM ledger_heads WHERE position = 6',
    'UPDATE ledger_heads SET signature = sha256(signature) WHERE position = 6',
  ]) {
    await tamper(async client => void (await client.query(change)))
    await assert.rejects(
      run('ledger verify'),
      /its head was not signed by this deployment, or a head before/,
      change,
    )
    await undo?.()
    undo = undefined
  }
  await tamper(async client => void (await client.query('DELETE FROM audit_seals WHERE position = 6')))
  await assert.rejects(run('audit verify'), /a seal before it was removed/)
})

test('a process killed before it kept its head goes on; a restored database is refused until somebody accepts it', async () => {
  const older = await readFile(path)
  await book(2)
  const newer = await readFile(path)
  await writeFile(path, older)
  assert.equal(await findRewrittenChain(services), undefined, 'an older head is no reason to stop')
  await sealLedger(services)
  await sealAuditLog(services)
  assert.deepEqual(JSON.parse(String(await readFile(path))), JSON.parse(String(newer)))
  await tamper(async client => {
    await client.query('DELETE FROM ledger_seals WHERE position > 9')
    await client.query('DELETE FROM ledger_heads WHERE position > 9')
    await client.query('DELETE FROM audit_entries WHERE position > 9')
    await client.query('DELETE FROM audit_seals WHERE position > 9')
    await client.query(
      `DELETE FROM ledger_postings WHERE entry_id NOT IN (SELECT entry_id FROM ledger_seals)`,
    )
    await client.query(`DELETE FROM ledger_entries WHERE id NOT IN (SELECT entry_id FROM ledger_seals)`)
  })
  assert.match(
    (await findRewrittenChain(services)) ?? '',
    /the ledger ends before entry 11, which was signed/,
  )
  await assert.rejects(sealLedger(services), /ends before entry 11/)
  assert.match(await run('heads accept'), /^accepted/)
  assert.equal(await findRewrittenChain(services), undefined)
  assert.match(await run('ledger verify'), /^9 entries/)
  // Who accepted it, and that money waits for people.
  assert.match(await run('audit verify'), /^11 entries/)
  const [hold] = (await listMoneyHolds(services)).filter(({ cause }) => cause === 'restore')
  assert.match(hold?.problem ?? '', /compare the payouts with the bank first/)
  assert.match(await run('heads accept'), /nothing to accept/)
})
