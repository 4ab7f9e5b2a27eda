import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { EndpointRow } from './endpoint-store.ts'

const context = (endpointId: string): string => `webhook_endpoints.secret:${endpointId}`

export function sealSecret(secrets: Secrets, endpointId: string, secret: string): Buffer {
  return seal(secrets.sealing, context(endpointId), secret)
}

/** The valid secrets, newest first. */
export function openSecrets(secrets: Secrets, endpoint: EndpointRow, now: Date): string[] {
  const { id, secret, previousSecret, previousSecretUntil } = endpoint
  const isPreviousLiving = previousSecretUntil !== null && previousSecretUntil > now
  const boxes = isPreviousLiving && previousSecret !== null ? [secret, previousSecret] : [secret]
  return boxes.map(box => open(secrets.sealing, context(id), box).toString('utf8'))
}
