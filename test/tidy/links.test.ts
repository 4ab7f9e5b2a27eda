import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { listFiles, ROOT, readSource } from './source-files.ts'

const pages = [
  ...listFiles(['docs', 'clients', 'connectors', 'ops', 'storefront', '.github', 'src'], '.md'),
  ...['README.md', 'README.pt-BR.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
].filter(path => !path.includes('node_modules'))

const withoutCode = (text: string): string => text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')

/** What a page leads to: links, pictures, and the addresses of links that are named below. */
function listLinks(text: string): string[] {
  const prose = withoutCode(text).replaceAll(/`[^`\n]*`/g, '`')
  return [
    ...prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g),
    ...prose.matchAll(/^\[[^\]]+\]: *(\S+)/gm),
    ...prose.matchAll(/ (?:src|srcset|href)="([^"]+)"/g),
  ].map(([, target = '']) => target)
}

/** As the forges make anchors of headings: the second of the same words ends in -1. */
function listAnchors(text: string): Set<string> {
  const anchors = new Set([...text.matchAll(/ (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id))
  const seen = new Map<string, number>()
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    anchors.add(times === 0 ? slug : `${slug}-${times}`)
  }
  return anchors
}

/** Undefined when the link leads somewhere. */
function findFault(page: string, text: string, link: string): string | undefined {
  if (/^(?:https:|mailto:)/.test(link)) return undefined
  // Pages of the reference are made when they are asked for; test/http/reference.test.ts follows these links.
  if (page.includes('/reference/guides/') && /^\/(?:docs|openapi\.json|storefront)\b/.test(link))
    return undefined
  if (/^[a-z]+:|^\//.test(link)) return `${page}: ${link} is neither relative nor https`
  const [target = '', anchor = ''] = decodeURIComponent(link).split('#')
  const path = target === '' ? page : normalize(join(dirname(page), target))
  if (path.startsWith('..') || !existsSync(join(ROOT, path))) return `${page}: there is no ${link}`
  if (anchor === '' || !path.endsWith('.md')) return undefined
  const anchors = listAnchors(path === page ? text : readSource(path))
  return anchors.has(anchor) ? undefined : `${page}: ${link} names no heading`
}

test('every link and picture of the documentation leads to a file of the project, and to its very heading', () => {
  assert.ok(pages.length > 60, 'the pages were not found')
  const texts = pages.map(page => [page, readSource(page)] as const)
  assert.ok(texts.flatMap(([, text]) => listLinks(text)).length > 300, 'the links were not found')
  const faults = texts.flatMap(([page, text]) =>
    listLinks(text).flatMap(link => findFault(page, text, link) ?? []),
  )
  assert.deepEqual(faults, [])
})

test('a link to nothing, to a heading that is not there, and to another place of the disk is found', () => {
  const text =
    '## One & `two`\n\n[a](#one--two) [b](nothing.md) [c](#three) [d](/etc/hosts) `[e](no.md)`\n<img src="x.png">'
  assert.deepEqual(
    listLinks(text).flatMap(link => findFault('README.md', text, link) ?? []),
    [
      'README.md: there is no nothing.md',
      'README.md: #three names no heading',
      'README.md: /etc/hosts is neither relative nor https',
      'README.md: there is no x.png',
    ],
  )
})
