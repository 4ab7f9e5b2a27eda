import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { errorCatalogue } from '../../src/contract/errors.ts'
import type { SearchIndex } from '../../src/contract/reference-search.ts'
import { hasTranslation } from '../../src/http/reference/language.ts'
import { listOperations, type OpenApi, type Schema } from '../../src/http/reference/list-operations.ts'
import { renderMarkdown } from '../../src/http/reference/markdown.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { readSource } from '../tidy/source-files.ts'

const document: OpenApi = JSON.parse(readSource('docs/api/openapi.json'))
let app: TestApp
before(async () => {
  await ensurePages()
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const listAnchors = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))

const readSearch = async (base: string): Promise<SearchIndex> =>
  (await (await fetch(`${app.url}${base}/search.json`)).json()) as SearchIndex

const listLinks = (page: string) => [...page.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href)

/** Every page that can be reached from these, by its path. */
async function crawl(...starts: readonly string[]): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const open = [...starts]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue
    const response = await fetch(app.url + path)
    assert.equal(response.status, 200, path)
    pages.set(path, await response.text())
    const links = listLinks(pages.get(path) ?? '').filter(href => href.startsWith('/docs'))
    open.push(...links.map(href => href.replace(/#.*/, '')))
  }
  return pages
}

test('every link of the documentation leads somewhere, to its very heading, in both languages', async () => {
  const pages = await crawl('/docs', '/docs/en')
  const operations = listOperations(document)
  for (const base of ['/docs', '/docs/en'])
    for (const { name } of operations) assert.ok(pages.has(`${base}/${name}`), `${base}/${name}`)
  const broken: string[] = []
  const outside = new Set<string>()
  for (const [path, page] of pages)
    for (const href of listLinks(page)) {
      const [target = '', anchor = ''] = href.split('#')
      const page = pages.get(target === '' ? path : target)
      if (page === undefined) outside.add(href)
      else if (anchor !== '' && !listAnchors(page).has(anchor)) broken.push(`${path}: ${href}`)
    }
  assert.deepEqual(broken, [])
  for (const href of outside)
    if (href.startsWith('/')) assert.equal((await fetch(app.url + href)).status, 200, href)
    else assert.match(href, /^(?:https:\/\/|data:image)/)
})

test('pages run no inline code, name their language and lead to the other one', async () => {
  for (const [path, language, other] of [
    ['/docs/options', 'pt-BR', '/docs/en/options'],
    ['/docs/en/options', 'en', '/docs/options'],
  ] as const) {
    const response = await fetch(app.url + path)
    const page = await response.text()
    assert.match(
      response.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self'; /,
    )
    assert.doesNotMatch(page, / on\w+=| style=|<script(?! type="module" src="\/assets\/)/)
    assert.match(page, new RegExp(`<html lang="${language}">`))
    assert.ok(listLinks(page).includes(other))
    assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
  }
  for (const path of ['/docs/nothing', '/docs/en/nothing', '/docs/__proto__', '/docs/en/constructor'])
    assert.equal((await fetch(app.url + path)).status, 404, path)
})

test('every operation has examples in five languages and an answer, and every field and error code is there', async () => {
  for (const operation of listOperations(document)) {
    const page = await (await fetch(`${app.url}/docs/${operation.name}`)).text()
    for (const language of ['curl', 'TypeScript', 'PHP', 'Python', 'Java'])
      assert.ok(page.includes(`data-language="${language}"`), `${operation.name}: ${language}`)
    assert.doesNotMatch(page, /<pre tabindex="0"><code>\{\}<\/code>/, operation.name)
    if (operation.answer.kind === 'json')
      for (const name of Object.keys(operation.answer.schema.properties ?? {}))
        assert.ok(page.includes(`<code>${name}</code>`), `${operation.name}: ${name}`)
  }
  const errors = listAnchors(await (await fetch(`${app.url}/docs/errors`)).text())
  for (const code of Object.keys(errorCatalogue)) assert.ok(errors.has(code), code)
  const events = listAnchors(await (await fetch(`${app.url}/docs/events`)).text())
  for (const type of Object.keys(document.webhooks ?? {})) assert.ok(events.has(type), type)
})

test('the demonstration key is offered in homologation', async () => {
  const page = await (await fetch(`${app.url}/docs/preApprove`)).text()
  assert.ok(page.includes(`value="${DEMO_KEY}"`))
})

test('every field of every operation and event is in the search, and what is found is really there', async () => {
  for (const base of ['/docs', '/docs/en']) {
    const { entries } = await readSearch(base)
    const anchors = new Map<string, Set<string>>()
    const missing: string[] = []
    for (const { address, fields = [] } of entries) {
      const [path = '', anchor] = address.split('#')
      const known = anchors.get(path) ?? listAnchors(await (await fetch(app.url + path)).text())
      anchors.set(path, known)
      for (const each of [...(anchor === undefined ? [] : [anchor]), ...fields])
        if (!known.has(each)) missing.push(`${path}#${each}`)
    }
    assert.deepEqual(missing, [])
    for (const { name, input, answer } of listOperations(document)) {
      const { fields = [] } = entries.find(each => each.address === `${base}/${name}`) ?? assert.fail(name)
      const names = new Set(fields.map(each => each.slice(each.lastIndexOf('.') + 1)))
      const schemas = [...(input ? [input.schema] : []), ...(answer.kind === 'json' ? [answer.schema] : [])]
      for (const schema of schemas)
        for (const field of Object.keys(schema.properties ?? {}))
          assert.ok(names.has(field), `${name}: ${field}`)
    }
  }
})

function* listSchemas(path: string, schema: Schema): Generator<[string, Schema]> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield [`${path}.${name}`, property]
    yield* listSchemas(`${path}.${name}`, property)
  }
  if (schema.items !== undefined) yield* listSchemas(`${path}[]`, schema.items)
  for (const each of schema.anyOf ?? []) yield* listSchemas(path, each)
}

function listDescribed(): [string, Schema][] {
  return listOperations(document)
    .flatMap(({ name, input, answer }) => [
      ...(input === undefined ? [] : [...listSchemas(name, input.schema)]),
      ...(answer.kind === 'json' ? [...listSchemas(name, answer.schema)] : []),
    ])
    .concat(
      Object.entries(document.webhooks ?? {}).flatMap(([type, { post }]) => [
        ...listSchemas(type, post.requestBody?.content['application/json']?.schema ?? {}),
      ]),
    )
}

test('every field is described in its schema', () => {
  const without = listDescribed().filter(([, { description = '' }]) => description === '')
  assert.deepEqual(
    without.map(([path]) => path),
    [],
  )
})

test('every sentence of the reference has its Portuguese: src/http/reference/portuguese.json', () => {
  const events = Object.values(document.webhooks ?? {}).flatMap(({ post }) => [
    post.summary ?? '',
    post.description ?? '',
    ...(post.parameters ?? []).map(({ description = '' }) => description),
  ])
  const sentences = [
    ...listOperations(document).flatMap(({ tag, summary, description, described }) => [
      tag,
      summary,
      description,
      ...(described.parameters ?? []).map(each => each.description ?? ''),
    ]),
    ...listDescribed().map(([, { description = '' }]) => description),
    ...events,
    ...Object.values(errorCatalogue).map(({ meaning }) => meaning),
  ]
  const missing = new Set(sentences.filter(text => text !== '' && !hasTranslation(text)))
  assert.deepEqual([...missing], [])
})

test('the markup of guides escapes everything, and links only within the site or by https', () => {
  const { text } = renderMarkdown(
    '## A & `<b>`\n\n**x** [a](javascript:alert) [b](/docs) <i>\n\n- one\n- two\n\n```sh\n<\n```',
  )
  assert.equal(
    text,
    [
      '<h2 id="a-b">A &#38; <code>&#60;b&#62;</code></h2>',
      '<p><strong>x</strong> [a](javascript:alert) <a href="/docs">b</a> &#60;i&#62;</p>',
      '<ul class="list"><li>one</li><li>two</li></ul>',
      '<div class="code"><pre tabindex="0"><code>&#60;</code></pre></div>',
    ].join('\n'),
  )
})
