import type { Services } from '../composition/services.ts'
import { newId } from '../kernel/ids.ts'
import {
  type Command,
  type CommandLine,
  getOption,
  getRetailerId,
  getWord,
  presentTable,
  UsageError,
} from './command.ts'

export const retailerCommands: Readonly<Record<string, Command>> = {
  'retailers create': {
    usage: 'retailers create --name NAME [--grace-period] [--retention] [--insurance] [--no-script]',
    purpose: 'register a retailer; publish a policy for it and issue its keys afterwards',
    async run({ retailers, clock }, line) {
      const id = newId(clock.now().getTime())
      await retailers.createRetailer({
        id,
        name: getOption(line, 'name'),
        gracePeriodEnabled: line.options['grace-period'] === true,
        retentionEnabled: line.options.retention === true,
        insuranceEnabled: line.options.insurance === true,
        scriptEnabled: line.options['no-script'] !== true,
        isDemonstration: false,
      })
      return `${id}\n\nNext: policies publish --retailer ${id} --file policy.json, then keys create --retailer ${id}`
    },
  },

  'retailers list': {
    usage: 'retailers list',
    purpose: 'show every retailer and what is enabled for it',
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

  'retailers origins': {
    usage: 'retailers origins add|remove|list --retailer ID [ORIGIN]',
    purpose:
      'say which pages may use the publishable keys, and where payment links may lead back to, such as https://loja.example; felt within 5 seconds',
    async run(services, line) {
      const action = getWord(line, 2, 'add, remove or list')
      const retailerId = await getRetailerId(services, line)
      if (action === 'add') return addOrigin(services, retailerId, line)
      if (action === 'remove') return removeOrigin(services, retailerId, line)
      if (action !== 'list') throw new UsageError(`origins can be added, removed and listed, not ${action}`)
      const origins = await services.retailers.listOrigins(retailerId)
      return origins.length === 0 ? 'no page may use the publishable keys' : origins.join('\n')
    },
  },

  'retailers schemes': {
    usage: 'retailers schemes add|remove|list --retailer ID [SCHEME]',
    purpose: 'say to which apps payment links of source app may lead back, such as loja for loja://pedido',
    async run(services, line) {
      const action = getWord(line, 2, 'add, remove or list')
      const retailerId = await getRetailerId(services, line)
      if (action === 'add') return addScheme(services, retailerId, line)
      if (action === 'remove') return removeScheme(services, retailerId, line)
      if (action !== 'list') throw new UsageError(`schemes can be added, removed and listed, not ${action}`)
      const schemes = await services.retailers.listSchemes(retailerId)
      return schemes.length === 0 ? 'payment links lead back to no app' : schemes.join('\n')
    },
  },
}

async function addOrigin({ retailers }: Services, retailerId: string, line: CommandLine): Promise<string> {
  const parsed = await retailers.allowOrigin(retailerId, getWord(line, 3, 'the origin'))
  if ('problem' in parsed) throw new UsageError(parsed.problem)
  return `${parsed.origin} is allowed`
}

async function removeOrigin({ retailers }: Services, retailerId: string, line: CommandLine): Promise<string> {
  const text = getWord(line, 3, 'the origin')
  const origin = URL.canParse(text) ? new URL(text).origin : text
  if (!(await retailers.removeOrigin(retailerId, origin))) throw new UsageError(`${origin} is not allowed`)
  return `${origin} is removed`
}

async function addScheme({ retailers }: Services, retailerId: string, line: CommandLine): Promise<string> {
  const parsed = await retailers.allowScheme(retailerId, getWord(line, 3, 'the scheme'))
  if ('problem' in parsed) throw new UsageError(parsed.problem)
  return `${parsed.scheme} is allowed`
}

async function removeScheme({ retailers }: Services, retailerId: string, line: CommandLine): Promise<string> {
  const text = getWord(line, 3, 'the scheme')
  const scheme = text.replace(/:(?:\/\/)?$/, '').toLowerCase()
  if (!(await retailers.removeScheme(retailerId, scheme))) throw new UsageError(`${scheme} is not allowed`)
  return `${scheme} is removed`
}
