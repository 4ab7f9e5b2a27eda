import type { Client } from 'pg'
import type { Queryable, Statement } from '../platform/db/database.ts'
import { findDeploymentOf, listAppRights, nameRoles, presentGrants } from './role-script.ts'
import { SEQUENCE_RIGHTS, TABLE_RIGHTS } from './table-rights.ts'

const LIST_MISSING: Statement = {
  name: 'roles.list-missing',
  text: `SELECT r.privilege || ' on ' || r.name AS missing FROM unnest($1::text[], $2::text[], $3::boolean[]) AS r (name, privilege, is_table)
    WHERE NOT CASE WHEN r.is_table THEN has_table_privilege(to_regclass(r.name), r.privilege)
      ELSE has_sequence_privilege(to_regclass(r.name), r.privilege) END`,
}
const FIND_ROLE: Statement = {
  name: 'roles.find-standing',
  text: `SELECT current_user AS role, pg_has_role(relowner, 'USAGE') AS "isOwner" FROM pg_class WHERE oid = to_regclass('schema_migrations')`,
}

const needed = [
  ...Object.entries(TABLE_RIGHTS).flatMap(([name, { app }]) =>
    listAppRights(app)
      .split(', ')
      .map(privilege => ({ name, privilege, isTable: true })),
  ),
  ...Object.entries(SEQUENCE_RIGHTS).map(([name, privilege]) => ({ name, privilege, isTable: false })),
]

const LOCK_TIMEOUT = '5s'

export interface RoleRights {
  readonly role: string
  /** May change the schema, and so grant itself any right again. */
  readonly isOwner: boolean
  /** Rights that the program needs and does not have. */
  readonly missing: readonly string[]
}

export async function readRoleRights(db: Queryable): Promise<RoleRights> {
  const [role] = await db.run<{ role: string; isOwner: boolean }>(FIND_ROLE, [])
  if (role === undefined) throw new Error('the schema is absent')
  const missing = await db.run<{ missing: string }>(LIST_MISSING, [
    needed.map(({ name }) => name),
    needed.map(({ privilege }) => privilege),
    needed.map(({ isTable }) => isTable),
  ])
  return { ...role, missing: missing.map(row => row.missing) }
}

/** Grants the tables made by migrations to the other roles of this migrator; does nothing when it has no such roles. */
export async function grantToOtherRoles(client: Client): Promise<void> {
  const who = await client.query<{ role: string }>('SELECT current_user AS role')
  const deployment = findDeploymentOf(who.rows[0]?.role ?? '')
  if (deployment === undefined) return
  const names = nameRoles(deployment)
  const others = await client.query('SELECT FROM pg_roles WHERE rolname IN ($1, $2)', [
    names.app,
    names.readonly,
  ])
  if (others.rowCount === 2)
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'; ${presentGrants(names, 'add')}`)
}
