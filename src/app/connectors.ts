import { type ConnectorContext, createLenderOpener, type Platform } from '../../connectors/core/index.ts'
import { createNuvemshopPlatform } from '../../connectors/nuvemshop/platform.ts'
import { createVtexPlatform } from '../../connectors/vtex/platform.ts'
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
