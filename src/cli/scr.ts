import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describeScrSettings, exportScr, parseScrSettings } from '../domains/reporting/index.ts'
import { InputError, Refused } from '../kernel/faults.ts'
import { writePieces } from './books.ts'
import { type Command, type CommandLine, getOption, presentAmount, presentTable } from './command.ts'
import { getMonthEnd } from './month.ts'

export const scrCommands: Readonly<Record<string, Command>> = {
  'scr export': {
    async run(services, line) {
      const monthEnd = getMonthEnd(line)
      const month = monthEnd.slice(0, 7)
      const settings = parseScrSettings(await readSettings(getOption(line, 'settings')))
      const folder = typeof line.options.folder === 'string' ? line.options.folder : '.'
      const path = join(folder, `doc3040-${month}.xml`)
      const shipment = parseShipment(line)
      const { pieces, summary } = await exportScr(services, monthEnd, { settings, shipment }).catch(refuse)
      // Whoever finds the name finds a whole document, whose sums were compared.
      await writePieces(`${path}.part`, pieces).catch(refuse)
      await rename(`${path}.part`, path)
      const written = summary()
      line.act?.tell(undefined, { month, clients: written.clients, shipment })
      const rows = [
        ['layout since', written.layoutFrom],
        ['clients', String(written.clients)],
        ['operations', String(written.operations)],
        ['clients added up', String(written.aggregatedClients)],
        ['operations added up', String(written.aggregatedOperations)],
        ['carrying amount', presentAmount(written.grossCentavos)],
        ['provision', presentAmount(written.provisionCentavos)],
        ['written off', presentAmount(written.writtenOffCentavos)],
      ]
      return `${path}\n\n${presentTable(['FIGURE', 'VALUE'], rows)}\n\nas in the closing of ${month}`
    },
  },

  'scr settings': {
    run: async () => describeScrSettings(),
  },
}

function parseShipment({ options }: CommandLine): number {
  const { shipment = '1' } = options
  if (typeof shipment !== 'string' || !/^[1-9][0-9]{0,3}$/.test(shipment))
    throw new InputError('--shipment must be a number from 1 on')
  return Number(shipment)
}

async function readSettings(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new InputError(`${path} cannot be read`, { cause: error })
  }
}

function refuse(error: unknown): never {
  throw error instanceof Refused ? new InputError(error.message) : error
}
