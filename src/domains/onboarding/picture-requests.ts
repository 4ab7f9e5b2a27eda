import { newId } from '../../kernel/ids.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type DocumentKind, getRoot } from './evidence.ts'

const INSERT: Statement = {
  name: 'picture-requests.insert',
  text: `INSERT INTO picture_requests (id, root_id, kind, reason_box, asked_at) VALUES ($1, $2, $3, $4, $5)`,
}
const FIND: Statement = {
  name: 'picture-requests.find',
  text: `SELECT r.id, r.reason_box AS "reasonBox" FROM picture_requests r WHERE r.root_id = $1 AND r.kind = $2
      AND NOT EXISTS (SELECT FROM onboarding_documents d
        WHERE d.root_id = r.root_id AND d.kind = r.kind AND d.received_at > r.asked_at)
    ORDER BY r.position DESC LIMIT 1`,
}

interface PictureRequest {
  readonly transactionId: string
  readonly kind: DocumentKind
  /** A sentence for the customer. */
  readonly reason: string
}

/** Must run in the transaction that sends the purchase back to the picture step. */
export async function storePictureRequest(
  tx: Transaction,
  secrets: Secrets,
  { transactionId, kind, reason }: PictureRequest,
  now: Date,
): Promise<void> {
  const id = newId(now.getTime())
  const { key, rootId } = await getRoot(tx, secrets, transactionId)
  await tx.run(INSERT, [id, rootId, kind, seal(key, requestContext(id), reason), now])
}

/** Why this picture is requested again: the newest request without a new picture. */
export async function findPictureRequest(
  db: Queryable,
  secrets: Secrets,
  { transactionId, kind }: Omit<PictureRequest, 'reason'>,
): Promise<string | undefined> {
  const { key, rootId } = await getRoot(db, secrets, transactionId)
  const [row] = await db.run<{ id: string; reasonBox: Buffer }>(FIND, [rootId, kind])
  return row && open(key, requestContext(row.id), row.reasonBox).toString()
}

const requestContext = (id: string): string => `picture_requests.reason:${id}`
