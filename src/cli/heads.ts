import { readFile } from 'node:fs/promises'
import type { App } from '../app/app.ts'
import { acceptHeads, findRewrittenChain } from '../app/upkeep/seal-chains.ts'
import { ChainRewritten, InputError } from '../kernel/faults.ts'
import type { ChainHead, ChainName } from '../platform/deployment/kept-heads.ts'
import { type Command, type CommandLine, getOption } from './command.ts'

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

/** Every head of a chain that is known outside the database: the kept one, `--head`, and those in the file of `--heads`. */
export async function listKnownHeads(
  { keptHeads }: App,
  line: CommandLine,
  chain: ChainName,
): Promise<ChainHead[]> {
  const [kept, noted] = await Promise.all([keptHeads.find(chain), readHeads(line, chain)])
  return [kept, parseHead(line), ...noted].filter(head => head !== undefined)
}

export const namesHeads = ({ options }: CommandLine): boolean =>
  options.head !== undefined || options.heads !== undefined

const LINE =
  /^(?:[0-9:]{8} )?(ledger|audit) (?:sealed )?(?:added=[0-9]+ )?(?:head=)?([0-9]{1,15}):([0-9a-f]{64})$/

/** The chain head noted earlier, as the verifying command prints it. */
function parseHead({ options }: CommandLine): { position: number; hash: string } | undefined {
  if (options.head === undefined) return undefined
  const [, position, hash] = /^([0-9]{1,15}):([0-9a-f]{64})$/.exec(String(options.head)) ?? []
  if (position === undefined || hash === undefined)
    throw new InputError('--head must be a head as it was printed: position, colon, 64 hexadecimal digits')
  return { position: Number(position), hash }
}

/** A program's log, or lines such as `ledger 12:9f…`. Other lines are ignored. */
async function readHeads(line: CommandLine, chain: ChainName): Promise<ChainHead[]> {
  if (line.options.heads === undefined) return []
  const path = getOption(line, 'heads')
  const text = await readFile(path, 'utf8').catch(error => {
    throw new InputError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  })
  const heads = text.split('\n').flatMap(each => {
    const [, name, position, hash] = LINE.exec(readLogLine(each.trim())) ?? []
    return name === chain && hash !== undefined ? [{ position: Number(position), hash }] : []
  })
  if (heads.length === 0) throw new InputError(`${path} contains no head of the ${chain} chain`)
  return heads
}

/** The log says `ledger sealed` and `audit sealed`, with the head in a field of its own. */
function readLogLine(text: string): string {
  if (!text.startsWith('{')) return text
  try {
    const { msg, head } = JSON.parse(text) as { msg?: unknown; head?: unknown }
    return `${msg} ${head}`
  } catch {
    return ''
  }
}
