import { appendAudit } from '../../domains/audit/index.ts'
import { adoptOperators } from '../../domains/desk/index.ts'
import { adoptAccounts } from '../../domains/receivables/index.ts'
import { adoptKeys } from '../../domains/retailers/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Adopted, MacTable } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { KeptHeads } from '../../platform/deployment/kept-heads.ts'
import { lockAdoption, recordAdoption } from '../../platform/deployment/mac-adoptions.ts'

/** In one sentence, why rows without a MAC cannot be trusted. */
export class AdoptionRefused extends Error {}

const ADOPTIONS: readonly [MacTable, (tx: Transaction, secrets: Secrets) => Promise<Adopted>][] = [
  ['api_keys', adoptKeys],
  ['operators', adoptOperators],
  ['lender_accounts', adoptAccounts],
]

/**
 * Gives rows of versions that wrote no MACs theirs, once per table. Returns how many rows there were. Later a row
 * without a MAC is refused, because only somebody without the deployment's key writes one.
 */
export async function adoptRows(context: {
  readonly database: Database
  readonly secrets: Secrets
  readonly realClock: Clock
  readonly keptHeads: KeptHeads
}): Promise<number> {
  const { database, secrets, realClock, keptHeads } = context
  // A version that signs heads adopts before it signs the first one.
  const hasRunBefore = (await keptHeads.find('audit')) ?? (await keptHeads.find('ledger'))
  let count = 0
  for (const [table, adopt] of ADOPTIONS)
    count += await database.transaction(async tx => {
      if (!(await lockAdoption(tx, table))) return 0
      const { adopted, known } = await adopt(tx, secrets)
      if (known > 0 || hasRunBefore !== undefined)
        throw new AdoptionRefused(
          `the record that the rows of ${table} have their MACs was removed from the database: restore the table ` +
            'mac_adoptions from a backup, and find out who changed it',
        )
      const now = realClock.now()
      await recordAdoption(tx, table, adopted, now)
      const details = { by: 'program', table, rows: adopted } as const
      await appendAudit(tx, { operatorId: undefined, action: 'rows.adopted', details }, now)
      return adopted
    })
  return count
}
