import type { Queryable, Statement } from '../../platform/db/database.ts'

interface TokenRecord {
  readonly certificateHash: Buffer
  readonly scopes: readonly string[]
}

/** Each request for a token removes expired ones. */
const INSERT: Statement = {
  name: 'psp-tokens.insert',
  text: `WITH swept AS (DELETE FROM psp_tokens WHERE expires_at < now())
    INSERT INTO psp_tokens (token_hash, certificate_hash, scopes, expires_at)
      VALUES ($1, $2, $3, now() + $4 * interval '1 second')`,
}
const FIND: Statement = {
  name: 'psp-tokens.find',
  text: `SELECT certificate_hash, scopes FROM psp_tokens WHERE token_hash = $1 AND expires_at > now()`,
}

export async function insertToken(
  db: Queryable,
  token: TokenRecord & { readonly hash: Buffer; readonly lifeSeconds: number },
): Promise<void> {
  await db.run(INSERT, [token.hash, token.certificateHash, token.scopes, token.lifeSeconds])
}

export async function findToken(db: Queryable, hash: Buffer): Promise<TokenRecord | undefined> {
  return (await db.run<TokenRecord>(FIND, [hash]))[0]
}
