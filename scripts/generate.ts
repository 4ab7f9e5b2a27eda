import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generateFiles } from './generated-files.ts'

/** Writes every file that is generated from the code. The tests fail while one of them is out of date. */
for (const [path, text] of Object.entries(await generateFiles())) {
  const file = join(import.meta.dirname, '..', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  process.stdout.write(`${path}\n`)
}
