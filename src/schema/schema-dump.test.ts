import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { dumpSchema } from './schema-dump.ts'

let testDatabase: TestDatabase

before(async () => {
  testDatabase = await openTestDatabase()
})

after(() => testDatabase.close())

test('the committed schema is the one that the migrations build (npm run generate writes it)', async () => {
  const committed = readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8')
  assert.equal(await dumpSchema(testDatabase.database), committed)
})

test('every kind of change to a schema changes its text', async () => {
  const { database } = testDatabase
  const changes = [
    'CREATE TABLE dumped (id bigint NOT NULL)',
    'ALTER TABLE dumped ADD COLUMN note text',
    'ALTER TABLE dumped ALTER COLUMN note TYPE varchar(9)',
    `ALTER TABLE dumped ALTER COLUMN note SET DEFAULT 'x'`,
    'ALTER TABLE dumped ALTER COLUMN note SET NOT NULL',
    'ALTER TABLE dumped ALTER COLUMN note SET STORAGE EXTERNAL',
    'ALTER TABLE dumped ADD CONSTRAINT dumped_positive CHECK (id > 0)',
    'ALTER TABLE dumped ADD PRIMARY KEY (id)',
    'CREATE INDEX dumped_by_note ON dumped (note) WHERE id > 5',
    'ALTER TABLE dumped SET (fillfactor = 70)',
    'ALTER TABLE dumped SET UNLOGGED',
    `CREATE FUNCTION dumped_guard() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
    'CREATE TRIGGER dumped_guard BEFORE UPDATE ON dumped FOR EACH ROW EXECUTE FUNCTION dumped_guard()',
    'ALTER TABLE dumped DISABLE TRIGGER dumped_guard',
    'ALTER TABLE dumped ENABLE ROW LEVEL SECURITY',
    'CREATE POLICY dumped_all ON dumped FOR SELECT USING (id > 1)',
    'GRANT SELECT ON dumped TO PUBLIC',
    'REVOKE UPDATE ON dumped FROM CURRENT_USER',
    'GRANT UPDATE (note) ON dumped TO PUBLIC',
    'REVOKE EXECUTE ON FUNCTION dumped_guard FROM PUBLIC',
    `COMMENT ON COLUMN dumped.note IS 'why'`,
    `CREATE TYPE dumped_kind AS ENUM ('a')`,
    'CREATE DOMAIN dumped_amount AS bigint CHECK (VALUE >= 0)',
    'CREATE SEQUENCE dumped_numbers',
    'CREATE VIEW dumped_view AS SELECT id FROM dumped',
  ]
  let text = await dumpSchema(database)
  for (const [index, change] of changes.entries()) {
    await database.run({ name: `change_${index}`, text: change }, [])
    const next = await dumpSchema(database)
    assert.notEqual(next, text, change)
    text = next
  }
})
