import { Refused } from '../../kernel/faults.ts'
import { newId } from '../../kernel/ids.ts'
import type { Database, Queryable, Statement, Transaction } from '../db/database.ts'
import type { RowMac } from './row-mac.ts'
import type { Secrets } from './secrets.ts'

/** A change that one person proposes and another one approves or declines. */
export interface Proposal {
  readonly id: string
  readonly proposedBy: string
  readonly proposedAt: Date
  readonly state: 'proposed' | 'approved' | 'declined'
  readonly answeredBy: string | null
  readonly answeredAt: Date | null
}

type Stored<Row extends Proposal> = Row & { readonly mac: Buffer }

export interface ProposalAnswer {
  readonly by: string
  readonly at: Date
  readonly isApproved: boolean
}

export const PROPOSAL_COLUMNS = `p.id, p.proposed_by, p.proposed_at, p.state,
  p.answered_by, p.answered_at, p.mac`

export function openProposal({ by, at }: { readonly by: string; readonly at: Date }): Proposal {
  return {
    id: newId(at.getTime()),
    proposedBy: by,
    proposedAt: at,
    state: 'proposed',
    answeredBy: null,
    answeredAt: null,
  }
}

export interface ProposalKind<Row extends Proposal> {
  readonly mac: RowMac<Row>
  /** Not covered by the MAC, but by a box sealed for this proposal. */
  readonly opens?: (secrets: Secrets, row: Row) => boolean
  readonly isSamePerson: (one: string, other: string) => boolean
  /** What was proposed, as a sentence names it. */
  readonly subject: string
  readonly listOpen: Statement
  readonly lockOpen: Statement
  readonly answer: Statement
}

const isGenuine = <Row extends Proposal>(
  { mac, opens }: ProposalKind<Row>,
  secrets: Secrets,
  row: Stored<Row>,
): boolean => mac.isGenuine(secrets, row) && (opens === undefined || opens(secrets, row))

/** Open proposals; forged ones by their ids. */
export async function listOpenProposals<Row extends Proposal>(
  db: Queryable,
  secrets: Secrets,
  kind: ProposalKind<Row>,
): Promise<{ readonly rows: Stored<Row>[]; readonly forgedIds: string[] }> {
  const rows = await db.run<Stored<Row>>(kind.listOpen, [])
  return {
    rows: rows.filter(row => isGenuine(kind, secrets, row)),
    forgedIds: rows.filter(row => !isGenuine(kind, secrets, row)).map(({ id }) => id),
  }
}

/**
 * `apply` runs in the same transaction, for an approved proposal only. Nobody approves what they proposed themselves. Throws
 * Refused.
 */
export function answerProposal<Row extends Proposal, Result>(
  database: Database,
  secrets: Secrets,
  kind: ProposalKind<Row>,
  id: string,
  answer: ProposalAnswer,
  apply: (tx: Transaction, row: Row) => Promise<Result>,
): Promise<{ readonly row: Row; readonly result: Result | undefined }> {
  return database.transaction(tx => answerLockedProposal(tx, secrets, kind, id, answer, apply))
}

/** The same in a transaction of the caller. */
export async function answerLockedProposal<Row extends Proposal, Result>(
  tx: Transaction,
  secrets: Secrets,
  kind: ProposalKind<Row>,
  id: string,
  { by, at, isApproved }: ProposalAnswer,
  apply: (tx: Transaction, row: Row) => Promise<Result>,
): Promise<{ readonly row: Row; readonly result: Result | undefined }> {
  const [row] = await tx.run<Stored<Row>>(kind.lockOpen, [id])
  if (row === undefined) throw new Refused(`there is no open proposal ${id}`)
  const wasGenuine = isGenuine(kind, secrets, row)
  if (isApproved && !wasGenuine)
    throw new Refused(`proposal ${id} was changed outside the program: decline it`)
  if (isApproved && kind.isSamePerson(row.proposedBy, by))
    throw new Refused(`${row.proposedBy} proposed ${kind.subject}: another person approves it`)
  const state = isApproved ? 'approved' : 'declined'
  const ended = { ...row, state, answeredBy: by, answeredAt: at } as const
  // Declining does not make a forged row genuine.
  const mac = wasGenuine ? kind.mac.compute(secrets, ended) : row.mac
  await tx.run(kind.answer, [id, state, by, at, mac])
  return { row, result: isApproved ? await apply(tx, row) : undefined }
}
