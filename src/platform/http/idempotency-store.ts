import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { RequestError } from '../../contract/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { createBatcher } from '../db/batcher.ts'
import type { Database, Queryable, Statement } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/database-errors.ts'
import { findByRows, type RowStatement } from '../db/row-statement.ts'
import { PRESENCE_LOCK_CLASS, type Presence } from './presence.ts'

/** Sealing binds a text to its row; hashing is keyed, so that a stolen table reveals nothing. */
export interface RequestCrypto {
  hash(text: string): Buffer
  seal(context: string, plain: Buffer): Buffer
  open(context: string, box: Buffer): Buffer
}

const MAX_BATCHES = 100

export interface ClaimedRequest {
  readonly retailerId: string
  readonly keyHash: Buffer
  readonly fingerprint: Buffer
}

export interface StoredAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
}

export interface IdempotencyStore {
  /** Returns the id of the claim when the request may run, or the answer it once got; throws in all other cases. */
  claim(request: ClaimedRequest): Promise<{ claimId: string } | StoredAnswer>
  complete(on: Queryable, request: ClaimedRequest, claimId: string, answer: StoredAnswer): Promise<void>
  /** Replaces the answer that this claim has stored. */
  amend(on: Queryable, request: ClaimedRequest, claimId: string, answer: StoredAnswer): Promise<void>
  release(request: ClaimedRequest, claimId: string): Promise<void>
}

/** Longer than any request may run. Frees the key when the presence lock cannot show that its owner is gone. */
const LEASE_SECONDS = 30
const KEPT_DAYS = 31
const COMPRESS_FROM_BYTES = 1024
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
/** A round is lost when another request claims the key between the read and the insert. */
const MAX_ROUNDS = 3

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Expired, or claimed by a request that can no longer complete. */
const isFree = `
  held.expires_at <= clock_timestamp()
  OR held.state = 'running' AND (
    held.lease_expires_at <= clock_timestamp()
    OR held.owner IS NOT NULL AND NOT EXISTS (
      SELECT FROM pg_locks
      WHERE locktype = 'advisory' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid = ${PRESENCE_LOCK_CLASS} AND objid = held.owner::oid AND objsubid = 2))`

/*
 * Claims of any number of keys, each given once. Reads before it inserts: an insert that conflicts with a row which
 * another transaction is completing would wait for it, and many concurrent repetitions would each hold a connection.
 *
 * It commits without waiting for the disk. A claim that is lost in a crash takes the effects of its request with it:
 * an answer is only stored on a claim that exists, in the transaction of the effects, and that commit flushes both.
 */
const CLAIM_KEYS: RowStatement<NewClaim> = {
  name: 'claim_idempotency_keys',
  columns: {
    at: 'integer',
    retailerId: 'text',
    keyHash: 'bytea',
    fingerprint: 'bytea',
    claimId: 'text',
    owner: 'integer',
  },
  text: `, found AS MATERIALIZED (
      SELECT r.at, ${isFree} AS is_free, held.fingerprint = r.fingerprint AS is_same, held.state = 'done' AS is_done,
        held.status, held.content_type, held.encoding, held.answer
      FROM rows r CROSS JOIN LATERAL (
        SELECT * FROM idempotency_keys k WHERE k.retailer_id = r.retailer_id AND k.key_hash = r.key_hash LIMIT 1) held
    ), claim AS (
      INSERT INTO idempotency_keys AS held
        (retailer_id, key_hash, fingerprint, state, claim_id, owner, lease_expires_at, created_at, expires_at)
      SELECT r.retailer_id, r.key_hash, r.fingerprint, 'running', r.claim_id, r.owner,
        clock_timestamp() + interval '${LEASE_SECONDS} seconds', clock_timestamp(),
        clock_timestamp() + interval '${KEPT_DAYS} days'
      FROM rows r WHERE r.at NOT IN (SELECT at FROM found WHERE NOT is_free) ORDER BY r.key_hash, r.retailer_id
      ON CONFLICT (retailer_id, key_hash) DO UPDATE SET
        fingerprint = excluded.fingerprint, state = 'running', claim_id = excluded.claim_id, owner = excluded.owner,
        lease_expires_at = excluded.lease_expires_at, created_at = excluded.created_at,
        expires_at = excluded.expires_at, status = NULL, content_type = NULL, encoding = NULL, answer = NULL
      WHERE ${isFree}
      RETURNING claim_id
    )
    SELECT r.at, c.claim_id, f.is_free, f.is_same, f.is_done, f.status, f.content_type, f.encoding, f.answer
    FROM rows r LEFT JOIN claim c ON c.claim_id = r.claim_id LEFT JOIN found f ON f.at = r.at
    WHERE (SELECT set_config('synchronous_commit', 'off', true)) = 'off'`,
}

interface NewClaim extends ClaimedRequest {
  readonly claimId: string
  readonly owner: number | null
}

const MAX_CLAIMS_AT_ONCE = 32
const MAX_CLAIM_STATEMENTS = 2

const completeKey: Statement = {
  name: 'complete_idempotency_key',
  text: `
    UPDATE idempotency_keys SET state = 'done', status = $4, content_type = $5, encoding = $6, answer = $7
    WHERE retailer_id = $1 AND key_hash = $2 AND claim_id = $3 AND state = 'running'
    RETURNING claim_id`,
}

const amendKey: Statement = {
  name: 'amend_idempotency_key',
  text: `
    UPDATE idempotency_keys SET status = $4, content_type = $5, encoding = $6, answer = $7
    WHERE retailer_id = $1 AND key_hash = $2 AND claim_id = $3 AND state = 'done' RETURNING claim_id`,
}

const releaseKey: Statement = {
  name: 'release_idempotency_key',
  text: `DELETE FROM idempotency_keys WHERE retailer_id = $1 AND key_hash = $2 AND claim_id = $3 AND state = 'running'`,
}

const removeExpired: Statement = {
  name: 'remove_expired_idempotency_keys',
  text: `
    DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM idempotency_keys WHERE expires_at <= clock_timestamp() ORDER BY expires_at LIMIT $1))
    RETURNING 1`,
}

interface AnswerRow {
  readonly status: number
  readonly contentType: string
  readonly encoding: 'identity' | 'zstd'
  readonly answer: Buffer
}

interface ClaimRow extends AnswerRow {
  readonly claimId: string | null
  /** Null when the key did not exist at the time of the read. */
  readonly isFree: boolean | null
  readonly isSame: boolean
  readonly isDone: boolean
}

export function createIdempotencyStore(context: {
  database: Database
  crypto: RequestCrypto
  presence: Presence
}): IdempotencyStore {
  const { database, crypto, presence } = context
  const submit = createBatcher<NewClaim, ClaimRow | undefined>({
    maxItems: MAX_CLAIMS_AT_ONCE,
    maxBatches: MAX_CLAIM_STATEMENTS,
    keyOf: ({ retailerId, keyHash }) => `${retailerId}${keyHash.toString('latin1')}`,
    run: claims => findByRows<ClaimRow, NewClaim>(database, CLAIM_KEYS, claims),
  })

  async function readAnswer(request: ClaimedRequest, row: AnswerRow): Promise<StoredAnswer> {
    const opened = crypto.open(computeSealContext(request), row.answer)
    const isCompressed = row.encoding === 'zstd'
    const body = isCompressed ? await decompress(opened, { maxOutputLength: MAX_ANSWER_BYTES }) : opened
    return { status: row.status, contentType: row.contentType, body }
  }

  async function write(
    on: Queryable,
    statement: Statement,
    { request, claimId, answer }: { request: ClaimedRequest; claimId: string; answer: StoredAnswer },
  ): Promise<void> {
    const isCompressed = answer.body.length > COMPRESS_FROM_BYTES
    const plain = isCompressed ? await compress(answer.body) : answer.body
    const rows = await on.run(statement, [
      request.retailerId,
      request.keyHash,
      claimId,
      answer.status,
      answer.contentType,
      isCompressed ? 'zstd' : 'identity',
      crypto.seal(computeSealContext(request), plain),
    ])
    // Another request has claimed the key, because this one seemed dead: its effects must not be committed too.
    if (rows.length === 0) throw inProgress()
  }

  async function release({ retailerId, keyHash }: ClaimedRequest, claimId: string): Promise<void> {
    await database.run(releaseKey, [retailerId, keyHash, claimId])
  }

  /** A claim whose answer was lost may have been made: this process lives, so that only the lease would free the key. */
  function forget(request: ClaimedRequest, claimId: string, error: unknown): never {
    if (error instanceof DatabaseUnavailable) void release(request, claimId).catch(() => {})
    throw error
  }

  return {
    async claim(request) {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const claimId = newId()
        const row = await submit({ ...request, claimId, owner: presence.owner ?? null }).catch(error =>
          forget(request, claimId, error),
        )
        if (row === undefined) throw new Error('claiming an idempotency key gave no row')
        if (row.claimId !== null) return { claimId: row.claimId }
        if (row.isFree !== false) continue
        if (!row.isSame) throw new RequestError('idempotency_key_reused')
        if (row.isDone) return readAnswer(request, row)
        break
      }
      throw inProgress()
    },

    complete: (on, request, claimId, answer) => write(on, completeKey, { request, claimId, answer }),
    amend: (on, request, claimId, answer) => write(on, amendKey, { request, claimId, answer }),
    release,
  }
}

/** Deletes in batches, so that no statement is long: a busy retailer's keys expire as fast as they were created. */
export async function removeExpiredIdempotencyKeys(database: Database, maxRows = 1000): Promise<number> {
  let removed = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const count = (await database.run(removeExpired, [maxRows])).length
    removed += count
    if (count < maxRows) break
  }
  return removed
}

function inProgress(): RequestError {
  return new RequestError('idempotency_in_progress', { retryAfterSeconds: 1 })
}

function computeSealContext(request: ClaimedRequest): string {
  return `idempotency:${request.retailerId}:${request.keyHash.toString('hex')}`
}
