import { createHash } from 'node:crypto'
import type { App } from '../../../app/app.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { listAccounts } from '../../lender/index.ts'
import { getPixApi } from '../../pix/index.ts'
import { findWebhookDigest, storeWebhookDigest } from './poll-store.ts'

/** Part of the address that the PSP calls. It lets a caller make us ask the PSP, and nothing more. */
export const computeNotificationSecret = (secrets: Secrets): string =>
  secrets.computeMac('pix-notices', 'webhook').toString('base64url')

/** Tells the PSP where to call for each key, once, and again after the address has changed. */
export async function registerPixWebhooks(app: App): Promise<void> {
  const { database, secrets, clock, log, publicUrl } = app
  // No PSP calls plain http: polling finds the payments.
  if (!publicUrl.startsWith('https:') && !app.allowsLoopback) return
  const url = `${publicUrl}/pix/notices/${computeNotificationSecret(secrets)}`
  const urlDigest = createHash('sha256').update(url).digest()
  const { accounts } = await listAccounts(database, secrets)
  for (const pixKey of new Set(accounts.map(account => account.pixKey))) {
    if ((await findWebhookDigest(database, pixKey))?.equals(urlDigest)) continue
    const put = await getPixApi(app).putWebhook(pixKey, url)
    if (put.outcome === 'done') await storeWebhookDigest(database, { pixKey, urlDigest, now: clock.now() })
    else
      log.warn(
        { code: put.outcome === 'refused' ? put.code : put.text },
        'the PSP did not take the address for notifications; payments are found by polling',
      )
  }
}
