import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { parseConfig } from '../config.ts'
import { RequestError } from '../contract/errors.ts'
import { systemClock } from '../kernel/clock.ts'
import { deriveSecrets } from '../platform/crypto/secrets.ts'
import type { Transaction } from '../platform/db/database.ts'
import { createOutsideServices } from './outside-services.ts'

const PRODUCTION = {
  ENVIRONMENT: 'production',
  ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  DATABASE_URL: 'postgres://db/crediario?sslmode=verify-full',
  PUBLIC_URL: 'https://credito.example',
  TRUSTED_PROXIES: 'none',
}
const secrets = deriveSecrets(randomBytes(32))
const create = (env: Record<string, string> = {}) =>
  createOutsideServices(parseConfig({ ...PRODUCTION, ...env }), secrets, systemClock)

/** Records the statements that it is asked to run. */
function recordStatements() {
  const names: string[] = []
  const tx: Transaction = {
    kind: 'transaction',
    async run({ name }) {
      names.push(name)
      return []
    },
    send({ name }) {
      names.push(name)
    },
  }
  return { tx, names }
}

const message = {
  retailerId: '000000000000000000000001',
  channel: 'SMS',
  to: '11987651234',
  phone: '11987651234',
  text: '123456 é o seu código',
} as const

test('production without a message service reports that codes cannot be sent, and keeps no message', async () => {
  const { tx, names } = recordStatements()
  await assert.rejects(
    create().messages.post(tx, message, new Date()),
    (error: unknown) => error instanceof RequestError && error.status === 503,
  )
  assert.deepEqual(names, [])
})

test('production with a message service queues messages, and keeps none for developers to read', async () => {
  const { tx, names } = recordStatements()
  const { messages } = create({ MESSAGES_URL: 'https://sms.example', MESSAGES_TOKEN: 'token' })
  await messages.post(tx, message, new Date())
  assert.deepEqual(names, ['jobs.enqueue'])
})

test('production without an analysis service leaves every case to an operator, whatever the CPF', async () => {
  const { analysis } = create()
  const about = {
    transactionId: '0'.repeat(24),
    documents: [],
    openPicture: async () => Buffer.alloc(0),
  }
  for (const cpf of ['00000100064', '00001200062', '52998224725'])
    assert.equal(await analysis.analyse({ ...about, cpf }), 'unsure')
})
