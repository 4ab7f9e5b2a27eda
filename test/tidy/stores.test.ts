import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFiles, readSource } from './source-files.ts'

const STORE = /(?:^|[/-])store\.ts$|\/store\//
const STATEMENT = /\bname: (['`])(?:(?!\1).)+\1,\s*(?:text|columns)\b/

test('SQL of a domain stands in its store.ts, a …-store.ts or a folder store', () => {
  const files = listFiles(
    ['src/domains', 'src/sandbox', 'src/http', 'src/app', 'src/cli', 'connectors/core'],
    '.ts',
  ).filter(file => !file.endsWith('.test.ts') && STATEMENT.test(readSource(file)))
  assert.ok(files.length > 30, `${files.length} files with statements were found`)
  assert.deepEqual(
    files.filter(file => !STORE.test(file)),
    [],
  )
})

test('rows in bulk have one form: several arrays and JSON are not taken apart by hand', () => {
  const byHand = /json_to_recordset|jsonb_to_recordset|unnest\(\$\d+::\w+\[\],/
  const files = listFiles(['src'], '.ts').filter(file => byHand.test(readSource(file)))
  assert.deepEqual(files, [])
})
