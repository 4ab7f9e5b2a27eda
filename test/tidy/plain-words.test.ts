import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinLines, listFiles, readSource } from './source-files.ts'

/** Sentences that stopped a reader, and turns of their kind. Names on the wire (`transferedAt`) are left alone. */
const STILTED = [
  'one program and a PostgreSQL',
  '(?:is|are) other ones',
  'failures only,? (?:and|disables?)|so do five days of failures',
  'over the bytes that came',
  'is not new any more',
  '(?:none|proxy) is believed|Forwarded-For is believed',
  'keeps? house',
  'in the way is',
  'is no JSON',
  'delivery was told before',
  'tells of a payout|tells? of (?:a|the|this one) payment|tells? of it\\b',
  'let nobody in',
  'felt within',
  'State of things',
  'whoever reads /metrics',
  'as good as not',
  'cannot showNotice',
  'which (?:of these )?is not told|which of them is not told',
  'nobody to be paid to',
  'nowhere any more',
  '(?:is|was|were|been|not) transfered',
]
const PATTERN = new RegExp(STILTED.join('|'), 'i')

/** What people read: pages, and every sentence of the program, its pages and its clients. */
function listRead(): string[] {
  const isRead = (path: string) =>
    !/node_modules|\.test\.|^docs\/api\/releases|^src\/schema\/(?:migrations|schema)|^web\/dist/.test(path)
  const folders = ['docs', 'src', 'web', 'storefront', 'clients', 'connectors', 'scripts', 'ops']
  const endings = ['.md', '.ts', '.tsx', '.json', '.mjs', '.php', '.py', '.yml', '.yaml']
  const single = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example']
  return [...endings.flatMap(ending => listFiles(folders, ending)), ...single].filter(isRead)
}

test('nobody reads a sentence that stopped a reader before', () => {
  const files = listRead()
  assert.ok(files.length > 800, `only ${files.length} files were found`)
  const found = files.flatMap(path => {
    const [words] = PATTERN.exec(joinLines(readSource(path))) ?? []
    return words === undefined ? [] : [`${path}: ${words}`]
  })
  assert.deepEqual(found, [])
})

test('such a sentence is found, and a name on the wire is not', () => {
  for (const sentence of [
    'It is one program and a PostgreSQL.',
    'only addresses and secrets are other ones',
    'The answer 410 disables the endpoint, and so do five days of failures only.',
    'Verify the signature over the bytes that came',
    'Whoever has bought or was refused is not new any more.',
    'none is believed',
    'all: serves and keeps house',
    'shows when it was transfered, the statement',
  ])
    assert.match(sentence, PATTERN)
  for (const sentence of [
    '`transferedAt`',
    "'transaction.transfered'",
    'The wire has transaction.transfered',
  ])
    assert.doesNotMatch(sentence, PATTERN)
})
