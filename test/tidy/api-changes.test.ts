import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { compareSurfaces } from '../../scripts/api-changes/compare.ts'
import { readReleasedSurfaces } from '../../scripts/api-changes/released-surfaces.ts'
import { describeSurface, type JsonSchema, type OpenApiDocument } from '../../scripts/api-changes/surface.ts'
import { readSource } from './source-files.ts'

interface Parts {
  readonly body?: JsonSchema
  readonly answer?: JsonSchema
  readonly parameters?: NonNullable<OpenApiDocument['paths'][string][string]['parameters']>
  readonly error?: JsonSchema
  readonly event?: JsonSchema
  readonly deprecated?: boolean
}

const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema => ({ type: 'object', properties, required })
const content = (schema: JsonSchema = {}) => ({ 'application/json': { schema } })
const text: JsonSchema = { type: 'string' }

function compose({
  body,
  answer,
  parameters = [],
  error,
  event,
  deprecated = false,
}: Parts): OpenApiDocument {
  return {
    info: { version: '2026-11-01' },
    paths: {
      '/thing': {
        post: {
          deprecated,
          parameters,
          requestBody: { content: content(body) },
          responses: { 200: { content: content(answer) }, 400: { content: content(error) } },
        },
      },
    },
    webhooks: { 'thing.done': { post: { requestBody: { content: content(event) } } } },
  }
}

function compare(before: Parts, after: Parts): string[] {
  return compareSurfaces(describeSurface(compose(before)), describeSurface(compose(after))).map(
    ({ isBreaking, place, text: what }) => `${isBreaking ? 'breaks ' : ''}${place} ${what}`,
  )
}

test('the interface of today breaks no program that was written for any release', () => {
  const current = describeSurface(JSON.parse(readSource('docs/api/openapi.json')))
  const released = readReleasedSurfaces(join(import.meta.dirname, '..', '..'))
  assert.ok(released.length > 0)
  for (const { date, surface } of released.filter(each => each.surface.version === current.version))
    assert.deepEqual(
      compareSurfaces(surface, current).filter(({ isBreaking }) => isBreaking),
      [],
      `since ${date}: a breaking change needs a new version (src/http/reference/guides/en/versioning.md)`,
    )
})

test('a route, an event and an answer that are gone are breaking, new ones are not', () => {
  const whole = describeSurface(compose({}))
  const empty = { ...whole, operations: {}, webhooks: {} }
  assert.deepEqual(compareSurfaces(whole, empty), [
    { isBreaking: true, place: 'POST /thing', text: 'removed' },
    { isBreaking: true, place: 'thing.done', text: 'event removed' },
  ])
  assert.deepEqual(
    compareSurfaces(empty, whole).map(({ isBreaking }) => isBreaking),
    [false, false],
  )
  assert.deepEqual(compareSurfaces(whole, whole), [])
})

test('a field that is removed, renamed or retyped is breaking on both sides, at any depth', () => {
  const deep = (items: JsonSchema) => object({ list: { type: 'array', items } })
  for (const side of ['body', 'answer', 'error', 'event'] as const) {
    const before = { [side]: deep(object({ id: text })) }
    const find = (items: JsonSchema) => compare(before, { [side]: deep(items) })
    assert.ok(find(object({})).some(each => /^breaks .*`list\[\]\.id`: removed$/.test(each)))
    assert.ok(find(object({ key: text })).some(each => /^breaks .*`list\[\]\.id`: removed$/.test(each)))
    assert.ok(
      find(object({ id: { type: 'number' } })).some(each => /^breaks .*string became number$/.test(each)),
    )
    assert.deepEqual(find(object({ id: { ...text, description: 'other words' } })), [])
  }
})

test('a new required parameter or field is breaking, an optional one is not', () => {
  const parameter = (required: boolean) => ({
    parameters: [{ in: 'query', name: 'day', required, schema: text }],
  })
  assert.deepEqual(compare({}, parameter(true)), [
    'breaks POST /thing parameter `query day`: new and required',
  ])
  assert.deepEqual(compare({}, parameter(false)), ['POST /thing parameter `query day`: new'])
  assert.deepEqual(compare(parameter(false), parameter(true)), [
    'breaks POST /thing parameter `query day`: now required',
  ])
  const body = object({ a: text })
  assert.deepEqual(compare({ body }, { body: object({ a: text, b: text }, ['b']) }), [
    'breaks POST /thing request `b`: new and required',
  ])
  const nested = object({ a: text, b: object({ c: text }, ['c']) })
  assert.deepEqual(compare({ body }, { body: nested }), [
    'POST /thing request `b`: new',
    'POST /thing request `b.c`: new',
  ])
})

test('what is read may become certain and narrower, what is written freer and wider, and not the other way', () => {
  const [few, many] = [{ enum: ['A'] }, { enum: ['A', 'B'] }].map(each => object({ a: each })) as [
    JsonSchema,
    JsonSchema,
  ]
  const isBreaking = (before: Parts, after: Parts) =>
    compare(before, after)[0]?.startsWith('breaks') ?? 'same'
  assert.deepEqual(
    [isBreaking({ body: few }, { body: many }), isBreaking({ body: many }, { body: few })],
    [false, true],
  )
  assert.deepEqual(
    [isBreaking({ answer: few }, { answer: many }), isBreaking({ answer: many }, { answer: few })],
    [true, false],
  )
  const [maybe, certain] = [object({ a: text }), object({ a: text }, ['a'])]
  assert.deepEqual(
    [isBreaking({ body: maybe }, { body: certain }), isBreaking({ body: certain }, { body: maybe })],
    [true, false],
  )
  assert.deepEqual(
    [isBreaking({ answer: maybe }, { answer: certain }), isBreaking({ answer: certain }, { answer: maybe })],
    [false, true],
  )
  const nullable = object({ a: { anyOf: [text, { type: 'null' }] } })
  assert.deepEqual(
    [isBreaking({ body: maybe }, { body: nullable }), isBreaking({ answer: maybe }, { answer: nullable })],
    [false, true],
  )
})

test('a tighter limit on what is written is breaking, a wider one and one on what is read are not', () => {
  const limited = (limits: JsonSchema) => object({ a: { ...text, ...limits } })
  const find = (before: JsonSchema, after: JsonSchema) =>
    compare({ body: limited(before) }, { body: limited(after) })
  assert.deepEqual(find({ maxLength: 9 }, { maxLength: 8 }), [
    'breaks POST /thing request `a`: maxLength 9 became 8',
  ])
  assert.deepEqual(find({ maxLength: 8 }, { maxLength: 9 }), [
    'POST /thing request `a`: maxLength 8 became 9',
  ])
  assert.deepEqual(find({ minLength: 1 }, { minLength: 2 }), [
    'breaks POST /thing request `a`: minLength 1 became 2',
  ])
  assert.deepEqual(find({}, { pattern: '^a' }), ['breaks POST /thing request `a`: now with pattern ^a'])
  assert.deepEqual(find({ pattern: '^a' }, {}), ['POST /thing request `a`: without pattern'])
  assert.deepEqual(compare({ answer: limited({}) }, { answer: limited({ maxLength: 3 }) }), [])
})

test('what was deprecated is in the changelog and is not breaking', () => {
  assert.deepEqual(compare({}, { deprecated: true }), ['POST /thing deprecated'])
})
