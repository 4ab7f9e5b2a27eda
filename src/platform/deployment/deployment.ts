import type { Queryable, Statement } from '../db/database.ts'

const CLAIM: Statement = {
  name: 'deployment.claim',
  text: `INSERT INTO deployment (environment, secret_fingerprint) VALUES ($1, $2) ON CONFLICT (singleton) DO NOTHING`,
}
const READ: Statement = {
  name: 'deployment.read',
  text: 'SELECT environment, secret_fingerprint FROM deployment',
}

export const WRONG_KEY =
  'this database was written with another ENCRYPTION_KEY: its data cannot be read with the one configured'

const READ_ID: Statement = { name: 'deployment.read-id', text: 'SELECT id FROM deployment' }

/** Tells databases apart; a restored backup has the id of its original. */
export async function getDeploymentId(db: Queryable): Promise<string> {
  const [row] = await db.run<{ id: string }>(READ_ID, [])
  if (row === undefined) throw new Error('no program has claimed this database')
  return row.id
}

/** The deployment that owns this database; undefined before the first start. */
export async function findDeployment(db: Queryable): Promise<{ readonly environment: string } | undefined> {
  return (await db.run<{ environment: string }>(READ, []))[0]
}

/**
 * The first program to start on a database records its environment and key; later ones must match. Without this, a
 * homologation program pointed at production data, or a changed key, would be noticed only when something could not be
 * decrypted.
 */
export async function claimDeployment(
  db: Queryable,
  environment: string,
  secretFingerprint: Buffer,
): Promise<string | undefined> {
  await db.run(CLAIM, [environment, secretFingerprint])
  const [row] = await db.run<{ environment: string; secretFingerprint: Buffer }>(READ, [])
  if (row?.environment !== environment) {
    return `this database belongs to ${row?.environment}, but ENVIRONMENT is ${environment}`
  }
  if (!row.secretFingerprint.equals(secretFingerprint)) {
    return WRONG_KEY
  }
  return undefined
}
