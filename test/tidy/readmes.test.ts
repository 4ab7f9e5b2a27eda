import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSource } from './source-files.ts'

const ENGLISH = readSource('README.md')
const PORTUGUESE = readSource('README.pt-BR.md')

const withoutBlocks = (text: string): string => text.replaceAll(/^```[\s\S]*?^```/gm, '')
const listSections = (text: string): string[] => withoutBlocks(text).split(/^(?=#+ )/m)

/** What is the same in both languages, section by section. */
function describe(section: string): object {
  const [heading = '', ...lines] = section.split('\n')
  const body = lines.join('\n')
  const count = (pattern: RegExp): number => [...body.matchAll(pattern)].length
  return {
    level: heading.indexOf(' '),
    rows: lines.filter(line => line.startsWith('|')).map(line => line.split(' | ').length),
    items: count(/^(?:- |\d+\. )/gm),
    links: [...body.matchAll(/\]\(([^)]+)\)| src(?:set)?="([^"]+)"/g)]
      .map(([, link = '', source = '']) => link + source)
      .filter(link => !/^README(?:\.pt-BR)?\.md$/.test(link))
      .map(link => link.replace('/guides/pt/', '/guides/en/')),
    // A figure is written 1,767 in one language and 1.767 in the other.
    figures: [...body.matchAll(/(?<![\w.-])\d[\d.,]*\d|(?<![\w.-])\d(?!\w)/g)]
      .map(([figure]) => figure.replaceAll(/[.,]/g, ''))
      .sort(),
    commands: [...body.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\/docs\/en$/, '/docs')),
  }
}

test('both READMEs have the same sections, rows, links, figures and commands', () => {
  const [english, portuguese] = [listSections(ENGLISH), listSections(PORTUGUESE)]
  assert.ok(english.length > 8)
  assert.equal(english.length, portuguese.length)
  for (const [at, section] of english.entries())
    assert.deepEqual(describe(portuguese[at] ?? ''), describe(section), section.split('\n')[0])
})

test('both READMEs have the same blocks to paste, byte for byte', () => {
  const listBlocks = (text: string): string[] => text.match(/^```[\s\S]*?^```/gm) ?? []
  assert.ok(listBlocks(ENGLISH).length > 5)
  assert.deepEqual(listBlocks(PORTUGUESE), listBlocks(ENGLISH))
})

test('each README leads to the other, and says what it is, for whom and why in a dozen lines', () => {
  assert.ok(ENGLISH.includes('](README.pt-BR.md)') && PORTUGUESE.includes('](README.md)'))
  for (const text of [ENGLISH, PORTUGUESE]) {
    const [intro = ''] = text.split('<picture>')
    const words = intro.split('\n').filter(line => line.trim() !== '' && !/^[#*]{1}[^*]/.test(line))
    assert.ok(words.length <= 12, `${words.length} lines`)
  }
})
