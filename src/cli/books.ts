import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import {
  BOOK_EXPORTS,
  type BookExport,
  exportBooks,
  loadCosif,
  parseCosif,
  readChart,
} from '../domains/reporting/index.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, type CommandLine, getOption, getPerson, presentTable } from './command.ts'
import { getMonthEnd } from './month.ts'

export const bookCommands: Readonly<Record<string, Command>> = {
  'books export': {
    async run(services, line) {
      const monthEnd = getMonthEnd(line)
      const folder = typeof line.options.folder === 'string' ? line.options.folder : '.'
      const paths: string[] = []
      for (const what of chooseExports(line)) {
        const path = join(folder, `${what}-${monthEnd.slice(0, 7)}.csv`)
        await writePieces(path, exportBooks(services, monthEnd, what))
        paths.push(path)
      }
      line.act?.tell(undefined, { month: monthEnd.slice(0, 7), files: paths.length })
      return paths.join('\n')
    },
  },

  'books cosif': {
    async run(services, line) {
      if (line.options.file !== undefined) {
        const accounts = parseCosif(await readText(getOption(line, 'file')))
        await loadCosif(services, accounts, getPerson(line))
        line.act?.tell(undefined, { accounts: accounts.length })
      }
      const rows = [...(await readChart(services))].map(([kind, { code, name }]) => [kind, code, name])
      return presentTable(['ACCOUNT', 'COSIF', 'NAME'], rows)
    },
  },
}

function chooseExports(line: CommandLine): readonly BookExport[] {
  const { what } = line.options
  if (what === undefined) return BOOK_EXPORTS
  const found = BOOK_EXPORTS.find(each => each === what)
  if (found === undefined) throw new InputError(`--what must be one of ${BOOK_EXPORTS.join(', ')}`)
  return [found]
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new InputError(`${path} cannot be read`, { cause: error })
  }
}

/** Waits where the disk is slower than the database, so that memory does not grow with the export. */
export async function writePieces(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const stream = createWriteStream(path, { mode: 0o600 })
  const end = finished(stream).catch((error: unknown) => {
    throw new InputError(`${path} cannot be written`, { cause: error })
  })
  // Handled below; without this a failure while pieces are made would end the process.
  void end.catch(() => {})
  for await (const piece of pieces) if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), end])
  stream.end()
  await end
}
