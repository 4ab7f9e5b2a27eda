import type { App } from '../app/app.ts'
import { parseCnpj } from '../brazil/cnpj.ts'
import { countSales, SALES_GROUPINGS } from '../domains/shop-reports/index.ts'
import { addDays, parseCalendarDate } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import { newId } from '../kernel/ids.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getRetailerId,
  getWord,
  presentAmount,
  presentTable,
} from './command.ts'

/** Without a CNPJ all invoices of a retailer go to the desk. */
function readCnpj({ options }: CommandLine): string | undefined {
  if (options.cnpj === undefined) return undefined
  const cnpj = parseCnpj(String(options.cnpj))
  if (cnpj === undefined)
    throw new InputError('--cnpj must be a CNPJ with its check digits, such as 11.222.333/0001-81')
  return cnpj
}

export const retailerCommands: Readonly<Record<string, Command>> = {
  'retailers create': {
    async run({ retailers, clock }, line) {
      const id = newId(clock.now().getTime())
      await retailers.createRetailer({
        id,
        name: getOption(line, 'name'),
        gracePeriodEnabled: line.options['grace-period'] === true,
        retentionEnabled: line.options.retention === true,
        insuranceEnabled: line.options.insurance === true,
        scriptEnabled: line.options['no-script'] !== true,
        isPublished: false,
        cnpj: readCnpj(line),
      })
      line.act?.tell(id)
      return `${id}\n\nNext: retailers update --retailer ${id} with its legal name and account, policies publish --retailer ${id} --file policy.json, then keys create --retailer ${id}`
    },
  },

  'retailers list': {
    async run({ retailers }) {
      const rows = await retailers.listRetailers()
      const yes = (value: boolean): string => (value ? 'yes' : 'no')
      return presentTable(
        ['ID', 'NAME', 'GRACE', 'RETENTION', 'INSURANCE', 'SCRIPT'],
        rows.map(r => [
          r.id,
          r.name,
          yes(r.gracePeriodEnabled),
          yes(r.retentionEnabled),
          yes(r.insuranceEnabled),
          yes(r.scriptEnabled),
        ]),
      )
    },
  },

  'retailers sales': {
    async run(services, line) {
      const by = SALES_GROUPINGS.find(each => each === getOption(line, 'by'))
      if (by === undefined) throw new InputError(`--by must be ${SALES_GROUPINGS.join(' or ')}`)
      const rows = await countSales(services, {
        retailerId: await getRetailerId(services, line),
        by,
        from: parseStart(line, 'from', 0) ?? EARLIEST,
        until: parseStart(line, 'to', 1) ?? LATEST,
      })
      return presentTable(
        [by.toUpperCase(), 'AUTHORIZED', 'COMPLETED', 'VALUE'],
        rows.map(({ name, authorized, completed, completedCentavos }) => [
          name,
          String(authorized),
          String(completed),
          presentAmount(completedCentavos),
        ]),
      )
    },
  },

  'retailers origins': {
    async run(services, line) {
      const action = getWord(line, 2, 'add, remove or list')
      const retailerId = await getRetailerId(services, line)
      if (action === 'add') return addOrigin(services, retailerId, line)
      if (action === 'remove') return removeOrigin(services, retailerId, line)
      if (action !== 'list') throw new InputError(`origins can be added, removed and listed, not ${action}`)
      const origins = await services.retailers.listOrigins(retailerId)
      return origins.length === 0 ? 'no page may use the publishable keys' : origins.join('\n')
    },
  },

  'retailers schemes': {
    async run(services, line) {
      const action = getWord(line, 2, 'add, remove or list')
      const retailerId = await getRetailerId(services, line)
      if (action === 'add') return addScheme(services, retailerId, line)
      if (action === 'remove') return removeScheme(services, retailerId, line)
      if (action !== 'list') throw new InputError(`schemes can be added, removed and listed, not ${action}`)
      const schemes = await services.retailers.listSchemes(retailerId)
      return schemes.length === 0 ? 'payment links cannot return to any app' : schemes.join('\n')
    },
  },
}

const EARLIEST = new Date('2000-01-01T00:00:00Z')
const LATEST = new Date('2100-01-01T00:00:00Z')

/** The moment at which the day begins in Sao Paulo, some days later. */
function parseStart({ options }: CommandLine, name: 'from' | 'to', daysLater: number): Date | undefined {
  const text = options[name]
  if (typeof text !== 'string') return undefined
  try {
    return new Date(`${addDays(parseCalendarDate(text), daysLater)}T00:00:00-03:00`)
  } catch {
    throw new InputError(`--${name} must be a date such as 2027-12-31`)
  }
}

async function addOrigin({ retailers }: App, retailerId: string, line: CommandLine): Promise<string> {
  const parsed = await retailers.allowOrigin(retailerId, getWord(line, 3, 'the origin'))
  if ('problem' in parsed) throw new InputError(parsed.problem)
  return `${parsed.origin} is allowed`
}

async function removeOrigin({ retailers }: App, retailerId: string, line: CommandLine): Promise<string> {
  const text = getWord(line, 3, 'the origin')
  const origin = URL.canParse(text) ? new URL(text).origin : text
  if (!(await retailers.removeOrigin(retailerId, origin))) throw new InputError(`${origin} is not allowed`)
  return `${origin} is removed`
}

async function addScheme({ retailers }: App, retailerId: string, line: CommandLine): Promise<string> {
  const parsed = await retailers.allowScheme(retailerId, getWord(line, 3, 'the scheme'))
  if ('problem' in parsed) throw new InputError(parsed.problem)
  return `${parsed.scheme} is allowed`
}

async function removeScheme({ retailers }: App, retailerId: string, line: CommandLine): Promise<string> {
  const text = getWord(line, 3, 'the scheme')
  const scheme = text.replace(/:(?:\/\/)?$/, '').toLowerCase()
  if (!(await retailers.removeScheme(retailerId, scheme))) throw new InputError(`${scheme} is not allowed`)
  return `${scheme} is removed`
}
