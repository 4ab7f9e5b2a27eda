import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp, type TestApp } from '../support/app.ts'
import { readSource } from '../tidy/source-files.ts'

let app: TestApp
let folder: string

before(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'crediario-tour-'))
})
after(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

interface Step {
  readonly title: string
  readonly commands: string
  /** What the page says that the last line of the output is. */
  readonly expected: { readonly language: string; readonly text: string } | undefined
}

function parsePage(page: string): Step[] {
  const steps: Step[] = []
  let title = ''
  for (const [, heading, language = '', text = ''] of page.matchAll(
    /^### (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (heading !== undefined) title = heading
    else if (language === 'sh') steps.push({ title, commands: text, expected: undefined })
    else {
      const last = steps.pop() ?? assert.fail('an answer before any request')
      steps.push({ ...last, expected: { language, text } })
    }
  }
  return steps
}

const MARK = '=== next ==='

/** As a reader would: all blocks in one shell, one after the other. */
async function paste(steps: readonly Step[]): Promise<string[]> {
  const script = steps.map(({ commands }) => `${commands}\necho; echo '${MARK}'\n`).join('')
  const path = [dirname(process.execPath), folder, process.env.PATH].join(delimiter)
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-euc', script.replace('http://127.0.0.1:3000', app.url)],
    {
      cwd: folder,
      env: { PATH: path },
      timeout: 60_000,
      maxBuffer: 10_000_000,
    },
  )
  return stdout.split(`${MARK}\n`)
}

function provideCurl(): void {
  if (spawnSync('curl', ['--version']).status === 0) return
  const standIn = join(import.meta.dirname, 'curl-stand-in.ts')
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${standIn}' "$@"\n`)
  chmodSync(join(folder, 'curl'), 0o755)
}

/** Every member that the page shows is answered so; `…` stands for any text, and members left out for anything. */
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

test('the tour works when pasted, from the decision to CLOSED and to a refund, and answers what it says', async () => {
  const steps = parsePage(readSource('docs/tour.md'))
  const [preparation, ...requests] = steps
  assert.equal(preparation?.title, '')
  assert.deepEqual(
    requests.map(({ title }) => Number.parseInt(title, 10)),
    Array.from({ length: 12 }, (_, index) => index + 1),
  )
  provideCurl()
  const outputs = await paste(steps)
  for (const [index, { title, commands, expected }] of requests.entries()) {
    assert.ok(commands.includes('curl ') && expected !== undefined, title)
    const lines = (outputs[index + 1] ?? '').trim().split('\n')
    const printed = lines.at(-1) ?? ''
    if (expected.language === 'json') expectShown(JSON.parse(printed), JSON.parse(expected.text), title)
    else expectShown(printed, expected.text.trim(), title)
  }
})
