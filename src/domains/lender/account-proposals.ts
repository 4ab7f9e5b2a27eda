import { Refused } from '../../kernel/faults.ts'
import {
  answerProposal,
  listOpenProposals,
  openProposal,
  type ProposalAnswer,
} from '../../platform/crypto/proposals.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { ACCOUNTS, insertProposal } from './account-proposal-store.ts'
import { checkAccount, createAccount } from './accounts.ts'
import type { AccountSettings } from './lender-account.ts'

/** A proposed account for receiving money, until another person has answered. */
interface AccountProposal {
  readonly id: string
  readonly settings: AccountSettings
  readonly proposedBy: string
  readonly proposedAt: Date
}

/** Throws InputError when billets could not use the account. */
export async function proposeAccount(
  db: Queryable,
  secrets: Secrets,
  settings: AccountSettings,
  author: { readonly by: string; readonly at: Date },
): Promise<string> {
  checkAccount(settings)
  const row = { ...openProposal(author), settings: JSON.stringify(settings) }
  await insertProposal(db, secrets, row)
  return row.id
}

/** Forged ones by their ids. */
export async function listAccountProposals(
  db: Queryable,
  secrets: Secrets,
): Promise<{ readonly proposals: AccountProposal[]; readonly forgedIds: string[] }> {
  const { rows, forgedIds } = await listOpenProposals(db, secrets, ACCOUNTS)
  const proposals = rows.map(({ id, settings, proposedBy, proposedAt }) => ({
    id,
    settings: JSON.parse(settings) as AccountSettings,
    proposedBy,
    proposedAt,
  }))
  return { proposals, forgedIds }
}

/**
 * Registers or declines the proposed account. Returns the id of the account; undefined when it was
 * declined. Throws Refused.
 */
export async function answerAccountProposal(
  database: Database,
  secrets: Secrets,
  id: string,
  answer: ProposalAnswer,
): Promise<string | undefined> {
  const { result } = await answerProposal(database, secrets, ACCOUNTS, id, answer, async (tx, row) => {
    const options = { now: answer.at, channel: 'file' } as const
    const accountId = await createAccount(tx, secrets, JSON.parse(row.settings) as AccountSettings, options)
    if (accountId === undefined) throw new Refused('this account is registered already')
    return accountId
  })
  return result
}
