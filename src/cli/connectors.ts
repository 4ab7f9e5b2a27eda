import type { App } from '../app/app.ts'
import { enableNuvemshop, enableVtex, findAccountProblem } from '../app/enable-connector.ts'
import {
  findShopPlatform,
  SHOP_PLATFORM_NAMES,
  SHOP_PLATFORMS,
  type ShopPlatformName,
} from '../contract/shop-platforms.ts'
import { InputError } from '../kernel/faults.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { type Command, type CommandLine, getOption, getRetailerId, getWord, presentTable } from './command.ts'

const ACTIONS = 'enable, disable, doctor, log or drift'

interface About {
  readonly retailerId: string
  readonly id: string
  readonly platform: string
}

/** What a command does with the retailer's connector to one platform. */
const SHARED: Readonly<Record<string, (services: App, about: About) => Promise<string>>> = {
  async disable({ connectors }, { retailerId, id, platform }) {
    await connectors.disable(retailerId, id)
    return findShopPlatform(platform) === undefined
      ? 'The connector is off: the platform is refused, and what was sold goes on.'
      : 'The connector is off: its key is revoked, and the shop can neither sell, cancel nor refund by it.'
  },
  async doctor({ connectors }, { retailerId, id, platform }) {
    const findings = (await connectors.examine(retailerId, id)) ?? []
    const table = presentTable(
      ['', 'CHECK', 'FINDING'],
      findings.map(({ isFine, code, message }) => [isFine ? 'ok' : 'WRONG', code, message]),
    )
    return table + nameShopCommand(platform, 'doctor')
  },
  async log({ connectors }, { retailerId, id, platform }) {
    const lines = (await connectors.readLog(retailerId, id)) ?? []
    const table = presentTable(
      ['AT', '', 'ORDER', 'CODE', 'MESSAGE'],
      lines.map(each => [each.at, each.isProblem ? '!' : '', each.orderId ?? '', each.code, each.message]),
    )
    return table + nameShopCommand(platform, 'log')
  },
  async drift({ connectors }, { retailerId, id, platform }) {
    const found = (await connectors.compare(retailerId, id)) ?? []
    const table =
      found.length === 0
        ? 'No differences.'
        : presentTable(
            ['ID', 'ORDER', 'PLATFORM', 'HERE', 'WHAT', 'FIX IN THE CONSOLE'],
            found.map(each => [each.id, each.orderId, each.theirs, each.ours, each.sentence, each.fix]),
          )
    return table + nameShopCommand(platform, 'drift')
  },
}

/** The other half of the answer, where the connector is installed in the shop. */
function nameShopCommand(platform: string, about: 'doctor' | 'log' | 'drift'): string {
  const shop = findShopPlatform(platform)
  return shop === undefined
    ? ''
    : `\n\nSeen from the lender's side. In the shop, the rest: ${shop.commands[about]}`
}

async function runShared(services: App, line: CommandLine, platform: string): Promise<string> {
  const action = SHARED[getWord(line, 2, ACTIONS)]
  if (action === undefined) throw new InputError(`connectors ${platform} takes ${ACTIONS}`)
  const retailerId = await getRetailerId(services, line)
  const known = (await services.connectors.list(retailerId)).find(each => each.platform === platform)
  if (known === undefined)
    throw new InputError(`this retailer has no connector to ${platform}: enable it first`)
  line.act?.tell(known.id, { action: getWord(line, 2, ACTIONS) })
  return action(services, { retailerId, id: known.id, platform })
}

/** The shop that is to be connected, as the platform names it. */
async function getShop(services: App, line: CommandLine, platform: string, on: Queryable) {
  const shop = { retailerId: await getRetailerId(services, line), account: getOption(line, 'account') }
  const problem = await findAccountProblem(services, platform, shop, on)
  if (problem !== undefined) throw new InputError(problem, { field: '--account' })
  return shop
}

type Shop = Awaited<ReturnType<typeof getShop>>

async function connect<Enabled>(
  services: App,
  line: CommandLine,
  platform: string,
  enable: (services: App, shop: Shop, tx: Transaction) => Promise<Enabled>,
): Promise<Enabled> {
  const { shop, enabled } = await services.database.transaction(async tx => {
    const shop = await getShop(services, line, platform, tx)
    return { shop, enabled: await enable(services, shop, tx) }
  })
  line.act?.tell(shop.retailerId, { action: 'enable' })
  return enabled
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
      const { endpoint, appKey, appToken, fields } = await connect(services, line, 'vtex', enableVtex)
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
      const { installAddress } = await connect(services, line, 'nuvemshop', enableNuvemshop)
      return installAddress === undefined
        ? 'Set NUVEMSHOP_APP_ID, NUVEMSHOP_CLIENT_SECRET and NUVEMSHOP_CONTACT: then the shop can install the app.'
        : `The shop installs the app at ${installAddress}`
    },
  },

  ...Object.fromEntries(
    SHOP_PLATFORM_NAMES.map((platform): [string, Command] => [
      `connectors ${platform}`,
      { run: (services, line) => runInstalled(services, line, platform) },
    ]),
  ),
}

/** A connector that is installed in the shop, and gets its key here. */
async function runInstalled(services: App, line: CommandLine, platform: ShopPlatformName): Promise<string> {
  if (getWord(line, 2, ACTIONS) !== 'enable') return runShared(services, line, platform)
  const enabled = await connect(services, line, platform, (app, shop, tx) =>
    app.enableConnector(platform, shop, tx),
  )
  if (enabled === undefined) throw new Error(`there is no connector to ${platform}`)
  if ('problem' in enabled) throw new InputError(enabled.problem, { field: '--account' })
  return [
    ...enabled.credentials.flatMap(({ label, value }) => [`${label}:`, value, '']),
    'This is the only time the secret key is shown. One of an earlier call is refused after 24 hours.',
    `Then, in the shop: ${SHOP_PLATFORMS[platform].commands.connect}`,
  ].join('\n')
}
