import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { HomeFacts } from '../contract/first-screens.ts'
import type { StorefrontFiles } from '../platform/http/storefront-files.ts'
import type { WebAssets } from '../platform/http/web-assets.ts'
import { DEMONSTRATION_KEYS } from '../sandbox/demonstration-retailers.ts'
import { CATALOGUE } from '../sandbox/store/catalogue.ts'
import type { StoreContext } from '../sandbox/store/store-context.ts'
import type { App } from './app.ts'
import type { Config } from './config/config.ts'
import { computeOwnUrl } from './own-url.ts'

type Surroundings = Pick<App, 'database' | 'secrets' | 'clock'> &
  WebAssets & { readonly scripts: StorefrontFiles; readonly server: FastifyInstance }

/** The demonstration shop's keys and addresses, as any retailer has them. Homologation only. */
export function createStoreContext(config: Config, { scripts, server, ...own }: Surroundings): StoreContext {
  return {
    database: own.database,
    secrets: own.secrets,
    clock: own.clock,
    renderShell: own.renderShell,
    publicUrl: config.publicUrl,
    secretKey: getDemonstrationKey('secret'),
    publishableKey: getDemonstrationKey('publishable'),
    getLenderUrl: () => computeOwnUrl(config, server.server.address() as AddressInfo | null),
    getElementScript: () => readElementScript(scripts),
  }
}

/** What the home page shows of that shop: a product, and the element beside its price. */
export function createSample(scripts: StorefrontFiles): NonNullable<HomeFacts['sample']> & ElementScripts {
  const [product] = CATALOGUE
  if (product === undefined) throw new Error('the demonstration shop sells nothing')
  return {
    product,
    publishableKey: getDemonstrationKey('publishable'),
    getElementScript: () => readElementScript(scripts),
  }
}

interface ElementScripts {
  getElementScript(): Manifest['element']
}

/** The element as it is published now. */
export function readElementScript(scripts: StorefrontFiles): Manifest['element'] {
  const manifest = JSON.parse(scripts.getManifest().forms.identity.body.toString()) as Manifest
  return manifest.element
}

interface Manifest {
  readonly element: { readonly file: string; readonly integrity: string }
}

export function getDemonstrationKey(kind: 'secret' | 'publishable'): string {
  const found = DEMONSTRATION_KEYS.find(each => each.kind === kind)
  if (found === undefined) throw new Error(`there is no ${kind} key for demonstrations`)
  return found.key
}
