import { createHash } from 'node:crypto'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { listAccounts } from '../billets/accounts.ts'
import type { PixContext } from './pix-context.ts'
import { findWebhookDigest, storeWebhookDigest } from './poll-store.ts'

export interface WebhookContext extends PixContext {
  readonly publicUrl: string
  /** In homologation the PSP is on this machine. */
  readonly allowsLoopback: boolean
}

/** Part of the address that the PSP calls. Whoever knows it can make us ask the PSP, and nothing more. */
export const computeNoticeSecret = (secrets: Secrets): string =>
  secrets.computeMac('pix-notices', 'webhook').toString('base64url')

/** Tells the PSP where to call for each key, once, and again after the address has changed. */
export async function registerPixWebhooks(context: WebhookContext): Promise<void> {
  const { database, secrets, pixApi, clock, log, publicUrl } = context
  // No PSP calls plain http: polling finds the payments.
  if (!publicUrl.startsWith('https:') && !context.allowsLoopback) return
  const url = `${publicUrl}/pix/notices/${computeNoticeSecret(secrets)}`
  const urlDigest = createHash('sha256').update(url).digest()
  const { accounts } = await listAccounts(database, secrets)
  for (const pixKey of new Set(accounts.map(account => account.pixKey))) {
    if ((await findWebhookDigest(database, pixKey))?.equals(urlDigest)) continue
    const put = await pixApi.putWebhook(pixKey, url)
    if (put.outcome === 'done') await storeWebhookDigest(database, { pixKey, urlDigest, now: clock.now() })
    else
      log.warn(
        { code: put.outcome === 'refused' ? put.code : put.text },
        'the PSP did not take the address for notices; payments are found by polling',
      )
  }
}
