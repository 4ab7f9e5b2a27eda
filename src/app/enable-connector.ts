import { randomBytes } from 'node:crypto'
import { NUVEMSHOP } from '../../connectors/nuvemshop/api.ts'
import { VTEX } from '../../connectors/vtex/platform.ts'
import { STORE_FIELD } from '../../connectors/vtex/present.ts'
import { computeAppKey } from '../../connectors/vtex/routes.ts'
import {
  CONNECTOR_SCOPES,
  findShopPlatform,
  SHOP_PLATFORMS,
  type ShopPlatformName,
} from '../contract/shop-platforms.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { App } from './app.ts'
import { ADDRESS } from './shop-connectors.ts'

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
  /** The platform's name of the shop; its address, where the connector is installed there. */
  readonly account: string
}

/** What a connector needs to be typed in at its platform, in the order in which it is shown. */
export interface EnabledConnector {
  readonly accountId: string
  readonly credentials: readonly { readonly label: string; readonly value: string }[]
  /** What else came of it, for the audit log: ids and addresses. */
  readonly details: Readonly<Record<string, string>>
}

/** Undefined for a platform without a connector; a sentence where the shop cannot be that one. */
export type EnableConnector = (
  platform: string,
  shop: ShopOfPlatform,
  on: Queryable,
) => Promise<EnabledConnector | { readonly problem: string } | undefined>

export const createConnectorSwitch =
  (app: App): EnableConnector =>
  async (platform, shop, on) => {
    const installed = findShopPlatform(platform)
    if (platform !== VTEX && platform !== NUVEMSHOP && installed === undefined) return undefined
    const problem = await findAccountProblem(app, platform, shop, on)
    if (problem !== undefined) return { problem }
    if (installed !== undefined) return enableShopConnector(app, platform as ShopPlatformName, shop, on)
    if (platform === NUVEMSHOP) {
      const { accountId } = await enableNuvemshop(app, shop, on)
      // Nothing is typed in at Nuvemshop: the shop's people install the app.
      return { accountId, credentials: [], details: { account: shop.account } }
    }
    const { accountId, endpoint, appKey, appToken, fields } = await enableVtex(app, shop, on)
    const shown = { Endereço: endpoint, 'App Key': appKey, 'App Token': appToken, ...fields }
    const credentials = Object.entries(shown).map(([label, value]) => ({ label, value }))
    return { accountId, credentials, details: { account: shop.account } }
  }

const ACCOUNT_FORMS: Readonly<Record<string, { readonly form: RegExp; readonly problem: string }>> = {
  [VTEX]: {
    form: /^[a-z0-9][a-z0-9-]{0,63}$/,
    problem: 'must be the account name of the shop in VTEX, such as lojaexemplo',
  },
  [NUVEMSHOP]: { form: /^\d{1,20}$/, problem: 'must be the number of the shop at Nuvemshop' },
}

/** Why a shop cannot be connected under this name, for whoever typed it. It holds until the transaction ends. */
export async function findAccountProblem(
  { connectors, allowsLoopback }: Pick<App, 'connectors' | 'allowsLoopback'>,
  platform: string,
  shop: ShopOfPlatform,
  on: Queryable,
): Promise<string | undefined> {
  if (findShopPlatform(platform) !== undefined) {
    const parsed = parseShopAddress(shop.account, allowsLoopback)
    if ('problem' in parsed) return parsed.problem
    // Kept under the retailer’s id, because two retailers may share an address.
    await connectors.takeTurn({ platform, retailerId: shop.retailerId, account: shop.retailerId }, on)
    return undefined
  }
  const rule = ACCOUNT_FORMS[platform]
  if (rule !== undefined && !rule.form.test(shop.account)) return rule.problem
  await connectors.takeTurn({ platform, ...shop }, on)
  return (await connectors.isTaken({ platform, ...shop }, on))
    ? 'is a shop that another retailer has connected'
    : undefined
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
const LONGEST_ADDRESS = 255

/** Where the platform of a shop is reached, without a slash at its end. */
function parseShopAddress(
  text: string,
  allowsLoopback: boolean,
): { readonly address: string } | { readonly problem: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain =
    url !== undefined &&
    `${url.search}${url.hash}${url.username}${url.password}` === '' &&
    text.length <= LONGEST_ADDRESS
  if (!isPlain) return { problem: 'must be the address of the shop, such as https://loja.example' }
  const isTrial = allowsLoopback && LOOPBACK.includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isTrial))
    return { problem: 'must begin with https; http is only for this very machine, in homologation' }
  return { address: `${url.origin}${url.pathname}`.replace(/\/+$/, '') }
}

const KEY_OVERLAP_MS = 24 * 3_600_000

/** Gives the program in the shop a key. The one before works for another day, until the new one is typed in. */
async function enableShopConnector(
  app: App,
  platform: ShopPlatformName,
  { retailerId, account }: ShopOfPlatform,
  on: Queryable,
): Promise<EnabledConnector | { readonly problem: string }> {
  const { connectors, retailers, publicUrl, realClock, allowsLoopback } = app
  const parsed = parseShopAddress(account, allowsLoopback)
  if ('problem' in parsed) return parsed
  const { address } = parsed
  const details: Record<string, string> = { account: address }
  if (SHOP_PLATFORMS[platform].isShopfront) {
    const allowed = await retailers.allowOrigin(retailerId, new URL(address).origin, on)
    if ('problem' in allowed) return allowed
    details.origin = allowed.origin
  }
  const key = await replaceKey()
  const { id } = await connectors.enable(
    {
      platform,
      retailerId,
      account: retailerId,
      settings: { [ADDRESS]: address },
      keys: { apiKeyId: key.id },
    },
    on,
  )
  details.key = key.id
  const publishable = (await retailers.findPublishableKey(retailerId, on)) ?? (await issuePublishable())
  return {
    accountId: id,
    credentials: describeCredentials(platform, publicUrl, key.key, publishable),
    details,
  }

  async function issuePublishable() {
    const issued = await retailers.issueKey({ retailerId, kind: 'publishable' }, on)
    details.publishableKey = issued.id
    return issued.key
  }

  async function replaceKey() {
    const replaced = await connectors.readKeyId(retailerId, platform, on)
    const oldEndsAt = new Date(realClock.now().getTime() + KEY_OVERLAP_MS)
    const rotated = replaced && (await retailers.rotateKey(replaced, { on, retailerId, oldEndsAt }))
    return rotated || retailers.issueKey({ retailerId, kind: 'secret', scopes: CONNECTOR_SCOPES }, on)
  }
}

function describeCredentials(
  platform: ShopPlatformName,
  url: string,
  key: string,
  publishable: string,
): EnabledConnector['credentials'] {
  const forPages = { label: 'Chave publicável, para as parcelas na vitrine', value: publishable }
  return platform === 'medusa'
    ? [{ label: '.env do Medusa', value: `CREDIARIO_URL=${url}\nCREDIARIO_KEY=${key}` }, forPages]
    : [{ label: 'Endereço do crediário', value: url }, { label: 'Chave secreta', value: key }, forPages]
}

/** The connector is a shop's program: it gets a key of the retailer that can sell and listen, and nothing else. */
export async function enableVtex(
  { connectors, retailers, publicUrl }: App,
  { retailerId, account }: ShopOfPlatform,
  on: Queryable,
): Promise<VtexCredentials & { readonly accountId: string }> {
  const key = await retailers.issueKey({ retailerId, kind: 'secret', scopes: CONNECTOR_SCOPES }, on)
  const appToken = randomBytes(TOKEN_BYTES).toString('base64url')
  const replaced = await connectors.readKeyId(retailerId, VTEX, on)
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
  { retailerId, account }: ShopOfPlatform,
  on: Queryable,
): Promise<{ readonly accountId: string; readonly installAddress: string | undefined }> {
  const key = await retailers.issueKey({ retailerId, kind: 'secret', scopes: CONNECTOR_SCOPES }, on)
  const replaced = await connectors.readKeyId(retailerId, NUVEMSHOP, on)
  const keys = { apiKey: key.key, apiKeyId: key.id }
  const asked = { platform: NUVEMSHOP, retailerId, account, settings: {}, keys }
  const { id } = await connectors.enable(asked, on)
  if (replaced !== undefined) await retailers.revokeKey(replaced, { on, retailerId })
  return { accountId: id, installAddress: connectorContext.platforms.get(NUVEMSHOP)?.installAddress }
}
