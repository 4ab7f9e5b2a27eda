import { Agent, request } from 'undici'

/* The floor: the same client sending the same number of bodies of the same size, and nothing else. */
const [url = '', count = '0', body = '{}', connections = '64'] = process.argv.slice(2)
const dispatcher = new Agent({ pipelining: 1, allowH2: false })
const headers = {
  'content-type': 'application/json',
  'webhook-id': '0'.repeat(24),
  'webhook-timestamp': '1700000000',
  'webhook-signature': `v1,${'x'.repeat(44)}`,
}

let left = Number(count)
async function loop(): Promise<void> {
  while (left-- > 0) {
    const answer = await request(url, { method: 'POST', headers, body, dispatcher })
    await answer.body.dump()
  }
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: Number(connections) }, loop))
const seconds = (performance.now() - startedAt) / 1000
process.send?.({ perSecond: Number(count) / seconds })
process.disconnect?.()
await dispatcher.close()
