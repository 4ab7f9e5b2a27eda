import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { SOURCES } from '../../src/contract/enums.ts'
import { allowOwnPages } from '../../src/sandbox/seed-demonstration.ts'
import { DEMO_RETAILER, query, startTestApp } from '../support/app.ts'
import { findFreePort } from '../support/child-service.ts'
import { listBlocks, takeServedBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'

before(() => ensurePages())

for (const place of ['pt', 'en'] as const)
  test(`every flow of the guide (${place}) works when pasted, prints what it says, and leaves a purchase of its source`, async t => {
    const port = await findFreePort()
    const app = await startTestApp({ port, env: { ROLE: 'api', PORT: String(port) } })
    t.after(() => app.stop())
    await allowOwnPages(app.services.retailers, app.url)
    const [variables = ''] = await takeServedBlocks(app.url, place, 'first-purchase', 'sh')
    const links = await takeServedBlocks(app.url, place, 'payment-links', 'sh')
    const [preparation = '', ...served] = await takeServedBlocks(app.url, place, 'flows', 'sh')
    const blocks = listBlocks(`src/http/reference/guides/${place}/flows.md`)
    const flows = blocks.flatMap(({ section, language }, index) => {
      if (language !== 'sh' || section === '') return []
      const shown = blocks[index + 1]
      assert.equal(shown?.language, 'text', section)
      return [{ title: section, shown: shown?.text.trim() }]
    })
    const titles = flows.map(({ title }) => title).slice(0, -1)
    assert.deepEqual(titles.toSorted(), [...SOURCES].sort())
    assert.equal(served.length, flows.length, 'every block is run')
    const earlier = [variables, ...links, preparation]
    const outputs = await pasteBlocks(app, [...earlier, ...served])
    for (const [index, { title, shown }] of flows.entries())
      assert.equal(outputs[earlier.length + index]?.trim().split('\n').at(-1), shown, title)
    const sold = await query<{ source: string; device: string }>(
      app,
      `SELECT c.source, c.device FROM transactions t JOIN checkouts c ON c.id = t.checkout_id
        WHERE t.retailer_id = $1 AND t.status = 'OPEN'`,
      [DEMO_RETAILER],
    )
    assert.deepEqual(sold.map(({ source }) => source).sort(), titles.toSorted())
    assert.equal(sold.find(({ source }) => source === 'app')?.device, 'app')
  })
