import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateFiles } from '../../scripts/generated-files.ts'
import { readSource } from './source-files.ts'

test('every generated file is what the code says now; run `npm run generate` after a change', async () => {
  for (const [path, text] of Object.entries(await generateFiles())) assert.equal(readSource(path), text, path)
})
