import type { PurchaseStage } from '../purchases/stage.ts'
import { DELIVERED_ORDERS, idAt, momentOf, REQUESTS } from './rows.ts'

const EVENTS_OF_ORDER = ['authorized', 'signed', 'approved', 'transferred']
const RECEIVERS = ['https://loja.example/webhooks', 'https://erp.example/crediario', 'https://crm.example/in']
const WEEK_SECONDS = 7 * 24 * 3_600

/** A month of deliveries to three receivers, one of them ailing, with their strip of 90 days, and a week of requests. */
export async function fillIntegration(stage: PurchaseStage, sample: string): Promise<void> {
  const { run, retailerId } = stage
  await stage.withApp(async ({ webhooks }) => {
    for (const url of RECEIVERS) await webhooks.createEndpoint({ retailerId, url, events: undefined })
  })
  await addEvents(stage, sample)
  await addDeliveries(stage)
  await run(
    `INSERT INTO webhook_days (endpoint_id, day, delivered, failed)
      SELECT e.id, current_date - n, 1100, n % 9 FROM webhook_endpoints e, generate_series(0, 89) AS n WHERE e.retailer_id = $1`,
    [retailerId],
  )
  const at = `now() - n * interval '1 second' * ${WEEK_SECONDS / REQUESTS}`
  await run(
    `INSERT INTO api_requests (retailer_id, track_id, key_id, method, route, status, error_code, duration_ms)
      SELECT $1, ${idAt(at, 'n')}, k.id, 'GET', '/transactions/:transactionId/status', s.status,
        CASE WHEN s.status >= 400 THEN 'transaction_not_found' END, 3 + n % 40
      FROM generate_series(1, ${REQUESTS}) AS n, (SELECT id FROM api_keys WHERE retailer_id = $1 ORDER BY id LIMIT 1) k,
        LATERAL (SELECT CASE WHEN n % 5000 = 0 THEN 503 WHEN n % 50 = 0 THEN 404 ELSE 200 END AS status) s`,
    [retailerId],
  )
  for (const table of ['events', 'webhook_deliveries', 'webhook_attempts', 'webhook_days', 'api_requests'])
    await run(`VACUUM (ANALYZE) ${table}`)
}

async function addEvents({ run, retailerId }: PurchaseStage, sample: string): Promise<void> {
  const at = `${momentOf('n')} + k * interval '1 second'`
  await run(
    `INSERT INTO events (id, retailer_id, transaction_id, sequence, type, body, created_at)
      SELECT ${idAt(at, `n * ${EVENTS_OF_ORDER.length} + k`)}, $1, ${idAt(momentOf('n'), 'n')}, k,
        'transaction.' || ($3::text[])[k], s.body, ${at}
      FROM generate_series(1, ${DELIVERED_ORDERS}) AS n, generate_series(1, ${EVENTS_OF_ORDER.length}) AS k,
        (SELECT body FROM events WHERE transaction_id = $2 ORDER BY sequence LIMIT 1) s`,
    [retailerId, sample, EVENTS_OF_ORDER],
  )
}

/** One of a hundred failed after its ten attempts, to the last receiver alone. */
async function addDeliveries({ run, retailerId }: PurchaseStage): Promise<void> {
  await run(
    `INSERT INTO webhook_deliveries (endpoint_id, event_id, retailer_id, transaction_id, sequence, type, status, due_at,
        tries, attempts, created_at, settled_at)
      SELECT p.id, e.id, $1, e.transaction_id, e.sequence, e.type, f.status, e.created_at, f.attempts, f.attempts,
        e.created_at, e.created_at + interval '1 second'
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM webhook_endpoints WHERE retailer_id = $1) p,
        (SELECT e.*, row_number() OVER (ORDER BY id) AS place FROM events e WHERE retailer_id = $1) e,
        LATERAL (SELECT CASE WHEN p.place = ${RECEIVERS.length} AND e.place % 100 = 0 THEN 'failed' ELSE 'delivered' END AS status,
          CASE WHEN p.place = ${RECEIVERS.length} AND e.place % 100 = 0 THEN 10 ELSE 1 END AS attempts) f`,
    [retailerId],
  )
  await run(
    `INSERT INTO webhook_attempts (endpoint_id, event_id, number, attempted_at, duration_ms, http_status, error)
      SELECT d.endpoint_id, d.event_id, a, d.created_at + a * interval '1 minute', 120,
        CASE WHEN d.status = 'failed' THEN 500 ELSE 200 END, CASE WHEN d.status = 'failed' THEN 'HTTP 500' END
      FROM webhook_deliveries d, generate_series(1, d.attempts) AS a WHERE d.retailer_id = $1`,
    [retailerId],
  )
}
