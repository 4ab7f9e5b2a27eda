import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, readSource } from './source-files.ts'

const FOLDER = join(ROOT, 'docs/pictures')
const MOST_BYTES = { one: 150_000, all: 4_000_000 }
const MOST_IN_README = 4

const pictures = readdirSync(FOLDER).filter(name => name !== 'README.md')

test('every picture is there in light and dark, and they stay within their bytes', () => {
  assert.ok(pictures.length > 60, 'npm run generate -- pictures')
  const names = (scheme: string): string[] =>
    pictures
      .filter(name => name.endsWith(`-${scheme}.webp`))
      .map(name => name.replace(`-${scheme}.webp`, ''))
      .sort()
  assert.deepEqual(names('light'), names('dark'))
  assert.equal(names('light').length * 2, pictures.length)
  const sizes = pictures.map(name => statSync(join(FOLDER, name)).size)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  assert.ok(total <= MOST_BYTES.all, `${total} bytes in all`)
  assert.deepEqual(
    pictures.filter((_, index) => (sizes[index] ?? 0) > MOST_BYTES.one),
    [],
  )
})

test('the README shows few pictures, each in both schemes and in words', () => {
  const shown = [...readSource('README.md').matchAll(/<picture>\n([\s\S]*?)\n<\/picture>/g)]
  assert.ok(shown.length > 0 && shown.length <= MOST_IN_README, `${shown.length} pictures`)
  for (const [, markup = ''] of shown)
    assert.match(
      markup,
      /^<source media="\(prefers-color-scheme: dark\)" srcset="docs\/pictures\/([\w-]+)-dark\.webp">\n<img alt="[^"]{40,}" src="docs\/pictures\/\1-light\.webp">$/,
    )
})
