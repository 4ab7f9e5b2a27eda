import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { buildStorefront } from '../../scripts/pages/build-storefront.ts'

const MAX_GZIP_BYTES = { element: 8_000, vtex: 10_000, magento2: 10_000 }
const folder = mkdtempSync(join(tmpdir(), 'crediario-storefront-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('each script is one file of at most 10 kB, the element of 8 kB, named by its content, with the integrity that browsers check', async () => {
  const manifest = await buildStorefront(folder)
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')), manifest)
  assert.deepEqual(Object.keys(manifest), ['element', 'vtex', 'magento2'])
  for (const name of ['element', 'vtex', 'magento2'] as const) {
    const { file, integrity, size, gzip } = manifest[name]
    const content = readFileSync(join(folder, file))
    const packed = readFileSync(join(folder, `${file}.gz`))
    assert.match(file, new RegExp(`^${name}-[0-9a-f]{16}\\.js$`))
    assert.equal(integrity, `sha384-${createHash('sha384').update(content).digest('base64')}`)
    assert.deepEqual([size, gzip], [content.length, packed.length])
    assert.ok(gunzipSync(packed).equals(content))
    assert.ok(gzip <= MAX_GZIP_BYTES[name], `${name}: ${gzip} bytes`)
    assert.doesNotMatch(
      content.toString(),
      /\bimport\s*[{"'(]|innerHTML|\beval\(|new Function|document\.cookie|localStorage/,
    )
  }
})

test('the same sources give the same files, so a published address never changes its content', async () => {
  const files = readdirSync(folder).sort()
  await buildStorefront(folder)
  assert.deepEqual(readdirSync(folder).sort(), files)
})
