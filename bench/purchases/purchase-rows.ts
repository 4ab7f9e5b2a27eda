/** A table that /authorize writes to, and the columns that must differ from row to row. */
interface PurchaseTable {
  readonly name: string
  /** The WHERE clause that finds the rows of a purchase. */
  readonly where: string
  /** By column: the expression written instead of the sample's value. */
  readonly keys: Readonly<Record<string, (n: string) => string>>
}

const id = (n: string): string => `lpad(to_hex(${n}), 24, '0')`
const bytes = (n: string): string => `decode(lpad(to_hex(${n}), 64, '0'), 'hex')`
const ourNumber = (): string => `nextval('billet_our_numbers')`
const BILLETS_OF = 'billet_id IN (SELECT id FROM billets WHERE transaction_id = $1)'

export const PURCHASE_TABLES: readonly PurchaseTable[] = [
  {
    name: 'transactions',
    where: 'id = $1',
    keys: { id, order_id: n => `'order-' || ${n}`, option_id: id, token_hash: bytes, cpf_index: bytes },
  },
  { name: 'transaction_moves', where: 'transaction_id = $1', keys: { transaction_id: id } },
  { name: 'credit_contracts', where: 'transaction_id = $1', keys: { transaction_id: id, cpf_index: bytes } },
  { name: 'billet_payers', where: 'transaction_id = $1', keys: { transaction_id: id } },
  {
    name: 'billets',
    where: 'transaction_id = $1',
    keys: { id, transaction_id: id, our_number: ourNumber, token_hash: bytes },
  },
  { name: 'bank_orders', where: BILLETS_OF, keys: { id, billet_id: id } },
  { name: 'events', where: 'transaction_id = $1', keys: { id, transaction_id: id } },
]

export type RunSql = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** A row that /authorize wrote, as text; null columns and columns that the database fills by itself are left out. */
export async function readSample(
  run: RunSql,
  { name, where }: PurchaseTable,
  transactionId: string,
): Promise<Map<string, string>> {
  const columns = await run(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND identity_generation IS DISTINCT FROM 'ALWAYS'
      ORDER BY ordinal_position`,
    [name],
  )
  const list = columns.map(column => `"${column.name}"::text`).join(', ')
  const [row, ...more] = await run(`SELECT ${list} FROM ${name} WHERE ${where}`, [transactionId])
  if (row === undefined || more.length > 0) throw new Error(`an authorization writes one row to ${name}`)
  return new Map(
    Object.entries(row).flatMap(([column, value]) => (value === null ? [] : [[column, String(value)]])),
  )
}

const BATCH = 5_000
/** Numbers of earlier purchases; those of the floor begin far above. */
const FIRST_NUMBER = 1

/** By table and column: the expression written instead of the sample's value. */
export type Overrides = Readonly<Record<string, PurchaseTable['keys']>>

/** Earlier purchases, made in SQL: copies of one that was just authorized, under other keys. */
export async function addPurchases(
  run: RunSql,
  transactionId: string,
  count: number,
  overrides: Overrides = {},
  only?: readonly string[],
): Promise<void> {
  const tables = PURCHASE_TABLES.filter(({ name }) => only === undefined || only.includes(name))
  // Samples are stored once: looking them up again for every batch would read more of the table each time.
  const samples: { table: PurchaseTable; columns: readonly string[] }[] = []
  for (const each of tables) {
    // What is named for these rows only counts before what differs in all of them.
    const table = { ...each, keys: { ...each.keys, ...overrides[each.name] } }
    const sampled = await keepSample(run, table, transactionId)
    samples.push({ table, columns: [...new Set([...sampled, ...Object.keys(overrides[each.name] ?? {})])] })
  }
  for (let first = FIRST_NUMBER; first < FIRST_NUMBER + count; first += BATCH) {
    const last = Math.min(first + BATCH, FIRST_NUMBER + count) - 1
    for (const { table, columns } of samples) await copyRows(run, table, columns, [first, last])
  }
  for (const { name } of tables) await run(`VACUUM (ANALYZE) ${name}`)
}

async function keepSample(run: RunSql, table: PurchaseTable, transactionId: string): Promise<string[]> {
  const { name, where } = table
  const columns = [...(await readSample(run, table, transactionId)).keys()]
  await run(`CREATE TEMPORARY TABLE sample_${name} AS SELECT * FROM ${name} LIMIT 0`)
  await run(`INSERT INTO sample_${name} SELECT * FROM ${name} WHERE ${where} LIMIT 1`, [transactionId])
  return columns
}

async function copyRows(
  run: RunSql,
  { name, keys }: PurchaseTable,
  columns: readonly string[],
  [first, last]: readonly [number, number],
): Promise<void> {
  const values = columns.map(column => keys[column]?.('n') ?? `s."${column}"`)
  await run(
    `INSERT INTO ${name} (${columns.map(column => `"${column}"`).join(', ')})
      SELECT ${values.join(', ')} FROM generate_series(${first}, ${last}) AS n, sample_${name} s`,
  )
}
