import { reconcileBillets } from '../flows/payments/reconcile-billets.ts'
import { isRewritten, sealLedger } from '../flows/upkeep/seal-chains.ts'
import { type LedgerReport, verifyLedger } from '../modules/ledger/index.ts'
import { type Command, presentTable, UsageError } from './command.ts'
import { listKnownHeads } from './known-heads.ts'

export const ledgerCommands: Readonly<Record<string, Command>> = {
  'ledger seal': {
    usage: 'ledger seal',
    purpose: 'chain the entries that have no seal yet, and print the head: note it somewhere else',
    async run(services) {
      const { head, added } = await sealLedger(services).catch(refuseRewritten)
      return `${added} entries sealed\nhead ${head?.position ?? 0}:${head?.hash ?? '0'.repeat(64)}`
    },
  },

  'ledger verify': {
    usage: 'ledger verify [--head POSITION:HASH] [--heads FILE]',
    purpose:
      'recompute sums, balances and seals of all books, and compare billets with them; --head is one noted earlier, --heads a log',
    async run(services, line) {
      const { database, secrets } = services
      const report = await verifyLedger(database, {
        secrets,
        anchors: await listKnownHeads(services, line, 'ledger'),
      })
      if (report.fault !== undefined) throw new UsageError(presentFault(report.fault))
      const { paidCount, fault } = await reconcileBillets(database)
      if (fault !== undefined)
        throw new UsageError(`billets and books differ at billet ${fault.billetId}: ${fault.problem}`)
      return `${presentReport(report)}\n\n${paidCount} paid billets, each with its money in the books`
    },
  },
}

function refuseRewritten(error: unknown): never {
  throw isRewritten(error) ? new UsageError(error.message) : error
}

function presentFault({ position, entryId, problem }: NonNullable<LedgerReport['fault']>): string {
  const place = [position && `at seal ${position}`, entryId && `entry ${entryId}`].filter(Boolean).join(', ')
  return `the books are broken ${place}: ${problem}`
}

function presentReport({ entryCount, head, balancesCentavos }: LedgerReport): string {
  const rows = [...balancesCentavos].toSorted(([a], [b]) => a.localeCompare(b))
  const table = presentTable(
    ['ACCOUNTS', 'BALANCE'],
    rows.map(([account, centavos]) => [account, (centavos / 100).toFixed(2)]),
  )
  return `${entryCount} entries, all balanced\n${head.position} sealed, head ${head.position}:${head.hash}\n\n${table}`
}
