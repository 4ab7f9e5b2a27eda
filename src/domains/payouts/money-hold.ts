import type { App } from '../../app/app.ts'
import { Refused } from '../../kernel/faults.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { appendAudit, findAuditFault, listNotesOf, recordAudit, verifyAudit } from '../audit/index.ts'
import { findLedgerFault, verifyLedger } from '../ledger/index.ts'
import { insertRelease, listReleasedIds } from './release-store.ts'

/*
 * No money leaves while books or audit log are known to be rewritten: what is ordered is computed from the books. The hold is
 * an entry of the audit log, so that it lasts beyond restarts and for all processes, and removing it breaks that chain.
 */

/** What was found: a chain, a database that was restored, or a person's order to stop. */
type HoldCause = 'ledger' | 'audit' | 'restore' | 'person'

interface MoneyHold {
  readonly id: string
  readonly cause: HoldCause
  /** One sentence. */
  readonly problem: string
  readonly heldAt: Date
}

/**
 * Why no money may leave now; undefined if it may. Checks the chains each time: where somebody removed the note of a
 * hold, the fault itself is still there.
 */
export async function findMoneyHold(app: App): Promise<MoneyHold | undefined> {
  const [open] = await listMoneyHolds(app)
  if (open !== undefined) return open
  const { database, secrets, keptHeads } = app
  const ledger = await findLedgerFault(database, secrets, await keptHeads.find('ledger'))
  if (ledger !== undefined) return holdMoney(app, 'ledger', ledger)
  const audit = await findAuditFault(database, secrets, await keptHeads.find('audit'))
  return audit === undefined ? undefined : holdMoney(app, 'audit', audit)
}

/** Throws Refused. */
export async function requireMoneyFree(app: App): Promise<void> {
  const hold = await findMoneyHold(app)
  if (hold !== undefined)
    throw new Refused(`no money leaves until people release it (money release): ${hold.problem}`)
}

/** Holds that nobody has released, the oldest first. */
export async function listMoneyHolds({ database, secrets }: App): Promise<MoneyHold[]> {
  const holds = new Map<string, MoneyHold>()
  for (const { subject, at, details } of await listNotesOf(database, 'money.held')) {
    // The program always names one; any other note could never be released.
    if (subject === null || !isId(subject)) continue
    holds.set(subject, { id: subject, heldAt: at, ...parseDetails(details) })
  }
  if (holds.size === 0) return []
  const released = await listReleasedIds(database, secrets, [...holds.keys()])
  return [...holds.values()].filter(({ id }) => !released.has(id))
}

function parseDetails(details: string): Pick<MoneyHold, 'cause' | 'problem'> {
  try {
    const { cause = 'person', problem = '' } = JSON.parse(details) as Partial<MoneyHold>
    return { cause, problem }
  } catch {
    // Somebody wrote the note by SQL: it holds all the same.
    return { cause: 'person', problem: 'the record of the hold cannot be read' }
  }
}

/** Stops all payouts, unless they are stopped for this cause already. */
export async function holdMoney(app: App, cause: HoldCause, problem: string): Promise<MoneyHold> {
  const { database, realClock, log } = app
  log?.error({ code: 'money_held' }, `no money leaves: ${problem}`)
  const known = (await listMoneyHolds(app)).find(each => each.cause === cause)
  if (known !== undefined) return known
  const heldAt = realClock.now()
  const id = newId(heldAt.getTime())
  const details = { by: 'program', cause, problem } as const
  await recordAudit(database, { operatorId: undefined, action: 'money.held', subject: id, details }, heldAt)
  return { id, cause, problem, heldAt }
}

/**
 * Releases payouts. Refuses while a chain is broken: it is not signed any more, so that nobody would notice a second
 * change. Returns the holds that it ended.
 */
export async function releaseMoney(
  app: App,
  people: { readonly releasedBy: string; readonly approvedBy: string | undefined },
): Promise<MoneyHold[]> {
  const { database, secrets, realClock } = app
  // Before the verification: what is found meanwhile stays held.
  const holds = await listMoneyHolds(app)
  const fault = await findAnyFault(app)
  if (fault !== undefined) throw new Refused(fault)
  const { releasedBy, approvedBy = null } = people
  await database.transaction(async tx => {
    const releasedAt = realClock.now()
    for (const { id: holdId, cause } of holds) {
      await insertRelease(tx, secrets, { holdId, releasedAt, releasedBy, approvedBy })
      const note = { operatorId: undefined, action: 'money.released', subject: holdId } as const
      await appendAudit(tx, { ...note, details: { by: 'command line', cause } }, releasedAt)
    }
  })
  return holds
}

/** Reads both chains from end to end. */
async function findAnyFault({ database, secrets, keptHeads }: App): Promise<string | undefined> {
  const [ledger, audit] = await Promise.all([keptHeads.find('ledger'), keptHeads.find('audit')])
  const books = await verifyLedger(database, { secrets, anchors: ledger ? [ledger] : [] })
  if (books.fault !== undefined)
    return `the books are broken at seal ${books.fault.position ?? 'none'}: ${books.fault.problem}`
  const log = await verifyAudit(database, secrets, audit ? [audit] : [])
  return log.fault && `the audit log is broken at entry ${log.fault.position}: ${log.fault.problem}`
}
