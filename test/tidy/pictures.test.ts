import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, readSource } from './source-files.ts'

const FOLDER = join(ROOT, 'docs/pictures')
const MOST_BYTES = { one: 150_000, film: 1_000_000, all: 6_000_000, pair: 60_000, pairs: 1_200_000 }
/** Moves. */
const isFilm = (name: string): boolean => name.startsWith('purchase-')
const MOST_IN_README = 4

const pictures = readdirSync(FOLDER).filter(name => name.endsWith('.webp'))

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
    pictures.filter((name, index) => (sizes[index] ?? 0) > (isFilm(name) ? MOST_BYTES.film : MOST_BYTES.one)),
    [],
  )
})

for (const readme of ['README.md', 'README.pt-BR.md'])
  test(`${readme} shows few pictures, each in both schemes and in words`, () => {
    const shown = [...readSource(readme).matchAll(/<picture>\n([\s\S]*?)\n<\/picture>/g)]
    assert.ok(shown.length > 0 && shown.length <= MOST_IN_README, `${shown.length} pictures`)
    for (const [, markup = ''] of shown)
      assert.match(
        markup,
        /^<source media="\(prefers-color-scheme: dark\)" srcset="docs\/pictures\/([\w-]+)-dark\.webp">\n<img alt="[^"]{40,}" src="docs\/pictures\/\1-light\.webp">$/,
      )
  })

test('the page of pictures shows every one, in words, and none that is not there', () => {
  const page = readSource('docs/pictures/README.md')
  const shown = [
    ...page.matchAll(
      /srcset="([\w-]+)-dark\.webp"><img alt="[^"]{5,}" src="\1-light\.webp"(?: width="\d+%")?><\/picture>/g,
    ),
  ].map(([, name = '']) => name)
  const taken = pictures.flatMap(name =>
    name.endsWith('-light.webp') ? [name.replace('-light.webp', '')] : [],
  )
  // Made of others that are shown.
  const composed = ['purchase', 'onboarding']
  assert.deepEqual(shown.toSorted(), taken.filter(name => !composed.includes(name)).sort())
})

test('the page of before and after shows every pair in words, each small', () => {
  const folder = join(FOLDER, 'before-and-after')
  const pairs = readdirSync(folder).sort()
  const page = readSource('docs/pictures/before-and-after.md')
  const shown = [...page.matchAll(/^!\[[^\]]{20,}\]\(before-and-after\/([\w-]+\.webp)\)$/gm)]
  assert.deepEqual(shown.map(([, name = '']) => name).sort(), pairs)
  const sizes = pairs.map(name => statSync(join(folder, name)).size)
  assert.deepEqual(
    pairs.filter((_, index) => (sizes[index] ?? 0) > MOST_BYTES.pair),
    [],
  )
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= MOST_BYTES.pairs)
  assert.match(readSource('docs/pictures/README.md'), /\]\(before-and-after\.md\)/)
})
