import type { Client } from 'pg'
import type { Queryable, Statement } from '../platform/db/database.ts'
import { type RowStatement, runRows } from '../platform/db/row-statement.ts'
import {
  findDeploymentOf,
  listColumnsToUpdate,
  listTableRights,
  nameRoles,
  presentGrants,
} from './role-script.ts'
import { SEQUENCE_RIGHTS, TABLE_RIGHTS } from './table-rights.ts'

interface NeededRight {
  readonly name: string
  readonly privilege: string
  readonly columnName: string
}

const LIST_MISSING: RowStatement<NeededRight> = {
  name: 'roles.list-missing',
  columns: { name: 'text', privilege: 'text', columnName: 'text' },
  text: `SELECT r.privilege || ' on ' || r.name AS missing FROM rows r
    WHERE NOT CASE r.column_name WHEN '*' THEN has_table_privilege(to_regclass(r.name), r.privilege)
      WHEN '' THEN has_sequence_privilege(to_regclass(r.name), r.privilege)
      ELSE has_column_privilege(to_regclass(r.name), r.column_name, r.privilege) END`,
}
const LIST_EXCESSIVE: Statement = {
  name: 'roles.list-excessive',
  text: `SELECT name FROM unnest($1::text[]) AS t (name) WHERE has_table_privilege(to_regclass(name), 'UPDATE') ORDER BY name`,
}
const FIND_ROLE: Statement = {
  name: 'roles.find-standing',
  text: `SELECT current_user AS role, pg_has_role(relowner, 'USAGE') AS "isOwner" FROM pg_class WHERE oid = to_regclass('schema_migrations')`,
}

const WHOLE_TABLE = '*'
const SEQUENCE = ''

const needed: readonly NeededRight[] = [
  ...Object.entries(TABLE_RIGHTS).flatMap(([name, { app }]) => [
    ...listTableRights(app).map(privilege => ({ name, privilege, columnName: WHOLE_TABLE })),
    ...listColumnsToUpdate(app).map(columnName => ({ name, privilege: 'UPDATE', columnName })),
  ]),
  ...Object.entries(SEQUENCE_RIGHTS).map(([name, privilege]) => ({ name, privilege, columnName: SEQUENCE })),
]

/** Tables with columns that the program may not change. */
const frozen = Object.entries(TABLE_RIGHTS).flatMap(([name, { app }]) =>
  listColumnsToUpdate(app).length > 0 ? [name] : [],
)

const LOCK_TIMEOUT = '5s'

export interface RoleRights {
  readonly role: string
  /** May change the schema, and so grant itself any right again. */
  readonly isOwner: boolean
  /** Rights that the program needs and does not have. */
  readonly missing: readonly string[]
  /** Tables of which it may change columns that no statement changes: left over from an earlier version. */
  readonly excessive: readonly string[]
}

export async function readRoleRights(db: Queryable): Promise<RoleRights> {
  const [role] = await db.run<{ role: string; isOwner: boolean }>(FIND_ROLE, [])
  if (role === undefined) throw new Error('the schema is absent')
  const missing = await runRows<{ missing: string }, NeededRight>(db, LIST_MISSING, needed)
  const excessive = await db.run<{ name: string }>(LIST_EXCESSIVE, [frozen])
  return { ...role, missing: missing.map(row => row.missing), excessive: excessive.map(row => row.name) }
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
