import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { AnalysisAnswer } from './analysis.ts'
import { getRoot } from './evidence.ts'

const SAVE: Statement = {
  name: 'identity-analyses.save',
  text: `INSERT INTO identity_analyses AS a (root_id, pictures, asked_at, box) VALUES ($1, $2, $3, $4)
    ON CONFLICT (root_id) DO UPDATE SET pictures = excluded.pictures, box = excluded.box,
      asked_at = CASE WHEN a.pictures = excluded.pictures THEN a.asked_at ELSE excluded.asked_at END`,
}
const FIND: Statement = {
  name: 'identity-analyses.find',
  text: 'SELECT pictures, asked_at AS "askedAt", box FROM identity_analyses WHERE root_id = $1',
}

/** What the last analysis said, or that it is not done yet. Sealed with the pictures, and forgotten with them. */
export interface IdentityAnalysis {
  /** Which pictures it is about: others make another analysis. */
  readonly pictures: string
  /** When these pictures were sent first. */
  readonly askedAt: Date
  readonly answer: AnalysisAnswer
  /** What the bureau called the customer. */
  readonly bureauName?: string | undefined
}

export async function saveIdentityAnalysis(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
  { pictures, askedAt, answer, bureauName }: IdentityAnalysis,
): Promise<void> {
  const { key, rootId } = await getRoot(db, secrets, transactionId)
  const box = seal(key, contextOf(rootId), JSON.stringify({ answer, bureauName }))
  await db.run(SAVE, [rootId, pictures, askedAt, box])
}

export async function findIdentityAnalysis(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<IdentityAnalysis | undefined> {
  const { key, rootId } = await getRoot(db, secrets, transactionId)
  const [row] = await db.run<{ pictures: string; askedAt: Date; box: Buffer }>(FIND, [rootId])
  if (row === undefined) return undefined
  const opened = open(key, contextOf(rootId), row.box).toString()
  const { answer, bureauName } = JSON.parse(opened) as Pick<IdentityAnalysis, 'answer' | 'bureauName'>
  return { pictures: row.pictures, askedAt: row.askedAt, answer, bureauName }
}

const contextOf = (rootId: string): string => `identity_analyses.box:${rootId}`
