import type { App } from '../app/app.ts'
import { enableNuvemshop, enableVtex } from '../app/connectors.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, type CommandLine, getOption, getRetailerId, getWord, presentTable } from './command.ts'

const ACTIONS = 'enable, disable, doctor, log or drift'

/** What a command does with the retailer's connector to one platform. */
const SHARED: Readonly<
  Record<
    string,
    (services: App, about: { readonly retailerId: string; readonly id: string }) => Promise<string>
  >
> = {
  async disable({ connectors }, { retailerId, id }) {
    await connectors.disable(retailerId, id)
    return 'The connector is off: the platform is refused, and what was sold goes on.'
  },
  async doctor({ connectors }, { retailerId, id }) {
    const findings = (await connectors.examine(retailerId, id)) ?? []
    return presentTable(
      ['', 'CHECK', 'FINDING'],
      findings.map(({ isFine, code, message }) => [isFine ? 'ok' : 'WRONG', code, message]),
    )
  },
  async log({ connectors }, { retailerId, id }) {
    const lines = (await connectors.readLog(retailerId, id)) ?? []
    return presentTable(
      ['AT', '', 'ORDER', 'CODE', 'MESSAGE'],
      lines.map(each => [each.at, each.isProblem ? '!' : '', each.orderId ?? '', each.code, each.message]),
    )
  },
  async drift({ connectors }, { retailerId, id }) {
    const found = (await connectors.compare(retailerId, id)) ?? []
    if (found.length === 0) return 'No differences.'
    return presentTable(
      ['ID', 'ORDER', 'PLATFORM', 'HERE', 'WHAT', 'FIX IN THE CONSOLE'],
      found.map(each => [each.id, each.orderId, each.theirs, each.ours, each.sentence, each.fix]),
    )
  },
}

async function runShared(services: App, line: CommandLine, platform: string): Promise<string> {
  const action = SHARED[getWord(line, 2, ACTIONS)]
  if (action === undefined) throw new InputError(`connectors ${platform} takes ${ACTIONS}`)
  const retailerId = await getRetailerId(services, line)
  const known = (await services.connectors.list(retailerId)).find(each => each.platform === platform)
  if (known === undefined)
    throw new InputError(`this retailer has no connector to ${platform}: enable it first`)
  line.act?.tell(known.id, { action: getWord(line, 2, ACTIONS) })
  return action(services, { retailerId, id: known.id })
}

export const connectorCommands: Readonly<Record<string, Command>> = {
  'connectors list': {
    async run(services, line) {
      const known = await services.connectors.list(await getRetailerId(services, line))
      return presentTable(
        ['ID', 'PLATFORM', 'SHOP', 'STATE'],
        known.map(each => [each.id, each.platform, each.account, each.isEnabled ? 'on' : 'off']),
      )
    },
  },

  'connectors vtex': {
    async run(services, line) {
      if (getWord(line, 2, ACTIONS) !== 'enable') return runShared(services, line, 'vtex')
      const retailerId = await getRetailerId(services, line)
      const account = getOption(line, 'account')
      if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(account))
        throw new InputError('--account must be the account name of the shop in VTEX, such as lojaexemplo')
      const { endpoint, appKey, appToken, fields } = await enableVtex(services, { retailerId, account })
      line.act?.tell(retailerId, { action: 'enable' })
      return [
        `Address   ${endpoint}`,
        `App Key   ${appKey}`,
        `App Token ${appToken}`,
        ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
        '',
        'This is the only time the token is shown: type all of it into the provider in the admin of VTEX.',
        'Credentials of an earlier call are refused from now on.',
      ].join('\n')
    },
  },

  'connectors nuvemshop': {
    async run(services, line) {
      if (getWord(line, 2, ACTIONS) !== 'enable') return runShared(services, line, 'nuvemshop')
      const retailerId = await getRetailerId(services, line)
      const storeId = getOption(line, 'account')
      if (!/^\d{1,20}$/.test(storeId))
        throw new InputError('--account must be the number of the shop at Nuvemshop')
      const address = await enableNuvemshop(services, { retailerId, storeId })
      line.act?.tell(retailerId, { action: 'enable' })
      return address === undefined
        ? 'Set NUVEMSHOP_APP_ID, NUVEMSHOP_CLIENT_SECRET and NUVEMSHOP_CONTACT: then the shop can install the app.'
        : `The shop installs the app at ${address}`
    },
  },
}
