import type { ClientConfig } from 'pg'
import { createApp } from '../../../src/app/app.ts'
import { parseConfig } from '../../../src/app/config/config.ts'
import { buildServer } from '../../../src/app/server.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { parseRoutes, type Route } from '../../purchases/route-list.ts'

/** Read from the router of an identical second server, because a running server does not list its routes. */
export async function listServedRoutes(connection: ClientConfig): Promise<Route[]> {
  const database = openDatabase({
    connection,
    poolSize: 2,
    applicationName: 'crediario-routes',
    onError: () => {},
  })
  const config = parseConfig({ ROLE: 'api' })
  const services = createApp({ config, database })
  try {
    const twin = await buildServer({
      config,
      services,
      connection,
      log: createLog({ level: 'silent' }),
    })
    const routes = parseRoutes(twin.server.printRoutes({ commonPrefix: false }))
    await twin.stop()
    return routes
  } finally {
    await services.close()
    await database.close()
  }
}
