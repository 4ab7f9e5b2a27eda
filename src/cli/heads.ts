import { acceptHeads, findRewrittenChain } from '../app/upkeep/seal-chains.ts'
import { ChainRewritten, InputError } from '../kernel/faults.ts'
import type { Command } from './command.ts'

export const headCommands: Readonly<Record<string, Command>> = {
  'heads show': {
    async run({ keptHeads }) {
      const lines = await Promise.all(
        (['ledger', 'audit'] as const).map(async chain => {
          const head = await keptHeads.find(chain)
          return head === undefined ? `${chain} none` : `${chain} ${head.position}:${head.hash}`
        }),
      )
      return lines.join('\n')
    },
  },

  'heads accept': {
    async run(services) {
      const difference = await findRewrittenChain(services)
      if (difference === undefined) return 'the database holds everything that was signed: nothing to accept'
      await acceptHeads(services).catch(error => {
        throw error instanceof ChainRewritten ? new InputError(error.message) : error
      })
      return 'accepted: ledger and audit log continue from what the database holds. No payout is sent until: money release'
    },
  },
}
