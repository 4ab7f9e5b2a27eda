import { createDeliverer } from '../../../src/domains/webhooks/deliverer.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { deriveSecrets } from '../../../src/platform/crypto/secrets.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createDeploymentClock } from '../../../src/platform/deployment/deployment-clock.ts'
import { createGuardedClient } from '../../../src/platform/outbound/guarded-client.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'

/** A worker for tests to kill, with short deadlines. */
const { WORKER_CONNECTION = '{}', WORKER_KEY = '', WORKER_LEASE_MS = '', WORKER_TOTAL_MS = '' } = process.env
const database = openDatabase({
  connection: JSON.parse(WORKER_CONNECTION) as object,
  poolSize: 5,
  applicationName: 'crediario-webhook-worker',
  onError: () => {},
})
const clock = createDeploymentClock(database, { isMovable: true, base: systemClock })
await clock.refresh()
const deliverer = createDeliverer({
  database,
  clock,
  secrets: deriveSecrets(Buffer.from(WORKER_KEY, 'hex')),
  client: createGuardedClient({ allowLoopback: true, totalMs: Number(WORKER_TOTAL_MS) }),
  log: createLog({ level: 'error' }),
  reportForgery: async () => {},
  leaseMs: Number(WORKER_LEASE_MS),
})
deliverer.start()
setInterval(() => {}, 60_000)
