import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFiles, readSource } from './source-files.ts'

const LONGEST_LINE = 120

const pages = [
  ...listFiles(['docs', 'clients', 'ops', 'src'], '.md'),
  ...['README.md', 'README.pt-BR.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
].filter(path => !path.includes('node_modules'))

/** Lines that a writer can break: no rows of tables, no code, no pictures. */
function listProse(text: string): string[] {
  let isCode = false
  return text.split('\n').filter(line => {
    if (line.trimStart().startsWith('```')) isCode = !isCode
    return !isCode && !/^\s*(?:\||!\[|<)/.test(line)
  })
}

test('lines of documentation have at most 120 columns', () => {
  assert.ok(pages.length > 40, 'the pages were not found')
  const long = pages.flatMap(path =>
    listProse(readSource(path))
      .filter(line => [...line].length > LONGEST_LINE)
      .map(line => `${path}: ${line.slice(0, 60)}…`),
  )
  assert.deepEqual(long, [])
})
