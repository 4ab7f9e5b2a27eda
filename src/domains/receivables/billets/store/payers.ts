import { takeRandomBytes } from '../../../../platform/crypto/random-bytes.ts'
import { open, seal } from '../../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../../../platform/db/row-statement.ts'
import type { Payer } from '../billet.ts'

const SALT_BYTES = 16

/* Replacement billets of a contract keep its payer. */
const INSERT_PAYERS: RowStatement<PayerRow> = {
  name: 'billet-payers.insert',
  columns: { transactionId: 'text', keySalt: 'bytea', payer: 'bytea' },
  text: `INSERT INTO billet_payers (transaction_id, key_salt, payer) SELECT * FROM rows
    ON CONFLICT (transaction_id) DO NOTHING`,
}
const LIST_PAYERS: Statement = {
  name: 'billet-payers.list',
  text: `SELECT transaction_id, key_salt, payer FROM billet_payers
    WHERE transaction_id = ANY ($1)`,
}

const DELETE_PAYERS: Statement = {
  name: 'billet-payers.forget',
  text: 'DELETE FROM billet_payers WHERE transaction_id = ANY ($1) RETURNING transaction_id',
}

interface PayerRow {
  readonly transactionId: string
  readonly keySalt: Buffer
  readonly payer: Buffer
}

export function insertPayers(
  tx: Transaction,
  secrets: Secrets,
  contracts: readonly { readonly transactionId: string; readonly payer: Payer }[],
): void {
  const rows = contracts.map(({ transactionId, payer }) => {
    const keySalt = takeRandomBytes(SALT_BYTES)
    const key = secrets.deriveDataKey(keySalt)
    return { transactionId, keySalt, payer: seal(key, payerContext(transactionId), JSON.stringify(payer)) }
  })
  sendRows(tx, INSERT_PAYERS, rows)
}

/** Does nothing for a contract that has no billet yet: its payer is stored with the first one. */
export async function replacePayer(
  tx: Transaction,
  secrets: Secrets,
  contract: { readonly transactionId: string; readonly payer: Payer },
): Promise<void> {
  // A box is never rewritten in place: the program's role may insert and delete payers only.
  const deleted = await tx.run(DELETE_PAYERS, [[contract.transactionId]])
  if (deleted.length > 0) insertPayers(tx, secrets, [contract])
}

/** Keyed by contract; forgotten payers are left out. */
export async function findPayers(
  db: Queryable,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, Payer>> {
  const rows = await db.run<PayerRow>(LIST_PAYERS, [[...new Set(transactionIds)]])
  return new Map(
    rows.map(({ transactionId, keySalt, payer }) => {
      const plain = open(secrets.deriveDataKey(keySalt), payerContext(transactionId), payer)
      return [transactionId, JSON.parse(plain.toString()) as Payer]
    }),
  )
}

/** The billets keep number and amount; their links no longer work. */
export async function forgetPayers(tx: Transaction, transactionIds: readonly string[]): Promise<void> {
  await tx.run(DELETE_PAYERS, [transactionIds])
}

const payerContext = (transactionId: string): string => `billet_payers.payer:${transactionId}`
