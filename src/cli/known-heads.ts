import { readFile } from 'node:fs/promises'
import type { App } from '../app/app.ts'
import { InputError } from '../kernel/faults.ts'
import type { ChainHead, ChainName } from '../platform/deployment/kept-heads.ts'
import { type CommandLine, getOption, parseHead } from './command.ts'

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
  if (heads.length === 0) throw new InputError(`${path} names no head of the ${chain} chain`)
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
