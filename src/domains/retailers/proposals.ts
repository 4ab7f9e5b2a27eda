import { InputError } from '../../kernel/faults.ts'
import {
  answerLockedProposal,
  listOpenProposals,
  openProposal,
  type ProposalAnswer,
} from '../../platform/crypto/proposals.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { changeTerms, findTerms } from './change-terms.ts'
import { insertProposal, openChanges, RETAILERS } from './proposal-store.ts'
import { computeTerms, type TermsChanges } from './terms.ts'
import type { TermsAuthor } from './terms-store.ts'

/** Proposed changes of a retailer, until another person has answered. */
export interface RetailerProposal {
  readonly id: string
  readonly retailerId: string
  readonly changes: TermsChanges
  readonly proposedBy: string
  readonly proposedAt: Date
}

/** Throws InputError when the changes could not be applied today. */
export async function proposeTerms(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  changes: TermsChanges,
  author: TermsAuthor,
): Promise<string> {
  const before = await findTerms(db, secrets, retailerId)
  if (before === undefined) throw new InputError(`there is no retailer ${retailerId}`)
  computeTerms(before, changes, author.at)
  const row = { ...openProposal(author), retailerId }
  await insertProposal(db, secrets, row, changes)
  return row.id
}

/** Forged ones by their ids. */
export async function listRetailerProposals(
  db: Queryable,
  secrets: Secrets,
): Promise<{ readonly proposals: RetailerProposal[]; readonly forgedIds: string[] }> {
  const { rows, forgedIds } = await listOpenProposals(db, secrets, RETAILERS)
  const proposals = rows.map(row => ({
    id: row.id,
    retailerId: row.retailerId,
    changes: openChanges(secrets, row),
    proposedBy: row.proposedBy,
    proposedAt: row.proposedAt,
  }))
  return { proposals, forgedIds }
}

/**
 * Applies the proposal to today's terms, or declines it. Returns the retailer and its new version, none when
 * it was declined. Throws Refused.
 */
export async function answerRetailerProposal(
  tx: Transaction,
  secrets: Secrets,
  id: string,
  answer: ProposalAnswer,
): Promise<{ readonly retailerId: string; readonly version: number | undefined }> {
  const { row, result } = await answerLockedProposal(tx, secrets, RETAILERS, id, answer, (_, proposed) => {
    const author = { by: `${proposed.proposedBy}, ${answer.by}`, at: answer.at }
    return changeTerms(tx, secrets, proposed.retailerId, openChanges(secrets, proposed), author)
  })
  return { retailerId: row.retailerId, version: result }
}
