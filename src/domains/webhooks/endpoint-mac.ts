import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type EndpointRow, listLivingEndpoints } from './endpoint-store.ts'

type CoveredEndpoint = Pick<EndpointRow, 'id' | 'retailerId' | 'url' | 'events' | 'createdAt'>

/** Who is told what, and where. Secrets are sealed for this id; whether it is enabled gives nobody anything. */
export const endpointMac = defineMac('webhook_endpoints', (row: CoveredEndpoint) => [
  row.id,
  row.retailerId,
  row.url,
  row.events,
  row.createdAt,
])

export async function listForgedEndpointIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  return (await listLivingEndpoints(db))
    .filter(row => !endpointMac.isGenuine(secrets, row))
    .map(({ id }) => id)
}
