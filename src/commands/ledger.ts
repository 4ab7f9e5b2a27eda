import { type LedgerReport, sealEntries, verifyLedger } from '../modules/ledger/index.ts'
import { type Command, parseHead, presentTable, UsageError } from './command.ts'

export const ledgerCommands: Readonly<Record<string, Command>> = {
  'ledger seal': {
    usage: 'ledger seal',
    purpose: 'chain the entries that have no seal yet, and print the head: note it somewhere else',
    async run({ database }) {
      const { position, hash, added } = await sealEntries(database)
      return `${added} entries sealed\nhead ${position}:${hash}`
    },
  },

  'ledger verify': {
    usage: 'ledger verify [--head POSITION:HASH]',
    purpose: 'recompute sums, balances and seals of all books; --head is one noted earlier',
    async run({ database }, line) {
      const report = await verifyLedger(database, parseHead(line))
      if (report.fault !== undefined) throw new UsageError(presentFault(report.fault))
      return presentReport(report)
    },
  },
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
