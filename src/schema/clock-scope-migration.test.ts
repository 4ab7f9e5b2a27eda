import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/support/database.ts'
import { openDatabase } from '../platform/db/database.ts'
import { DEMONSTRATION_KEYS } from '../sandbox/demonstration-retailers.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')

test('the migration gives the scope clock to the stored first demonstration key, and to no other', async () => {
  const [published] = DEMONSTRATION_KEYS
  assert.ok(published)
  const hint = `${published.key.slice(0, 14)}…${published.key.slice(-4)}`
  const testDatabase = await openTestDatabase()
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'crediario-clock-')))
  await testDatabase.database.run({ name: '', text: 'CREATE SCHEMA before_clock' }, [])
  const connection = { ...testDatabase.connection, options: '-c search_path=before_clock' }
  const database = openDatabase({ connection, poolSize: 1, applicationName: 'test', onError: () => {} })
  const [before = '', later = ''] = folders
  try {
    for (const folder of folders)
      copyFileSync(join(MIGRATIONS, '0001_foundation.sql'), join(folder, '0001_foundation.sql'))
    copyFileSync(join(MIGRATIONS, '0019_sandbox_people.sql'), join(later, '0019_sandbox_people.sql'))
    await migrate({ connection, folder: before })
    const insert = `
      WITH shops AS (INSERT INTO retailers (id, name, created_at)
        VALUES ($1, 'Loja', now()), ('${'a'.repeat(24)}', 'Outra', now()) RETURNING id)
      INSERT INTO api_keys (id, retailer_id, kind, key_hash, hint, scopes, created_at)
      SELECT lpad(n::text, 24, '0'), shops.id, kind, decode(repeat(lpad(n::text, 2, '0'), 32), 'hex'), hint, '{checkout,sandbox}', now()
      FROM (VALUES (1, $1, 'secret', $2), (2, $1, 'secret', 'sk_homolog_xyz…0000'), (3, '${'a'.repeat(24)}', 'secret', $2))
        AS key (n, retailer, kind, hint) JOIN shops ON shops.id = retailer`
    await database.run({ name: '', text: insert }, [published.retailerId, hint])
    await migrate({ connection, folder: later })
    const kept = await database.run<{ scopes: string[] }>(
      { name: '', text: 'SELECT scopes FROM api_keys ORDER BY id' },
      [],
    )
    const usual = ['checkout', 'sandbox']
    assert.deepEqual(
      kept.map(({ scopes }) => scopes),
      [[...usual, 'clock'], usual, usual],
    )
  } finally {
    await database.close()
    await testDatabase.close()
    for (const folder of folders) rmSync(folder, { recursive: true })
  }
})
