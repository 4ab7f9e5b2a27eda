import { randomBytes } from 'node:crypto'
import { type ConnectorContext, createLenderOpener, type Platform } from '../../connectors/core/index.ts'
import { NUVEMSHOP } from '../../connectors/nuvemshop/api.ts'
import { createNuvemshopPlatform } from '../../connectors/nuvemshop/platform.ts'
import { createVtexPlatform, VTEX } from '../../connectors/vtex/platform.ts'
import { STORE_FIELD } from '../../connectors/vtex/present.ts'
import { computeAppKey } from '../../connectors/vtex/routes.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { App } from './app.ts'
import type { Config } from './config/config.ts'

/** Where the lender's interface is reached; a process that listens knows better than its settings. */
export interface OwnAddress {
  url: string
  /** Where this process serves the interface itself: without a connection. */
  fetch?: typeof fetch
}

type Services = Pick<
  App,
  'database' | 'secrets' | 'clock' | 'log' | 'outbound' | 'reportForgery' | 'isProduction' | 'publicUrl'
>

/** Connectors get the retailers' keys and the interface's address, like any shop's program, and no domain. */
export function createConnectorContext(
  config: Config,
  services: Services,
  own: OwnAddress,
): ConnectorContext {
  const { database, secrets, clock, log, outbound, reportForgery, isProduction, publicUrl } = services
  const platforms: readonly Platform[] = [
    createVtexPlatform(config.vtex),
    createNuvemshopPlatform(config.nuvemshop),
  ]
  return {
    database,
    secrets,
    clock,
    log,
    outbound,
    reportForgery,
    isProduction,
    publicUrl,
    openLender: apiKey => createLenderOpener(() => own)(apiKey),
    platforms: new Map(platforms.map(platform => [platform.name, platform])),
    getOwnUrl: () => own.url,
  }
}

const TOKEN_BYTES = 32

/** What the shop's staff type into the admin of VTEX. Shown once: calling it again makes new credentials, and the old ones end. */
export interface VtexCredentials {
  readonly endpoint: string
  readonly appKey: string
  readonly appToken: string
  /** Of the connector's own field. */
  readonly fields: Readonly<Record<string, string>>
}

interface ShopOfPlatform {
  readonly retailerId: string
  /** The platform's name of the shop. */
  readonly account: string
}

/** What a connector needs to be typed in at its platform, in the order in which it is shown. */
export interface EnabledConnector {
  readonly accountId: string
  readonly credentials: readonly { readonly label: string; readonly value: string }[]
}

/** Undefined for a platform whose connector does not run here. */
export type EnableConnector = (
  platform: string,
  shop: ShopOfPlatform,
  on: Queryable,
) => Promise<EnabledConnector | undefined>

export const createConnectorSwitch =
  (app: App): EnableConnector =>
  async (platform, shop, on) => {
    if (platform !== VTEX) return undefined
    const { accountId, endpoint, appKey, appToken, fields } = await enableVtex(app, shop, on)
    const shown = { Endereço: endpoint, 'App Key': appKey, 'App Token': appToken, ...fields }
    return { accountId, credentials: Object.entries(shown).map(([label, value]) => ({ label, value })) }
  }

/** The connector is a shop's program: it gets a key of the retailer that can sell and listen, and nothing else. */
export async function enableVtex(
  { connectors, retailers, publicUrl, database }: App,
  { retailerId, account }: ShopOfPlatform,
  on: Queryable = database,
): Promise<VtexCredentials & { readonly accountId: string }> {
  const wanted = { retailerId, kind: 'secret', scopes: ['purchases', 'webhooks'] } as const
  const key = await retailers.issueKey(wanted, on)
  const appToken = randomBytes(TOKEN_BYTES).toString('base64url')
  const replaced = await connectors.readKeyId(retailerId, VTEX)
  const keys = { apiKey: key.key, apiKeyId: key.id, appToken }
  const { id } = await connectors.enable({ platform: VTEX, retailerId, account, settings: {}, keys }, on)
  if (replaced !== undefined) await retailers.revokeKey(replaced, { on, retailerId })
  return {
    accountId: id,
    endpoint: `${publicUrl}/connectors/vtex/${retailerId}`,
    appKey: computeAppKey(id),
    appToken,
    fields: { [STORE_FIELD]: retailerId },
  }
}

/** The shop installs the app by itself; here it is said whose it is. The address is where it begins. */
export async function enableNuvemshop(
  { connectors, connectorContext, retailers }: App,
  { retailerId, storeId }: { readonly retailerId: string; readonly storeId: string },
): Promise<string | undefined> {
  const key = await retailers.issueKey({ retailerId, kind: 'secret', scopes: ['purchases', 'webhooks'] })
  const replaced = await connectors.readKeyId(retailerId, NUVEMSHOP)
  const keys = { apiKey: key.key, apiKeyId: key.id }
  await connectors.enable({ platform: NUVEMSHOP, retailerId, account: storeId, settings: {}, keys })
  if (replaced !== undefined) await retailers.revokeKey(replaced)
  return connectorContext.platforms.get(NUVEMSHOP)?.installAddress
}
