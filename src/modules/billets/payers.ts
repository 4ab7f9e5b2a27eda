import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { Payer } from './billet.ts'

const SALT_BYTES = 16

const INSERT_PAYER: Statement = {
  name: 'billet-payers.insert',
  text: 'INSERT INTO billet_payers (transaction_id, key_salt, payer) VALUES ($1, $2, $3) ON CONFLICT (transaction_id) DO NOTHING',
}
const LIST_PAYERS: Statement = {
  name: 'billet-payers.list',
  text: `SELECT transaction_id AS "transactionId", key_salt AS "keySalt", payer FROM billet_payers
    WHERE transaction_id = ANY ($1)`,
}

interface PayerRow {
  readonly transactionId: string
  readonly keySalt: Buffer
  readonly payer: Buffer
}

/** Billets that replace others of the same contract keep its payer. */
export async function insertPayer(
  tx: Transaction,
  secrets: Secrets,
  transactionId: string,
  payer: Payer,
): Promise<void> {
  const salt = takeRandomBytes(SALT_BYTES)
  const box = seal(secrets.deriveDataKey(salt), payerContext(transactionId), JSON.stringify(payer))
  await tx.run(INSERT_PAYER, [transactionId, salt, box])
}

/** By contract; a payer who was forgotten is not among them. */
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

const payerContext = (transactionId: string): string => `billet_payers.payer:${transactionId}`
