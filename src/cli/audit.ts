import { sealAuditLog } from '../app/upkeep/seal-chains.ts'
import { type AuditHead, listEntriesAbout, verifyAudit } from '../domains/audit/index.ts'
import { holdMoney } from '../domains/payouts/index.ts'
import { ChainRewritten, InputError } from '../kernel/faults.ts'
import { type Command, getWord } from './command.ts'
import { listKnownHeads, namesHeads } from './heads.ts'

const presentHead = ({ position, hash }: AuditHead): string => `head ${position}:${hash}`

export const auditCommands: Readonly<Record<string, Command>> = {
  'audit seal': {
    async run(services) {
      const head = await sealAuditLog(services).catch(error => {
        throw error instanceof ChainRewritten ? new InputError(error.message) : error
      })
      return head?.isNew !== true ? 'nothing new to seal' : presentHead(head)
    },
  },

  'audit show': {
    async run({ database }, line) {
      const entries = await listEntriesAbout(database, getWord(line, 2, 'the id'))
      if (entries.length === 0) return 'nothing was noted'
      return entries
        .map(({ position, at, action, operatorId, details }) =>
          [position, `${at}Z`, action, operatorId ?? '-', details].join('  '),
        )
        .join('\n')
    },
  },

  'audit verify': {
    async run(services, line) {
      const anchors = await listKnownHeads(services, line, 'audit')
      const { head, sealCount, waitingCount, fault } = await verifyAudit(
        services.database,
        services.secrets,
        anchors,
      )
      if (fault !== undefined) {
        // A head that was typed may be one of another database.
        if (!namesHeads(line)) await holdMoney(services, 'audit', fault.problem)
        throw new InputError(`the audit log is broken at entry ${fault.position}: ${fault.problem}`)
      }
      const waiting = waitingCount === 0 ? '' : `; ${waitingCount} more wait to be chained`
      return `${head.position} entries, all as they were written; ${sealCount} seals${waiting}\n${presentHead(head)}`
    },
  },
}
