import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseConfig } from '../../src/app/config/config.ts'
import { type Foundation, openFoundation } from '../../src/app/program.ts'
import { runAudited } from '../../src/cli/audited.ts'
import { createEncryptionCommands } from '../../src/cli/encryption.ts'
import { createOperator, findOperator } from '../../src/domains/operators/operators.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { openKeyring } from '../../src/platform/deployment/keyring.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { openTestDatabase, type TestDatabase, writeDatabaseUrl } from '../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'crediario-key-'))
after(() => rmSync(folder, { recursive: true }))

const newKey = (): string => randomBytes(32).toString('hex')
const [first, second, third] = [newKey(), newKey(), newKey()]

/** Starts on this database with these keys, does the work and stops. */
async function use<T>(
  { connection }: TestDatabase,
  keys: { readonly key: string; readonly previous?: string },
  work: (foundation: Foundation) => Promise<T>,
  env: Record<string, string> = { ENVIRONMENT: 'production' },
): Promise<T> {
  const config = parseConfig({
    PUBLIC_URL: 'https://credito.example',
    TRUSTED_PROXIES: 'none',
    DATA_DIR: join(folder, String(connection.database)),
    DATABASE_URL: writeDatabaseUrl(connection),
    ENCRYPTION_KEY: keys.key,
    ENCRYPTION_KEY_PREVIOUS: keys.previous ?? '',
    ...env,
  })
  const foundation = await openFoundation(config, createLog({ level: 'silent' }))
  try {
    return await work(foundation)
  } finally {
    await foundation.close()
  }
}

// No other program runs beside these, so that none must learn the new key first.
const encryptionCommands = createEncryptionCommands({ announceMs: 0, settleMs: 0 })

async function run({ services }: Foundation, name: string): Promise<string> {
  const command = encryptionCommands[name]
  assert.ok(command)
  return runAudited(services, command, { words: name.split(' '), options: { as: 'Ana Souza' } })
}

const isRefused = (error: unknown): boolean =>
  error instanceof StartError && /written with another ENCRYPTION_KEY/.test(error.message)

const EMAIL = 'ana@mesa.example'
const create = ({ services }: Foundation) =>
  createOperator(services, { email: EMAIL, name: 'Ana', role: 'viewer' })
/** Needs the blind index, the sealing key and the key of the MACs. */
const read = async ({ services: { database, secrets } }: Foundation) => {
  const operator = await findOperator(database, secrets, EMAIL)
  return [operator?.name, operator?.isGenuine]
}

test('ENCRYPTION_KEY is exchanged with both keys at hand; afterwards the new one alone opens everything', async () => {
  const testDatabase = await openTestDatabase()
  await use(testDatabase, { key: first }, create)
  await assert.rejects(use(testDatabase, { key: second }, read), isRefused)
  const both = { key: second, previous: first }
  assert.deepEqual(
    await use(testDatabase, both, read),
    ['Ana', true],
    'before the exchange both are accepted',
  )
  assert.deepEqual(
    await use(testDatabase, { key: first }, read),
    ['Ana', true],
    'and so is the old one alone',
  )
  await use(testDatabase, both, async foundation => {
    assert.equal(
      await run(foundation, 'encryption status'),
      'ENCRYPTION_KEY_PREVIOUS opens this database: run encryption rotate\ndata key 1 (in use): 2 boxes',
    )
    assert.equal(
      await run(foundation, 'encryption rotate'),
      '2 boxes sealed again\ndone: start every program without ENCRYPTION_KEY_PREVIOUS',
    )
    assert.match(
      await run(foundation, 'encryption status'),
      /\ndata key 1 \(retired\): 0 boxes\ndata key 2 \(in use\): 2 boxes$/,
    )
    assert.deepEqual(await read(foundation), ['Ana', true], 'a program that runs meanwhile goes on')
  })
  assert.deepEqual(await use(testDatabase, { key: second }, read), ['Ana', true])
  assert.match(await use(testDatabase, both, each => run(each, 'encryption rotate')), /already/)
  await assert.rejects(use(testDatabase, { key: first }, read), isRefused)
  await use(testDatabase, { key: third, previous: second }, each => run(each, 'encryption rotate'))
  assert.deepEqual(await use(testDatabase, { key: third }, read), ['Ana', true])
  await testDatabase.close()
})

test('an exchange that is cut off at any statement leaves a database that one of the two keys opens', async () => {
  const testDatabase = await openTestDatabase()
  await use(testDatabase, { key: first }, create)
  const both = { key: second, previous: first }
  await use(testDatabase, both, async ({ services, database }) => {
    for (const cutAt of ['keyring.insert', 'keyring.delete-others', 'data-keys.insert']) {
      const transaction: typeof database.transaction = (work, ...rest) =>
        database.transaction(
          tx =>
            work({
              ...tx,
              run: (statement, values) =>
                statement.name === cutAt ? Promise.reject(new Error('killed')) : tx.run(statement, values),
            }),
          ...rest,
        )
      const keys = {
        current: Buffer.from(second, 'hex'),
        previous: Buffer.from(first, 'hex'),
        ownRootKey: true,
      }
      const keyring = await openKeyring({ ...database, transaction }, keys, services.clock.now())
      await assert.rejects(async () => keyring?.rotate(services.clock.now()), /killed/)
    }
  })
  assert.deepEqual(await use(testDatabase, { key: first }, read), ['Ana', true])
  await testDatabase.close()
})

test('a database whose data is sealed under ENCRYPTION_KEY itself can be given another one, and says what that means', async () => {
  const testDatabase = await openTestDatabase()
  const homologation = { ENVIRONMENT: 'homologation' }
  await use(testDatabase, { key: first }, create, homologation)
  const both = { key: second, previous: first }
  const said = await use(testDatabase, both, each => run(each, 'encryption rotate'), homologation)
  assert.match(said, /\ndone: .*\nBlind indexes, MACs and signatures .* derive from an ENCRYPTION_KEY itself/)
  assert.deepEqual(await use(testDatabase, { key: second }, read, homologation), ['Ana', true])
  await assert.rejects(use(testDatabase, { key: first }, read, homologation), isRefused)
  await testDatabase.close()
})

test('a wrapped key that was changed in the database opens nothing', async () => {
  const testDatabase = await openTestDatabase()
  await use(testDatabase, { key: first }, create)
  await testDatabase.database.run(
    {
      name: '',
      text: 'UPDATE keyring SET box = set_byte(box, length(box) - 1, get_byte(box, length(box) - 1) # 1)',
    },
    [],
  )
  await assert.rejects(use(testDatabase, { key: first }, read), isRefused)
  await testDatabase.close()
})
