import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { listFiles, ROOT, readSource } from './source-files.ts'

const sources = [
  ...listFiles(['src', 'test', 'bench', 'scripts', 'web', 'storefront'], '.ts'),
  ...listFiles(['web'], '.tsx'),
  ...listFiles(['web', 'storefront'], '.css').filter(path => !path.startsWith('web/dist/')),
]

const listFolders = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(each =>
    each.isDirectory() ? [each.name] : [],
  )

test('no source file is longer than 600 lines', () => {
  assert.deepEqual(
    sources.filter(path => readSource(path).split('\n').length > 601),
    [],
  )
})

test('files are named in kebab-case, and none has a catch-all name', () => {
  const names = sources.map(path => path.split('/').at(-1) ?? '')
  assert.deepEqual(
    names.filter(name => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:(?:(?:\.deep)?\.test)?\.ts|\.tsx|\.css)$/.test(name)),
    [],
  )
  assert.deepEqual(
    names.filter(name => /^(?:utils?|helpers?|common|manager|types|misc)\.tsx?$/.test(name)),
    [],
  )
})

test('a folder of tests is named after the domain or folder that it tests', () => {
  const own = ['browser', 'drills', 'golden', 'support', 'tidy']
  const tested = ['', 'src', 'src/domains'].flatMap(folder => listFolders(folder))
  assert.deepEqual(
    listFolders('test').filter(name => ![...own, ...tested].includes(name)),
    [],
  )
})

test('the code has no unfinished marks and no switched-off tests', () => {
  const marks = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', '@ts-ig' + 'nore', 'biome-ig' + 'nore', '\\.on' + 'ly\\('].join(
      '|',
    ),
  )
  assert.deepEqual(
    sources.filter(path => marks.test(readSource(path))),
    [],
  )
})

test('no route uses the logger of the framework, which the server of the interface does not have', () => {
  const served = sources.filter(path => /^src\/(?:http|platform)\//.test(path))
  assert.ok(served.length > 100)
  assert.deepEqual(
    served.filter(path => /\b(?:request|reply|app)\.log\b/.test(readSource(path))),
    [],
  )
})

test('every path and link that the documentation names exists', () => {
  const pages = [
    ...['README', 'ARCHITECTURE', 'CONTRIBUTING', 'CHANGELOG', 'SECURITY'].map(name => `${name}.md`),
    ...listFiles(['docs', 'storefront', 'ops', 'src/domains'], '.md'),
  ]
  const broken = pages.flatMap(page => {
    const text = readSource(page)
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(m =>
      join(dirname(page), m[1] ?? ''),
    )
    const paths = [
      ...text.matchAll(/`((?:src|test|bench|docs|scripts|web|storefront)\/[\w./-]*[\w/])`/g),
    ].map(m => m[1] ?? '')
    return [...links, ...paths].filter(path => !existsSync(join(ROOT, path))).map(path => `${page}: ${path}`)
  })
  assert.deepEqual(broken, [])
})
