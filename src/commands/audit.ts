import { type AuditHead, sealAudit, verifyAudit } from '../modules/desk/index.ts'
import { type Command, parseHead, UsageError } from './command.ts'

const presentHead = ({ position, hash }: AuditHead): string => `head ${position}:${hash}`

export const auditCommands: Readonly<Record<string, Command>> = {
  'audit seal': {
    usage: 'audit seal',
    purpose: 'sign the end of the audit log now, and print its head: note it somewhere else',
    async run({ database, secrets, realClock }) {
      const head = await sealAudit(database, secrets, realClock.now())
      return head === undefined ? 'nothing new to seal' : presentHead(head)
    },
  },

  'audit verify': {
    usage: 'audit verify [--head POSITION:HASH]',
    purpose: 'recompute the whole audit log of the desk; --head is one noted earlier',
    async run({ database, secrets }, line) {
      const { head, sealCount, fault } = await verifyAudit(database, secrets, parseHead(line))
      if (fault !== undefined)
        throw new UsageError(`the audit log is broken at entry ${fault.position}: ${fault.problem}`)
      return `${head.position} entries, all as they were written; ${sealCount} seals\n${presentHead(head)}`
    },
  },
}
