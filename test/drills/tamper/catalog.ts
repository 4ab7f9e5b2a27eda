import type { Client } from 'pg'
import { TABLE_RIGHTS } from '../../../src/schema/table-rights.ts'

/** Kept by somebody else than the lender, in homologation only: a bank, a shop, invented people. Or read by people only. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  api_key_uses: 'when a key was last used, for its owner to read; written about once a second',
  api_requests: 'what a key asked for, for its owner to read; written about once a second',
  psp_behaviours: 'the sandbox bank’s record: what a real bank does is not in this database',
  psp_charge_revisions: 'the sandbox bank’s record',
  psp_charges: 'the sandbox bank’s record',
  psp_payments: 'the sandbox bank’s record',
  psp_payouts: 'the sandbox bank’s record',
  psp_refunds: 'the sandbox bank’s record',
  psp_tokens: 'the sandbox bank’s record',
  psp_webhooks: 'the sandbox bank’s record',
  sandbox_people: 'invented people of the sandbox',
  store_attempts: 'the demonstration shop’s record',
  store_endpoints: 'the demonstration shop’s record',
  store_orders: 'the demonstration shop’s record',
}

export interface Column {
  readonly name: string
  /** As `format_type` writes it. */
  readonly type: string
  readonly isNullable: boolean
  readonly isGenerated: boolean
  /** By the program's role. */
  readonly isUpdatable: boolean
  readonly isUnique: boolean
  /** Values that a CHECK lists. */
  readonly allowed: readonly string[]
}

export interface Table {
  readonly name: string
  readonly mayInsert: boolean
  readonly mayDelete: boolean
  readonly columns: readonly Column[]
  readonly key: readonly string[]
}

export interface Rights {
  readonly insert: boolean
  readonly delete: boolean
  /** `all`, or the columns. */
  readonly update: 'all' | readonly string[]
}

/** Of the program's role, as `TABLE_RIGHTS` writes them. */
export function parseRights(app: string): Rights {
  const columns = /UPDATE \(([^)]*)\)/.exec(app)?.[1]?.split(', ')
  return {
    insert: /\bINSERT\b/.test(app),
    delete: /\bDELETE\b/.test(app),
    update: columns ?? (/\bUPDATE\b/.test(app) ? 'all' : []),
  }
}

interface CatalogRow {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isGenerated: boolean
  /** By the database alone: no statement changes it. */
  readonly isNumbered: boolean
  readonly isUnique: boolean
  readonly keyPosition: number | null
  readonly checks: string | null
}

const LIST_COLUMNS = `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type,
    NOT a.attnotnull AS "isNullable", a.attgenerated <> '' AS "isGenerated", a.attidentity = 'a' AS "isNumbered",
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey)) AS "isUnique",
    (SELECT array_position(i.indkey::int2[], a.attnum) FROM pg_index i
      WHERE i.indrelid = c.oid AND i.indisprimary) AS "keyPosition",
    (SELECT string_agg(pg_get_constraintdef(k.oid), E'\n') FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS checks
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname, a.attnum`

/** Every table of the schema, with what the program's role may do to it; nothing for tables without rights. */
export async function readCatalog(client: Client): Promise<readonly Table[]> {
  const { rows } = await client.query<CatalogRow>(LIST_COLUMNS)
  return [...Map.groupBy(rows, row => row.table)].map(([name, columns]): Table => {
    const rights = parseRights(TABLE_RIGHTS[name]?.app ?? '')
    return {
      name,
      mayInsert: rights.insert,
      mayDelete: rights.delete,
      columns: columns.map(({ checks, isNumbered, table: _, keyPosition: __, ...column }) => ({
        ...column,
        isUpdatable: !isNumbered && (rights.update === 'all' || rights.update.includes(column.name)),
        allowed: parseAllowed(checks ?? ''),
      })),
      key: columns
        .filter(({ keyPosition }) => keyPosition !== null)
        .sort((one, other) => Number(one.keyPosition) - Number(other.keyPosition))
        .map(column => column.name),
    }
  })
}

function parseAllowed(checks: string): string[] {
  const list = /= ANY \(\(?ARRAY\[([^\]]*)\]/.exec(checks)?.[1] ?? ''
  return [...list.matchAll(/'([^']*)'::/g)].map(([, value = '']) => value)
}

/** Tables that the program's role may write to, without those of somebody else. */
export const isTried = ({ name, mayInsert, mayDelete, columns }: Table): boolean =>
  LEFT_OUT[name] === undefined && (mayInsert || mayDelete || columns.some(each => each.isUpdatable))
