import type { App } from '../app/app.ts'
import { type DeskAction, mayDo, REASON_LENGTH } from '../contract/desk.ts'
import type { AuditAction } from '../contract/desk-audit.ts'
import { appendAudit, listNotesAbout } from '../domains/audit/index.ts'
import type { Decision } from '../domains/desk/index.ts'
import { findOperator, type Operator, proveOperator } from '../domains/operators/index.ts'
import { InputError } from '../kernel/faults.ts'
import type { MacTable } from '../platform/crypto/row-mac.ts'
import type { Transaction } from '../platform/db/database.ts'
import { askLines, type CommandLine, getOption, getPerson, getWord } from './command.ts'

/**
 * The operator whom `--as` names, proved by an authenticator code: anybody can type a name. The
 * code is asked for, or read from a pipe, because an option would stay in the shell history.
 */
export async function getProvenPerson(
  services: App,
  line: CommandLine,
  action: DeskAction,
): Promise<Operator> {
  const [operator] = await proveAll(services, line, [{ email: getPerson(line), option: 'as', action }])
  if (operator === undefined) throw new Error('no operator was verified')
  return operator
}

interface Wanted {
  readonly email: string
  /** The option in which the e-mail was typed. */
  readonly option: string
  readonly action: DeskAction
}

/** Several people at one command, each with a code of their own. */
export async function proveAll(
  services: App,
  line: CommandLine,
  wanted: readonly Wanted[],
): Promise<Operator[]> {
  for (const { email, option } of wanted)
    if (!/^[^@\s]+@[^@\s]+$/.test(email))
      throw new InputError(`--${option} must be the e-mail address of an operator`)
  const codes = await askLines(
    line,
    wanted.map(({ email }) => `Code of the authenticator of ${email}: `),
  )
  const proven: Operator[] = []
  for (const [at, { email, action }] of wanted.entries())
    proven.push(await prove(services, { email, code: (codes[at] ?? '').trim() }, action))
  return proven
}

async function prove(
  services: App,
  shown: { readonly email: string; readonly code: string },
  action: DeskAction,
): Promise<Operator> {
  const proof = await proveOperator(services, shown)
  if (proof.outcome === 'wait') throw new InputError(`too many wrong codes: wait ${proof.seconds} seconds`)
  if (proof.outcome === 'refused')
    throw new InputError(
      `${shown.email} is not verified: the e-mail of an enabled operator and an unused code are needed`,
    )
  if (!mayDo(proof.operator.role, action))
    throw new InputError(`${shown.email} is ${proof.operator.role}: this role may not do it`)
  return proof.operator
}

type ProposeAction = Extract<AuditAction, 'account.propose' | 'retailer.propose'>

/** Proves who proposes, and notes it in the transaction of the proposal: the approver must be somebody else. */
export async function propose(
  services: App,
  line: CommandLine,
  action: ProposeAction,
  write: (tx: Transaction, author: { readonly by: string; readonly at: Date }) => Promise<string>,
): Promise<string> {
  const { database, clock, realClock } = services
  const operator = await getProvenPerson(services, line, 'payout.decide')
  return database.transaction(async tx => {
    const id = await write(tx, { by: operator.email, at: clock.now() })
    const note = { operatorId: operator.id, action, subject: id, details: { proposal: id } }
    await appendAudit(tx, note, realClock.now())
    return id
  })
}

interface OpenProposals {
  readonly proposals: readonly { readonly id: string; readonly proposedBy: string }[]
  readonly forgedIds: readonly string[]
}

/** Throws when somebody changed the proposal outside the program, or the audit log names another proposer. */
export async function checkProposal(
  { database, secrets, reportForgery }: App,
  id: string,
  { proposals, forgedIds }: OpenProposals,
  { table, action }: { readonly table: MacTable; readonly action: ProposeAction },
): Promise<void> {
  const proposal = proposals.find(each => each.id === id)
  if (proposal !== undefined) {
    const notes = (await listNotesAbout(database, id, id)).filter(note => note.action === action)
    const proposer = await findOperator(database, secrets, proposal.proposedBy)
    const isAsNoted = notes.length > 0 && notes.every(({ operatorId }) => operatorId === proposer?.id)
    if (proposer !== undefined && isAsNoted) return
  } else if (!forgedIds.includes(id)) return
  await reportForgery(table, id)
  throw new InputError(`proposal ${id} was changed outside the program: decline it`)
}

/** Always in production; in homologation on request, so that it can be tried there. */
export const mustPropose = ({ isProduction }: App, { options }: CommandLine): boolean =>
  isProduction || options.propose === true

/** Why the person does it, as long as the desk would take it. */
export function getReason(line: CommandLine): string {
  const reason = getOption(line, 'reason').trim()
  const { minimum, maximum } = REASON_LENGTH
  if (reason.length < minimum || reason.length > maximum)
    throw new InputError(`--reason must have ${minimum} to ${maximum} characters`)
  return reason
}

/** What a command says about a decision that may have to wait for a second person. */
export const presentDecision = ({ id, state }: Decision, done: string): string =>
  state === 'done'
    ? done
    : `${id}\n\nProposed. Another person, an approver, answers with: proposals approve ${id} --reason TEXT --as EMAIL`

export const getProposalId = (line: CommandLine): string => getWord(line, 2, 'the id of the proposal')

export function presentProposals(shown: readonly string[], forgedIds: readonly string[]): string {
  const forged = forgedIds.map(id => `${id} was changed outside the program: decline it`)
  return [...shown, ...forged].join('\n\n') || 'nothing waits for a second person'
}
