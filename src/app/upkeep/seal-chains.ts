import { type AuditHead, findAuditDifference, recordAudit, sealAudit } from '../../domains/audit/index.ts'
import { sealLedger } from '../../domains/ledger/index.ts'
import { findLedgerDifference } from '../../domains/ledger/store/heads.ts'
import { holdMoney } from '../../domains/payouts/index.ts'
import type { App } from '../app.ts'

export async function sealAuditLog(app: App): Promise<(AuditHead & { readonly isNew: boolean }) | undefined> {
  const { database, secrets, realClock, keptHeads } = app
  const head = await sealAudit(database, secrets, realClock.now(), await keptHeads.find('audit'))
  if (head !== undefined) await keptHeads.keep('audit', { position: head.position, hash: head.hash })
  return head
}

/** Why this may not be the database whose heads are kept here, in one sentence. */
export async function findForeignDatabase({ keptHeads }: App): Promise<string | undefined> {
  if (!(await keptHeads.isOfOthers())) return undefined
  return (
    `${keptHeads.place} holds heads of another database only: remove the file if this one is new, and find out who ` +
    'changed the id of the deployment if it is not'
  )
}

/** Why the database is older than, or different from, what was signed, in one sentence; undefined if it is not. */
export async function findRewrittenChain({ database, keptHeads }: App): Promise<string | undefined> {
  const [ledger, audit] = await Promise.all([keptHeads.find('ledger'), keptHeads.find('audit')])
  const difference =
    (ledger && (await findLedgerDifference(database, ledger))) ??
    (audit && (await findAuditDifference(database, audit)))
  return (
    difference &&
    `${difference} (${keptHeads.place}): the database was restored from a backup or rewritten. Check it with ` +
      '`ledger verify` and `audit verify`; after a restore, `npm run crediario -- heads accept --as NAME` goes on from here'
  )
}

/**
 * Continues from what the database holds, after a restore. The audit log records the heads known before. Payouts wait
 * for people: a bank may have paid what the database has forgotten.
 */
export async function acceptHeads(app: App): Promise<void> {
  const { database, realClock, keptHeads } = app
  const [ledger, audit] = await Promise.all([keptHeads.find('ledger'), keptHeads.find('audit')])
  const present = (head: AuditHead | undefined): string => (head ? `${head.position}:${head.hash}` : 'none')
  const details = { by: 'command line', ledger: present(ledger), audit: present(audit) } as const
  await recordAudit(database, { operatorId: undefined, action: 'heads.accepted', details }, realClock.now())
  await holdMoney(app, 'restore', 'the database was restored: compare the payouts with the bank first')
  await keptHeads.forget()
  await sealLedger(app)
  await sealAuditLog(app)
}
