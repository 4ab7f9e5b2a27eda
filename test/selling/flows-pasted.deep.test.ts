import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SOURCES } from '../../src/contract/enums.ts'
import { allowOwnPages } from '../../src/flows/sandbox/seed-demonstration.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { readSource } from '../tidy/source-files.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  await allowOwnPages(app.services.retailers, app.url)
})
after(() => app.stop())

test('every flow of the page works when pasted, prints what it says, and leaves a purchase of its source', async () => {
  const page = readSource('docs/flows.md')
  const [, ...parts] = page.split(/^## /m)
  const [preparation = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(page)?.slice(1) ?? []
  const flows = parts.map(part => ({
    title: part.split('\n')[0] ?? '',
    commands: /^```sh\n([\s\S]*?)^```$/m.exec(part)?.[1] ?? assert.fail(part),
    shown: /^```text\n([\s\S]*?)^```$/m.exec(part)?.[1]?.trim() ?? assert.fail(part),
  }))
  assert.deepEqual(
    flows
      .map(({ title }) => title)
      .slice(0, -1)
      .sort(),
    [...SOURCES].sort(),
  )
  const blocks = [...page.matchAll(/^```sh\n/gm)]
  assert.equal(blocks.length, flows.length + 1, 'every block is run')
  const [, ...outputs] = await pasteBlocks(app, [preparation, ...flows.map(({ commands }) => commands)])
  for (const [index, { title, shown }] of flows.entries())
    assert.equal(outputs[index]?.trim().split('\n').at(-1), shown, title)
  const sold = await query<{ source: string; device: string; status: string }>(
    app,
    `SELECT c.source, c.device, t.status FROM transactions t JOIN checkouts c ON c.id = t.checkout_id
      WHERE t.retailer_id = $1`,
    [DEMO_RETAILER],
  )
  assert.deepEqual(
    sold.map(({ source, status }) => `${source} ${status}`).sort(),
    flows
      .slice(0, -1)
      .map(({ title }) => `${title} OPEN`)
      .sort(),
  )
  assert.equal(sold.find(({ source }) => source === 'app')?.device, 'app')
})
