import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generateFiles } from './generated-files.ts'

/** Writes every file that is made from the code. The tests fail while one of them is not what this would write. */
for (const [path, text] of Object.entries(await generateFiles())) {
  const file = join(import.meta.dirname, '..', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  process.stdout.write(`${path}\n`)
}
