import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/support/database.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from './migrate.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')

test('the migration takes the right to pre-approve from stored publishable keys and leaves secret ones alone', async () => {
  const testDatabase = await openTestDatabase()
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'crediario-storefront-')))
  await testDatabase.database.run({ name: '', text: 'CREATE SCHEMA before_storefront' }, [])
  const connection = { ...testDatabase.connection, options: '-c search_path=before_storefront' }
  const database = openDatabase({ connection, poolSize: 1, applicationName: 'test', onError: () => {} })
  const [before = '', later = ''] = folders
  try {
    for (const folder of folders)
      copyFileSync(join(MIGRATIONS, '0001_foundation.sql'), join(folder, '0001_foundation.sql'))
    copyFileSync(join(MIGRATIONS, '0016_storefront.sql'), join(later, '0016_storefront.sql'))
    await migrate({ connection, folder: before })
    const insert = `
      WITH shop AS (INSERT INTO retailers (id, name, created_at) VALUES ('${'a'.repeat(24)}', 'Loja', now()) RETURNING id)
      INSERT INTO api_keys (id, retailer_id, kind, key_hash, hint, scopes, created_at)
      SELECT lpad(n::text, 24, '0'), shop.id, kind, decode(repeat(lpad(n::text, 2, '0'), 32), 'hex'), '', '{preapproval}', now()
      FROM shop, (VALUES (1, 'publishable'), (2, 'secret')) AS key (n, kind)`
    await database.run({ name: '', text: insert }, [])
    await migrate({ connection, folder: later })
    const kept = await database.run({ name: '', text: 'SELECT kind, scopes FROM api_keys ORDER BY kind' }, [])
    assert.deepEqual(kept, [
      { kind: 'publishable', scopes: ['storefront'] },
      { kind: 'secret', scopes: ['preapproval'] },
    ])
  } finally {
    await database.close()
    await testDatabase.close()
    for (const folder of folders) rmSync(folder, { recursive: true })
  }
})
