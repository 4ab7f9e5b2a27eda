import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findFloatingPromises } from '../../scripts/floating-promises.ts'
import { ROOT } from './source-files.ts'

const PRELUDE = `import type { Transaction } from '${ROOT}/src/platform/db/database.ts'
export const statement = { name: 'write', text: 'SELECT 1' }
export async function store(tx: Transaction): Promise<void> { await tx.run(statement, []) }
export async function rest(): Promise<void> {}
export const note = (error: unknown): void => { console.error(error) }
`
const IMPORT = `import type { Transaction } from '${ROOT}/src/platform/db/database.ts'
import { note, rest, statement, store } from './prelude.ts'
`
const FLOATING = [
  'tx.run(statement, [])',
  'void tx.run(statement, [])',
  'tx.run(statement, []).catch(() => {})',
  'tx.run(statement, []).catch(note)',
  'store(tx)',
  'void store(tx)',
  'store(tx).then(() => {}, note)',
  'void store(tx).catch(note)',
  'rest()',
  'rest().catch(() => {})',
  'rest().then(() => {})',
  'rest().finally(() => {})',
  'isLate && rest()',
  'isLate ? rest() : undefined',
  '[rest(), rest()]',
]
const WAITED_FOR = [
  'await tx.run(statement, [])',
  'await Promise.all([store(tx), rest()])',
  'tx.send(statement, [])',
  'void rest()',
  'rest().catch(note)',
  'rest().then(() => {}, note)',
  'rest().catch(note).finally(() => {})',
  'let last = rest(); last = store(tx); await last',
]

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'floating-promises-'))
  const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')] }
  const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await writeFile(join(folder, 'prelude.ts'), PRELUDE)
  for (const [name, statements] of Object.entries({ floating: FLOATING, waited: WAITED_FOR })) {
    const functions = statements.map(
      (text, at) =>
        `export async function f${at}(tx: Transaction, isLate: boolean) {\n${text}\nreturn isLate && tx }\n`,
    )
    await writeFile(join(folder, `${name}.ts`), IMPORT + functions.join(''))
  }
})
after(() => rm(folder, { recursive: true }))

test('the check finds every form of unawaited promise, and accepts no `void` for a database write', () => {
  const found = findFloatingPromises(join(folder, 'tsconfig.json'), folder)
  const texts = found.map(({ text }) => text.replace(/^void /, ''))
  assert.deepEqual(
    texts,
    FLOATING.map(text => text.replace(/^void /, '')),
  )
  assert.deepEqual([...new Set(found.map(({ place }) => place.split(':')[0]))], ['floating.ts'])
})
