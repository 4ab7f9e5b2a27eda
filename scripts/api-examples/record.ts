import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_KEY, PUBLISHABLE_KEY, startTestApp } from '../../test/support/app.ts'
import { startReceiver } from '../../test/support/webhook-receiver.ts'
import { presentCompactJson } from '../compact-json.ts'
import { ensurePages } from '../pages/ensure-pages.ts'
import { playEveryOperation } from './play-every-operation.ts'

/** npm run generate -- examples: writes what the reference shows as examples, from a service of its own. */
await ensurePages()
const app = await startTestApp({ pixApi: 'sandbox' })
const receiver = await startReceiver()
try {
  const keys = { key: DEMO_KEY, publishableKey: PUBLISHABLE_KEY }
  const examples = await playEveryOperation({ url: app.url, ...keys, receiverUrl: receiver.url })
  // Addresses of this run mean nothing to readers, and a text shaped like a secret would have to be excused for ever.
  const text = presentCompactJson(examples, 1)
    .replaceAll(app.url, 'http://127.0.0.1:3000')
    .replaceAll(receiver.url, 'https://shop.example/webhooks')
    .replaceAll(/whsec_[0-9A-Za-z+/=]+/g, 'whsec_EXAMPLE')
  writeFileSync(join(import.meta.dirname, '../../src/http/reference/examples.json'), text)
} finally {
  await receiver.stop()
  await app.stop()
}
