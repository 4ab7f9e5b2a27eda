import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { partOfApp } from '../../test/support/part-of-app.ts'
import { RequestError } from '../contract/errors.ts'
import { composeMessage } from '../domains/messaging/compose-message.ts'
import { systemClock } from '../kernel/clock.ts'
import { deriveSecrets } from '../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { createDatabaseStore } from '../platform/files/file-store.ts'
import { createFiles } from '../platform/files/files.ts'
import { createCallMetrics } from '../platform/outbound/call-metrics.ts'
import { parseConfig } from './config/config.ts'
import { createOutsideServices } from './outside-services.ts'

const PRODUCTION = {
  ENVIRONMENT: 'production',
  ENCRYPTION_KEY: randomBytes(32).toString('hex'),
  DATABASE_URL: 'postgres://db/crediario?sslmode=verify-full',
  PUBLIC_URL: 'https://credito.example',
  TRUSTED_PROXIES: 'none',
}
const secrets = deriveSecrets(randomBytes(32))
const database: Database = {
  kind: 'database',
  run: () => Promise.reject(new Error('not to be asked')),
  transaction: () => Promise.reject(new Error('not to be asked')),
} as unknown as Database
const create = (env: Record<string, string> = {}) =>
  createOutsideServices(
    parseConfig({ ...PRODUCTION, ...env }),
    partOfApp({
      database,
      secrets,
      files: createFiles(createDatabaseStore(database), secrets, database),
      clock: systemClock,
      calls: createCallMetrics(),
    }),
  )

/** Records the statements that it is asked to run. */
function recordStatements() {
  const names: string[] = []
  const tx: Transaction = {
    kind: 'transaction',
    async run({ name }) {
      names.push(name)
      return [{}] as never
    },
    send({ name }) {
      names.push(name)
    },
  }
  return { tx, names }
}

const compose = (channel: 'SMS' | 'EMAIL') =>
  composeMessage(
    'payment-link',
    { shop: 'Loja', url: 'https://credito.example/pay/x' },
    { retailerId: '000000000000000000000001', channel, to: '11987651234', phone: '11987651234' },
  )

test('production without a message service reports that codes cannot be sent, and keeps no message', async () => {
  const { tx, names } = recordStatements()
  await assert.rejects(
    create().messages.post(tx, compose('SMS'), new Date()),
    (error: unknown) => error instanceof RequestError && error.status === 503,
  )
  assert.deepEqual(names, [])
})

test('production with a message service stores each message with a job that sends it', async () => {
  const { tx, names } = recordStatements()
  const { messages } = create({ MESSAGES_URL: 'https://sms.example', MESSAGES_TOKEN: 'token' })
  await messages.post(tx, compose('SMS'), new Date())
  assert.deepEqual(names, ['messages.insert', 'jobs.enqueue'])
  assert.deepEqual([messages.canSend('SMS'), messages.canSend('EMAIL')], [true, true])
})

test('with a mail server alone production sends e-mails and no codes', async () => {
  const { tx } = recordStatements()
  const services = create({ SMTP_URL: 'smtps://mail.example', SMTP_FROM: 'Loja <nao-responda@example.com>' })
  await services.messages.post(tx, compose('EMAIL'), new Date())
  assert.equal(services.messages.canSend('SMS'), false)
  await assert.rejects(services.messages.post(tx, compose('SMS'), new Date()), RequestError)
  await services.closeOutside()
})

test('production without an analysis service leaves every case to an operator, whatever the CPF', async () => {
  const { analysis } = create()
  const about = {
    transactionId: '0'.repeat(24),
    documents: [],
    openPicture: async () => Buffer.alloc(0),
  }
  for (const cpf of ['00000100064', '00001200062', '52998224725'])
    assert.deepEqual(await analysis.analyse({ ...about, cpf }), {
      status: 'DONE',
      result: 'unsure',
      checks: {},
    })
})
