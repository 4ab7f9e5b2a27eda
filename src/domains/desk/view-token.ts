import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/crypto/secrets.ts'

const VIEW_MS = 60_000

/** Permission to view one file once, in the browser that asked for it. */
export interface View {
  readonly subjectId: string
  readonly fileId: string
}

/** Signed, not stored: it holds what may be viewed, until when, and by which session. */
export function issueView(
  secrets: Secrets,
  view: View,
  sessionHash: Buffer,
  now: Date,
): { readonly token: string; readonly expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + VIEW_MS)
  const named = `${view.subjectId}.${view.fileId}.${expiresAt.getTime()}`
  return { token: `${named}.${sign(secrets, named, sessionHash).toString('base64url')}`, expiresAt }
}

export function findView(secrets: Secrets, token: string, sessionHash: Buffer, now: Date): View | undefined {
  const [subjectId = '', fileId = '', expires = '', signature = ''] = token.split('.')
  const right = sign(secrets, `${subjectId}.${fileId}.${expires}`, sessionHash)
  const shown = Buffer.from(signature, 'base64url')
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) return undefined
  return Number(expires) > now.getTime() ? { subjectId, fileId } : undefined
}

function sign(secrets: Secrets, named: string, sessionHash: Buffer): Buffer {
  return secrets.computeMac('picture-view', `${named}.${sessionHash.toString('hex')}`)
}
