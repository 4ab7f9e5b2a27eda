import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SOURCES } from '../../src/contract/enums.ts'
import { allowOwnPages } from '../../src/sandbox/seed-demonstration.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { listBlocks, takeBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  await allowOwnPages(app.services.retailers, app.url)
})
after(() => app.stop())

test('every flow of the page works when pasted, prints what it says, and leaves a purchase of its source', async () => {
  const blocks = listBlocks('docs/flows.md')
  const [preparation = '', ...others] = takeBlocks('docs/flows.md', 'sh')
  const flows = blocks.flatMap(({ section, language, text }, index) => {
    if (language !== 'sh' || section === '') return []
    const shown = blocks[index + 1]
    assert.equal(shown?.language, 'text', section)
    return [{ title: section, commands: text, shown: shown?.text.trim() }]
  })
  assert.deepEqual(
    flows
      .map(({ title }) => title)
      .slice(0, -1)
      .sort(),
    [...SOURCES].sort(),
  )
  assert.equal(others.length, flows.length, 'every block is run')
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
