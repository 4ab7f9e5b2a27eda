import { selectColumns } from '../../platform/db/columns.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import { ENDPOINTS, type EndpointRow } from './endpoint-store.ts'

/* Leases use real time: moving the deployment's clock must not take a lane from a living worker. */
const LEASE_END = `clock_timestamp() + $3 * interval '1 millisecond'`

const TAKE: Statement = {
  name: 'webhook-lanes.take',
  text: `INSERT INTO webhook_lanes AS l (endpoint_id, holder, leased_until)
    SELECT id, $2, ${LEASE_END} FROM unnest($1::text[]) AS wanted (id) ORDER BY id
    ON CONFLICT (endpoint_id) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
      WHERE l.leased_until <= clock_timestamp() OR l.holder = excluded.holder
    RETURNING l.endpoint_id AS id`,
}
const GIVE_BACK: Statement = {
  name: 'webhook-lanes.give-back',
  text: 'UPDATE webhook_lanes SET leased_until = clock_timestamp() WHERE endpoint_id = $1 AND holder = $2',
}
const LOAD_ENDPOINTS: Statement = {
  name: 'webhook-lanes.load-endpoints',
  text: `SELECT e.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT ${selectColumns(ENDPOINTS, 'w')} FROM webhook_endpoints w
      WHERE w.id = wanted.id AND w.status = 'enabled' LIMIT 1
    ) e`,
}

/** The endpoints whose lanes are leased to us from now on, including those that were before. */
export async function takeLanes(
  db: Queryable,
  endpointIds: readonly string[],
  lease: { readonly holder: string; readonly leaseMs: number },
): Promise<EndpointRow[]> {
  if (endpointIds.length === 0) return []
  const taken = await db.run<{ id: string }>(TAKE, [endpointIds, lease.holder, lease.leaseMs])
  return db.run<EndpointRow>(LOAD_ENDPOINTS, [taken.map(({ id }) => id)])
}

export async function giveBackLane(db: Queryable, endpointId: string, holder: string): Promise<void> {
  await db.run(GIVE_BACK, [endpointId, holder])
}
