import type { Queryable, Statement } from '../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../platform/db/row-statement.ts'
import { ENDPOINT_COLUMNS, type EndpointRow } from './endpoint-store.ts'

/* Leases use real time: moving the deployment's clock must not take a lane from a living worker. */
const leaseEnd = (leaseMs: string): string => `clock_timestamp() + ${leaseMs} * interval '1 millisecond'`

/*
 * Only a lane that nobody holds: a worker that lost its lease while it was stopped must not go on with what it read
 * before, so its own expired lane counts as another's.
 */
const TAKE: Statement = {
  name: 'webhook-lanes.take',
  text: `INSERT INTO webhook_lanes AS l (endpoint_id, holder, leased_until, epoch)
    SELECT id, $2, ${leaseEnd('$3')}, 1 FROM unnest($1::text[]) AS wanted (id) ORDER BY id
    ON CONFLICT (endpoint_id) DO UPDATE
      SET holder = excluded.holder, leased_until = excluded.leased_until, epoch = l.epoch + 1
      WHERE l.leased_until <= clock_timestamp()
    RETURNING l.endpoint_id AS id, l.epoch`,
}
/* Locked in the order in which others take them, so that the two cannot deadlock. */
const RENEW: RowStatement<Pick<HeldLane, 'endpointId' | 'epoch'>> = {
  name: 'webhook-lanes.renew',
  columns: { endpointId: 'text', epoch: 'bigint' },
  text: `, ours AS MATERIALIZED (
      SELECT l.endpoint_id FROM rows held JOIN webhook_lanes l ON l.endpoint_id = held.endpoint_id
      WHERE l.holder = $1 AND l.epoch = held.epoch AND l.leased_until > clock_timestamp()
      ORDER BY l.endpoint_id FOR UPDATE OF l
    )
    UPDATE webhook_lanes l SET leased_until = ${leaseEnd('$2')} FROM ours
    WHERE l.endpoint_id = ours.endpoint_id AND l.leased_until > clock_timestamp() RETURNING l.endpoint_id AS id`,
}
const GIVE_BACK: Statement = {
  name: 'webhook-lanes.give-back',
  text: `UPDATE webhook_lanes SET leased_until = clock_timestamp()
    WHERE endpoint_id = $1 AND holder = $2 AND epoch = $3 AND leased_until > clock_timestamp()`,
}
const LOAD_ENDPOINTS: Statement = {
  name: 'webhook-lanes.load-endpoints',
  text: `SELECT found.* FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
      SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints e
      WHERE e.id = wanted.id AND e.status = 'enabled' LIMIT 1
    ) found`,
}

/** A lane as a worker holds it. */
export interface HeldLane {
  readonly endpointId: string
  readonly holder: string
  readonly epoch: number
}

interface Lease {
  readonly holder: string
  readonly leaseMs: number
}

export interface TakenLane {
  readonly endpoint: EndpointRow
  readonly epoch: number
}

/** The endpoints whose lanes are leased to us from now on; none that we hold already. */
export async function takeLanes(
  db: Queryable,
  endpointIds: readonly string[],
  lease: Lease,
): Promise<TakenLane[]> {
  if (endpointIds.length === 0) return []
  const taken = await db.run<{ id: string; epoch: number }>(TAKE, [endpointIds, lease.holder, lease.leaseMs])
  const epochs = new Map(taken.map(({ id, epoch }) => [id, epoch]))
  const endpoints = await db.run<EndpointRow>(LOAD_ENDPOINTS, [[...epochs.keys()]])
  return endpoints.map(endpoint => ({ endpoint, epoch: epochs.get(endpoint.id) ?? 0 }))
}

/** The endpoints of those lanes that were still ours and whose lease is renewed. */
export async function renewLanes(
  db: Queryable,
  lanes: readonly Pick<HeldLane, 'endpointId' | 'epoch'>[],
  lease: Lease,
): Promise<EndpointRow[]> {
  if (lanes.length === 0) return []
  const renewed = await runRows<{ id: string }, Pick<HeldLane, 'endpointId' | 'epoch'>>(db, RENEW, lanes, [
    lease.holder,
    lease.leaseMs,
  ])
  return db.run<EndpointRow>(LOAD_ENDPOINTS, [renewed.map(({ id }) => id)])
}

export async function giveBackLane(db: Queryable, { endpointId, holder, epoch }: HeldLane): Promise<void> {
  await db.run(GIVE_BACK, [endpointId, holder, epoch])
}

/** Of the lease: what is sent in its last part could still be on its way when another worker begins. */
const USABLE_SHARE = 3 / 4

/** When the database was asked for a lease: it ends at the earliest one length after this instant. */
interface AskedAt {
  readonly monotonicMs: number
  readonly wallMs: number
}

export function takeAskedAt(): AskedAt {
  return { monotonicMs: performance.now(), wallMs: Date.now() }
}

/**
 * Whether a lane is surely still ours, without asking the database. A process that was stopped for a while knows by it
 * at once. Two clocks, because the monotonic one stands still while a virtual machine is suspended.
 */
export class LaneLease {
  readonly epoch: number
  readonly #usableMs: number
  #askedAt: AskedAt

  constructor(epoch: number, leaseMs: number, askedAt: AskedAt) {
    this.epoch = epoch
    this.#usableMs = leaseMs * USABLE_SHARE
    this.#askedAt = askedAt
  }

  renew(askedAt: AskedAt): void {
    this.#askedAt = askedAt
  }

  get isLive(): boolean {
    const { monotonicMs, wallMs } = this.#askedAt
    const now = takeAskedAt()
    return Math.max(now.monotonicMs - monotonicMs, now.wallMs - wallMs) < this.#usableMs
  }
}

/** Another worker has the lane, or may have it: what this one still holds in memory is void. */
export const describeLostLane = (): Error => new Error('the lease of a delivery lane has ended')
