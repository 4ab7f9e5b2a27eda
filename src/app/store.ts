import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { StorefrontFiles } from '../platform/http/storefront-files.ts'
import type { WebAssets } from '../platform/http/web-assets.ts'
import { DEMONSTRATION_KEYS } from '../sandbox/demonstration-retailers.ts'
import type { StoreContext } from '../sandbox/store/store-context.ts'
import type { App } from './app.ts'
import type { Config } from './config/config.ts'

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
    getElementScript() {
      const manifest = JSON.parse(scripts.getManifest().forms.identity.body.toString()) as Manifest
      return manifest.element
    },
  }
}

interface Manifest {
  readonly element: { readonly file: string; readonly integrity: string }
}

function getDemonstrationKey(kind: 'secret' | 'publishable'): string {
  const found = DEMONSTRATION_KEYS.find(each => each.kind === kind)
  if (found === undefined) throw new Error(`there is no ${kind} key for demonstrations`)
  return found.key
}

/** On a laptop, the address on which it really listens: the public one may be meant for a phone, or have port 0. */
function computeOwnUrl({ publicUrl, webhookAllowPrivate }: Config, address: AddressInfo | null): string {
  if (!webhookAllowPrivate || address === null) return publicUrl
  const isAny = address.address === '0.0.0.0' || address.address === '::'
  const host = isAny ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
