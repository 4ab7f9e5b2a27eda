import type { Database } from '../../platform/db/database.ts'
import { isWritable, readServerFacts } from '../../platform/db/server-facts.ts'
import type { RoleRights } from '../../schema/role-rights.ts'
import type { Config } from '../config/config.ts'
import { type Finding, ok, refuse, warn } from './finding.ts'

const READ_ONLY = 'the database is read-only (a standby, or a role that may only read)'

/** A standby serves nothing. */
export async function listWriteFindings(database: Database): Promise<Finding[]> {
  // The next step explains a database that cannot be reached.
  if (await isWritable(database).catch(() => true)) return []
  return [refuse('database', READ_ONLY, 'DATABASE_URL must lead to the primary')]
}

export async function listServerFindings(database: Database): Promise<Finding[]> {
  const { version, tls, lossySettings } = await readServerFacts(database)
  const server = ok('database', `PostgreSQL ${version}, ${tls ?? 'without TLS, on this machine'}`)
  if (lossySettings.length === 0) return [server]
  return [
    server,
    warn(
      'database',
      `the server runs with ${lossySettings.join(', ')} off: a power cut loses acknowledged purchases`,
      'switch it on in postgresql.conf',
    ),
  ]
}

export function listRightsFindings(
  { role, isOwner, missing, excessive }: RoleRights,
  environment: Config['environment'],
): Finding[] {
  const [first, ...others] = missing
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    return [
      refuse(
        'database',
        `the database role ${role} lacks rights (${first}${more})`,
        'run `npm run crediario -- database migrate` with DATABASE_MIGRATION_URL, or the SQL of `database roles`',
      ),
    ]
  }
  if (isOwner && environment === 'production')
    return [
      warn(
        'database',
        'the role of DATABASE_URL may change the schema',
        '`npm run crediario -- database roles` creates one that may not',
      ),
    ]
  if (!isOwner && excessive.length > 0)
    return [
      warn(
        'database',
        `the role of DATABASE_URL may change all of ${excessive.join(', ')}`,
        'run the SQL of `npm run crediario -- database roles` again',
      ),
    ]
  return [ok('database', `the role ${role} has the rights that the program needs`)]
}
