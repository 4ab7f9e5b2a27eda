import { newId } from '../kernel/ids.ts'
import { type Command, getOption, presentTable } from './command.ts'

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
}
