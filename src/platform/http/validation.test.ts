import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { RequestError } from '../../contract/errors.ts'
import { compileNullRemoval } from './unknown-keys.ts'
import { createValidatorOptions, toRequestError } from './validation.ts'

/** The error that a body gets from a route with this schema, by the validator that the server uses. */
async function refuse(
  schema: TSchema,
  body: object,
): Promise<Pick<RequestError, 'code' | 'message' | 'details'>> {
  const app = fastify({
    ajv: createValidatorOptions({ even: text => text.length % 2 === 0 }),
    schemaErrorFormatter: toRequestError,
  })
  app.setErrorHandler((error, _request, reply) => {
    const { code, message, details } = error as RequestError
    reply.code(400).send({ code, message, details })
  })
  app.post('/', { schema: { body: schema } }, async () => ({ code: 'accepted' }))
  const answer = await app.inject({ method: 'POST', url: '/', payload: body })
  await app.close()
  return answer.json()
}

test('each kind of violation has a sentence that names the field and what is accepted', async () => {
  const cases: [TSchema, unknown, string][] = [
    [Type.String(), 5, 'f must be a string'],
    [Type.Boolean(), 'true', 'f must be a boolean'],
    [Type.Array(Type.String()), {}, 'f must be a list'],
    [Type.Object({}), [], 'f must be an object'],
    [Type.Number(), '1', 'f must be a number'],
    [Type.Number({ minimum: 0 }), -10, 'f must be a number ≥ 0'],
    [Type.Number({ minimum: 0 }), '0', 'f must be a number ≥ 0'],
    [Type.Number({ exclusiveMinimum: 0, maximum: 9 }), 0, 'f must be greater than 0'],
    [
      Type.Number({ exclusiveMinimum: 0, maximum: 9 }),
      1e15,
      'f must be a number greater than 0 and at most 9',
    ],
    [
      Type.Number({ exclusiveMinimum: 0, maximum: 9 }),
      'x',
      'f must be a number greater than 0 and at most 9',
    ],
    [Type.Number({ exclusiveMaximum: 5 }), 5, 'f must be a number less than 5'],
    [Type.Integer({ minimum: 1, maximum: 9 }), 1.5, 'f must be a whole number from 1 to 9'],
    [Type.Integer({ minimum: 1, maximum: 9 }), 10, 'f must be a whole number from 1 to 9'],
    [Type.Enum(['checkout', 'pdp']), 'Checkout', 'f must be one of checkout, pdp'],
    [Type.Union([Type.Literal('a'), Type.Literal('b')]), ['a'], 'f must be one of a, b'],
    [Type.Union([Type.String(), Type.Number()]), true, 'f is not valid'],
    [Type.Literal('a'), 'b', 'f must be a'],
    [Type.Array(Type.Number(), { minItems: 1, maxItems: 200 }), [], 'f must have 1 to 200 items'],
    [Type.Array(Type.Number(), { minItems: 1 }), [], 'f must have at least 1 item'],
    [Type.String({ minLength: 1, maxLength: 64 }), '', 'f must have 1 to 64 characters'],
    [Type.String({ maxLength: 3 }), 'abcd', 'f must have at most 3 characters'],
    [Type.String({ minLength: 2, maxLength: 2 }), 'abc', 'f must have exactly 2 characters'],
    [Type.String({ pattern: '^a$' }), 'b', 'f is not valid'],
    [Type.String({ format: 'even' }), 'abc', 'f is not valid'],
    [Type.String({ format: 'even', 'x-error': { format: 'is odd' } }), 'abc', 'f is odd'],
    [Type.String({ 'x-error': { format: 'is odd', '*': 'is wrong' } }), 1, 'f is wrong'],
    [Type.String({ maxLength: 1, 'x-error': 'is wrong' }), 'abc', 'f is wrong'],
  ]
  for (const [schema, value, message] of cases) {
    const error = await refuse(Type.Object({ f: schema }), { f: value })
    assert.deepEqual(error, { code: 'invalid_parameters', message, details: [{ field: 'f', message }] })
  }
})

test('numbers that parse to infinity are refused as not being numbers', async () => {
  const app = fastify({ ajv: createValidatorOptions({}) })
  app.post('/', { schema: { body: Type.Object({ f: Type.Number() }) } }, async () => ({}))
  const headers = { 'content-type': 'application/json' }
  assert.equal(
    (await app.inject({ method: 'POST', url: '/', headers, payload: '{"f":1e309}' })).statusCode,
    400,
  )
  await app.close()
})

test('missing top-level parameters are all reported at once, and before wrong ones', async () => {
  const schema = Type.Object({ cpf: Type.String(), email: Type.String(), n: Type.Number() })
  assert.deepEqual(await refuse(schema, { n: 'x' }), {
    code: 'missing_parameters',
    message: 'Missing parameters: cpf, email',
    details: [
      { field: 'cpf', message: 'cpf is required' },
      { field: 'email', message: 'email is required' },
    ],
  })
})

test('a violation deep inside is named by its path, one sentence per field', async () => {
  const schema = Type.Object({
    products: Type.Array(Type.Object({ amount: Type.Integer(), id: Type.String() })),
  })
  const error = await refuse(schema, { products: [{ amount: 1, id: 'a' }, { amount: 'secret' }] })
  assert.deepEqual(error.details, [
    { field: 'products[1].id', message: 'products[1].id is required' },
    { field: 'products[1].amount', message: 'products[1].amount must be a whole number' },
  ])
  assert.equal(error.message, 'products[1].id is required')
})

test('an answer holds at most 50 details', async () => {
  const schema = Type.Object({ list: Type.Array(Type.String()) })
  assert.equal((await refuse(schema, { list: new Array(1000).fill(1) })).details.length, 50)
})

test('null is removed from optional members at every level and nowhere else', () => {
  const schema = Type.Object({
    optional: Type.Optional(Type.String()),
    required: Type.String(),
    nullable: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    list: Type.Array(Type.Object({ optional: Type.Optional(Type.Number()), required: Type.Number() })),
    nested: Type.Optional(Type.Object({ optional: Type.Optional(Type.Number()) })),
  })
  const remove = compileNullRemoval(schema)
  const body = {
    optional: null,
    required: null,
    nullable: null,
    list: [{ optional: null, required: null }, null, 3],
    nested: { optional: null },
    unknown: null,
  }
  remove?.(body)
  assert.deepEqual(body, {
    required: null,
    nullable: null,
    list: [{ required: null }, null, 3],
    nested: {},
    unknown: null,
  })
  remove?.({ list: null, nested: null })
  remove?.(null)
  assert.equal(compileNullRemoval(Type.String()), undefined)
})
