import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client, type ClientConfig } from 'pg'
import { migrate } from '../../../src/schema/migrate.ts'
import { openTestDatabase } from '../../support/database.ts'
import { watchLocks } from './lock-watch.ts'

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'src', 'schema', 'migrations')
/** Longer than this, and the service is as good as stopped for a caller. */
const LONGEST_WAIT_MS = 2_000

test('every migration gets its locks in time while each table is written all the time', async () => {
  const testDatabase = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'crediario-every-migration-'))
  const schema = 'under_load'
  // A separate schema serves as an empty database.
  const connection = { ...testDatabase.connection, options: `-c search_path=${schema}` }
  const traffic = await openTraffic(connection)
  const locks = await watchLocks(connection)
  try {
    await testDatabase.database.run({ name: schema, text: `CREATE SCHEMA ${schema}` }, [])
    const files = readdirSync(MIGRATIONS).sort()
    const applied: string[] = []
    for (const [count, file] of files.entries()) {
      // A new folder each time, because the migrations of a folder are cached.
      const upToHere = mkdtempSync(join(folder, 'up-to-'))
      for (const each of files.slice(0, count + 1)) copyFileSync(join(MIGRATIONS, each), join(upToHere, each))
      await traffic.cover()
      await migrate({ connection, folder: upToHere, log: line => void applied.push(line) })
      assert.equal(applied.length, count + 1, `${file} was not applied`)
    }
    const { transactions, failures } = await traffic.stop()
    assert.deepEqual(failures, [])
    assert.ok(transactions > files.length, `only ${transactions} transactions`)
    assert.ok(
      locks.longestMs < LONGEST_WAIT_MS,
      `${locks.statement} waited ${locks.longestMs} ms for its table`,
    )
  } finally {
    await traffic.stop()
    await locks.stop()
    rmSync(folder, { recursive: true })
    await testDatabase.close()
  }
})

interface Traffic {
  /** Includes newly created tables; resolves when a writer has used each of them. */
  cover(): Promise<void>
  stop(): Promise<{ readonly transactions: number; readonly failures: readonly string[] }>
}

/** One writer per table: it takes the lock that its statements would take, holds it briefly, and repeats. */
async function openTraffic(connection: ClientConfig): Promise<Traffic> {
  const looking = new Client(connection)
  await looking.connect()
  const covered = new Set<string>()
  const running: Promise<void>[] = []
  const failures: string[] = []
  let transactions = 0
  let isOver = false

  /** Resolves after the first transaction. */
  async function use(table: string): Promise<void> {
    const client = new Client(connection)
    await client.connect()
    const once = async (): Promise<void> => {
      await client.query(`BEGIN; LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`)
      await client.query('SELECT pg_sleep(0.005)')
      await client.query('COMMIT')
      transactions += 1
    }
    const goOn = async (): Promise<void> => {
      while (!isOver) await once()
    }
    await once()
    running.push(
      goOn()
        .catch((error: Error) => void failures.push(`${table}: ${error.message}`))
        .finally(() => client.end()),
    )
  }

  return {
    async cover() {
      const { rows } = await looking.query<{ name: string }>(
        'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
      )
      const fresh = rows.filter(({ name }) => !covered.has(name))
      for (const { name } of fresh) covered.add(name)
      await Promise.all(fresh.map(({ name }) => use(name)))
    },
    async stop() {
      if (!isOver) {
        isOver = true
        await Promise.all(running)
        await looking.end()
      }
      return { transactions, failures }
    },
  }
}
