import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { readSource } from '../tidy/source-files.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

test('every request that the README shows works when it is pasted', async () => {
  const requests = [
    ...readSource('README.md').matchAll(/127\.0\.0\.1:3000(\/\w+) [^']*'[^']*' -d '([^']+)'/g),
  ]
  assert.equal(requests.length, 2)
  for (const [, path = '', body = ''] of requests) {
    const answer = await app.post(path, body)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.result, 'APPROVED')
  }
})
