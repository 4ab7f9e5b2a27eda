import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { createHttpPixApi, type PixApiSettings } from '../../../src/domains/pix/http-pix-api.ts'
import type { BankReport } from '../../../src/domains/receivables/billets/billet.ts'
import { creditPayment } from '../../../src/domains/receivables/credit-payment.ts'
import { askNotifiedPix } from '../../../src/domains/receivables/pix/notifications.ts'
import { pollPix } from '../../../src/domains/receivables/pix/poll-pix.ts'
import { runLanes } from '../../../src/kernel/run-lanes.ts'
import { deriveSecrets } from '../../../src/platform/crypto/secrets.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { partOfApp } from '../../support/part-of-app.ts'

export interface WorkerTask {
  readonly connection: ClientConfig
  readonly psp: PixApiSettings
  readonly nowMs: number
  /** What return files tell, in the order in which this process reads it. */
  readonly lines: readonly BankReport[]
}

/** A process of its own, so that it can be killed: books both rails, and ends when nothing is left. */
const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as WorkerTask
const app = partOfApp({
  database: openDatabase({
    connection: task.connection,
    poolSize: 12,
    applicationName: 'both-rails',
    onError: () => {},
  }),
  secrets: deriveSecrets(Buffer.alloc(32, 7)),
  clock: { now: () => new Date(task.nowMs) },
  pixApi: createHttpPixApi(task.psp),
  log: createLog({ level: 'error' }),
})
process.stdout.write('working\n')
await Promise.all([
  runLanes(task.lines, 6, async line => void (await creditPayment(app, line))),
  askNotifiedPix(app).then(() => pollPix(app)),
])
await askNotifiedPix(app)
await app.pixApi.close()
await app.database.close()
