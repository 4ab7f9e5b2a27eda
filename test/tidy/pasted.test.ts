import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, listBlocks } from '../support/documented-blocks.ts'
import { listFiles, readSource } from './source-files.ts'

const PAGES = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'storefront/README.md'],
  'connectors/medusa/README.md',
  ...listFiles(['docs', 'clients', 'connectors', 'ops', 'src'], '.md'),
].filter(path => !path.includes('node_modules'))

/** What is shown and not pasted: output, and drawings. */
const SHOWN: readonly string[] = ['text', 'mermaid']

/** Why no test pastes the blocks of a page, or of a section of it. */
const NOT_PASTED: Readonly<Record<string, string>> = {
  'README.md#Two commands': 'start the program and the tests themselves',
  'CONTRIBUTING.md': 'start the program, the tests and the tools themselves',
  'docs/pictures/README.md': 'makes the pictures of the repository again, for minutes',
  'docs/concepts/reconciliation.md#Taking a statement': 'takes a file of a real bank',
  'docs/observing.md': 'settings of Prometheus, which test/ops checks by its own tool',
  'docs/runbooks/operating.md':
    'templates with ids, secrets and addresses of a deployment: first-day.md has them as lines',
  'docs/runbooks/several-machines.md': 'needs three machines: test/drills/ha runs such a cluster',
  'docs/runbooks/point-in-time-recovery.md':
    'needs a cluster with backups: the drill of test/drills/ha gives its commands',
  'docs/runbooks/power-loss.md': 'needs a cluster: the drill of test/drills/ha gives its commands',
  'docs/runbooks/primary-paused.md': 'needs a cluster: the drill of test/drills/ha gives its commands',
  'docs/runbooks/standby-hung.md': 'needs a cluster: the drill of test/drills/ha gives its commands',
  'docs/runbooks/switchover.md': 'needs a cluster: the drill of test/drills/ha gives its commands',
  'connectors/medusa/README.md#Install':
    'installs Medusa for minutes: test/connectors/medusa unpacks the same package beside one that it keeps',
  'ops/README.md': 'needs Docker, a root shell or Kubernetes',
}

const blocks = PAGES.flatMap(listBlocks).filter(({ language }) => !SHOWN.includes(language))

interface Claim {
  readonly page: string
  readonly language: string
  readonly section: string | undefined
}

const TAKEN = /\btakeBlocks\(\s*'([^']+)',\s*'(\w+)'(?:,\s*'([^']*)')?/g
const SERVED = /\btakeServedBlocks\(\s*[\w.]+,\s*(?:'(\w+)'|\w+),\s*'([\w-]+)',\s*'(\w+)'/g

/** What tests paste, read from their sources. A guide whose place is a variable is pasted in both languages. */
function listClaims(): Claim[] {
  return listFiles(['test'], '.test.ts').flatMap(path => {
    const source = readSource(path)
    const taken = [...source.matchAll(TAKEN)].map(([, page = '', language = '', section]) => ({
      page,
      language,
      section,
    }))
    const served = [...source.matchAll(SERVED)].flatMap(([, only, guide, language = '']) =>
      (only === undefined ? ['pt', 'en'] : [only]).map(place => ({
        page: `src/http/reference/guides/${place}/${guide}.md`,
        language,
        section: undefined,
      })),
    )
    return [...taken, ...served]
  })
}

const fits = (block: Block, { page, language, section }: Claim): boolean =>
  block.page === page && block.language === language && (section === undefined || block.section === section)

test('every block of every page is pasted by a test, or stands in the list of those that cannot be, with the reason', () => {
  const claims = listClaims()
  assert.ok(blocks.length > 130, String(blocks.length))
  const left = blocks.filter(block => !claims.some(claim => fits(block, claim)))
  const isExcused = ({ page, section }: Block): boolean =>
    page in NOT_PASTED || `${page}#${section}` in NOT_PASTED
  assert.deepEqual(
    left
      .filter(block => !isExcused(block))
      .map(({ page, section, language, text }) => `${page}#${section}: ${language} ${text.split('\n')[0]}`),
    [],
  )
  const excused = new Set(left.flatMap(({ page, section }) => [page, `${page}#${section}`]))
  assert.deepEqual(
    Object.keys(NOT_PASTED).filter(place => !excused.has(place)),
    [],
    'places of the list that are pasted, or gone',
  )
})

test('a name of the shell means the same on every page', () => {
  const meanings = new Map<string, Set<string>>()
  for (const { text } of blocks.filter(({ language }) => language === 'sh'))
    for (const [, name = '', value = ''] of text.matchAll(
      /^(BASE=|KEY=|AUTH=|JSON=|(?:pick|field|call)\(\) )(.+)$/gm,
    )) {
      // In production the key is made, and not published.
      if (value.startsWith('$(crediario keys create ')) continue
      meanings.set(name, (meanings.get(name) ?? new Set()).add(value))
    }
  assert.equal(meanings.size, 7)
  for (const [name, values] of meanings)
    assert.equal(values.size, 1, `${name} is ${[...values].join(' or ')}`)
  assert.deepEqual([...(meanings.get('KEY=') ?? [])], ['sk_homolog_demo_0000000000000000000000000000'])
})
