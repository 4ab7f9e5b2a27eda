import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { EndpointRow } from './endpoint-store.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newSigningSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** The bytes after the prefix as a key object, created once: signing with raw bytes costs six times as much. */
export function readSigningKey(secret: string): KeyObject {
  if (!secret.startsWith(PREFIX)) throw new Error('not a signing secret')
  return createSecretKey(secret.slice(PREFIX.length), 'base64')
}

/** By the rules of Standard Webhooks: one signature for each valid secret, so that either one verifies it. */
export function computeSignature(
  keys: readonly KeyObject[],
  message: { readonly id: string; readonly timestampSeconds: number; readonly body: string },
): string {
  const content = `${message.id}.${message.timestampSeconds}.${message.body}`
  return keys.map(key => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ')
}

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
