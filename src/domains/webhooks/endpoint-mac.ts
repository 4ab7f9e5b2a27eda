import { computeRowMac, isRowGenuine, type MacField } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type EndpointRow, listLivingEndpoints } from './endpoint-store.ts'

type CoveredEndpoint = Pick<EndpointRow, 'id' | 'retailerId' | 'url' | 'events' | 'createdAt'>

/** Who is told what, and where. Secrets are sealed for this id; whether it is enabled gives nobody anything. */
const listFields = (row: CoveredEndpoint): MacField[] => [
  row.id,
  row.retailerId,
  row.url,
  row.events,
  row.createdAt,
]

export const computeEndpointMac = (secrets: Secrets, row: CoveredEndpoint): Buffer =>
  computeRowMac(secrets, 'webhook_endpoints', listFields(row))

export const isEndpointGenuine = (secrets: Secrets, row: EndpointRow): boolean =>
  isRowGenuine(secrets, 'webhook_endpoints', listFields(row), row.mac)

export async function listForgedEndpoints(db: Queryable, secrets: Secrets): Promise<string[]> {
  return (await listLivingEndpoints(db)).filter(row => !isEndpointGenuine(secrets, row)).map(({ id }) => id)
}
