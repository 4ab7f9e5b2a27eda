import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFiles, listImports, readSource } from './source-files.ts'

interface PackageFile {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const { dependencies, devDependencies } = JSON.parse(readSource('package.json')) as PackageFile
const programFiles = listFiles(
  ['src', 'connectors/core', 'connectors/vtex', 'connectors/nuvemshop'],
  '.ts',
).filter(path => !path.endsWith('.test.ts'))

function getPackage(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
}

const imported = new Set(
  programFiles
    .flatMap(listImports)
    .filter(target => !/^(?:node:|src\/|clients\/|connectors\/)/.test(target))
    .map(getPackage),
)

test('the program imports no development package', () => {
  assert.deepEqual(
    [...imported].filter(name => name in devDependencies),
    [],
  )
  assert.deepEqual(
    [...imported].filter(name => !(name in dependencies)),
    [],
  )
})

test('every runtime dependency is imported by the program', () => {
  assert.deepEqual(
    Object.keys(dependencies).filter(name => !imported.has(name)),
    [],
  )
})
