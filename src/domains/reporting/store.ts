import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import type { OwnCosif } from './cosif.ts'

const INSERT: RowStatement<OwnCosif> = {
  name: 'cosif-accounts.insert',
  columns: { kind: 'text', code: 'text', name: 'text' },
  text: `INSERT INTO cosif_accounts (account_kind, version, code, name, loaded_by, loaded_at)
    SELECT kind, 1 + coalesce((SELECT max(version) FROM cosif_accounts c WHERE c.account_kind = kind), 0), code, name, $1, $2
    FROM rows`,
}
const LIST: Statement = {
  name: 'cosif-accounts.list',
  text: `SELECT DISTINCT ON (account_kind) account_kind AS kind, code, name FROM cosif_accounts
    ORDER BY account_kind, version DESC`,
}

/** Sent without waiting for it. Rows of before stay, so that it is known what an older export was made with. */
export function insertCosif(
  tx: Transaction,
  accounts: readonly OwnCosif[],
  { by, at }: { readonly by: string; readonly at: Date },
): void {
  sendRows(tx, INSERT, accounts, [by, at])
}

export function listOwnCosif(db: Queryable): Promise<OwnCosif[]> {
  return db.run<OwnCosif>(LIST, [])
}
