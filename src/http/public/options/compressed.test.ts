import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { newPerson, optionsBody } from '../../../../test/support/people.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

test('one stored answer is repeated in the encoding that each repetition accepts, with the same text inside', async () => {
  const body = JSON.stringify(optionsBody(DEMO_KEY, newPerson(), 2000))
  const key = randomUUID()
  const ask = async (accepted: string) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      'accept-encoding': accepted,
    }
    const response = await fetch(`${app.url}/options`, { method: 'POST', headers, body })
    assert.equal(response.status, 200)
    const sentBytes = Number(response.headers.get('content-length'))
    return { headers: response.headers, sentBytes, text: await response.text() }
  }
  const first = await ask('gzip')
  assert.equal(first.headers.get('content-encoding'), 'gzip')
  const plain = await ask('identity')
  assert.equal(plain.headers.get('content-encoding'), null)
  assert.equal(plain.headers.get('idempotent-replayed'), 'true')
  assert.equal(plain.sentBytes, Buffer.byteLength(plain.text))
  const brotli = await ask('br')
  assert.equal(brotli.headers.get('content-encoding'), 'br')
  for (const { text, sentBytes } of [first, brotli]) {
    assert.equal(text, plain.text)
    assert.ok(sentBytes < plain.sentBytes / 5, `${sentBytes} of ${plain.sentBytes} bytes`)
  }
})
