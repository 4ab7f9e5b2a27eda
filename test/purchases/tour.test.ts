import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Block, listBlocks, takeBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

interface Step {
  readonly title: string
  readonly commands: string
  /** The last line of output that the page shows. */
  readonly expected: { readonly language: string; readonly text: string } | undefined
}

function composeSteps(blocks: readonly Block[]): Step[] {
  const steps: Step[] = []
  for (const { section, language, text } of blocks)
    if (language === 'sh') steps.push({ title: section, commands: text, expected: undefined })
    else {
      const last = steps.pop() ?? assert.fail('an answer before any request')
      steps.push({ ...last, expected: { language, text } })
    }
  return steps
}

/** Every member shown on the page must match the answer; `…` matches any text, other members are ignored. */
function expectShown(actual: unknown, shown: unknown, where: string): void {
  if (typeof shown === 'string' && shown.includes('…')) {
    const pattern = shown.split('…').map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    assert.match(String(actual), new RegExp(`^${pattern.join('.+')}$`), where)
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, where)
    if (Array.isArray(shown)) assert.equal(Object.keys(actual).length, shown.length, where)
    const found = new Map<string, unknown>(Object.entries(actual))
    for (const [name, value] of Object.entries(shown))
      expectShown(found.get(name), value, `${where}: ${name}`)
  } else {
    assert.deepEqual(actual, shown, where)
  }
}

test('the tour works when pasted, through payments, a refund, a withdrawal, a delay, an early settlement and a broken agreement, and answers what it says', async () => {
  const steps = composeSteps(listBlocks('docs/tour.md'))
  assert.equal(steps.length, takeBlocks('docs/tour.md', 'sh').length)
  assert.equal(
    steps.filter(({ expected }) => expected?.language === 'json').length,
    takeBlocks('docs/tour.md', 'json').length,
  )
  const [preparation, ...requests] = steps
  assert.equal(preparation?.title, '')
  assert.deepEqual(
    requests.map(({ title }) => Number.parseInt(title, 10)),
    Array.from({ length: 22 }, (_, index) => index + 1),
  )
  const outputs = await pasteBlocks(
    app,
    steps.map(({ commands }) => commands),
  )
  for (const [index, { title, commands, expected }] of requests.entries()) {
    assert.ok(commands.includes('curl ') && expected !== undefined, title)
    const lines = (outputs[index + 1] ?? '').trim().split('\n')
    const printed = lines.at(-1) ?? ''
    if (expected.language === 'json') expectShown(JSON.parse(printed), JSON.parse(expected.text), title)
    else expectShown(printed, expected.text.trim(), title)
  }
})
