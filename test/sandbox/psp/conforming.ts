import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Compile, type Validator } from 'typebox/schema'

interface SchemaDocument {
  readonly $defs: Readonly<Record<string, object>>
}

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, 'pix-api-v2.schema.json'), 'utf8'),
) as SchemaDocument
const compiled = new Map<string, Validator>()

/** What is wrong with a value, seen as a shape of the Pix API; empty when it conforms. */
export function listDeviations(shape: string, value: unknown): string[] {
  if (!(shape in document.$defs)) throw new Error(`the Pix API has no shape ${shape}`)
  const validator = compiled.get(shape) ?? Compile({ $defs: document.$defs, $ref: `#/$defs/${shape}` })
  compiled.set(shape, validator)
  const [, errors] = validator.Errors(value)
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

export function checkConforms(shape: string, value: unknown): void {
  assert.deepEqual(listDeviations(shape, value), [], JSON.stringify(value))
}

const SHAPES: readonly (readonly [path: RegExp, shape: string])[] = [
  [/^\/v2\/cob\/[^/]+$/, 'Cob'],
  [/^\/v2\/cobv\/[^/]+$/, 'Cobv'],
  [/^\/v2\/cob$/, 'CobList'],
  [/^\/v2\/cobv$/, 'CobvList'],
  [/^\/v2\/pix\/[^/]+\/devolucao\/[^/]+$/, 'Refund'],
  [/^\/v2\/pix\/[^/]+$/, 'Pix'],
  [/^\/v2\/pix$/, 'PixList'],
  [/^\/v2\/webhook\/[^/]+$/, 'Webhook'],
  [/^\/v2\/webhook$/, 'WebhookList'],
]

/** Each answer of the bank has the shape that its path and status ask for. */
export function checkAnswerConforms(
  path: string,
  { status, headers, text }: { status: number; headers: Readonly<Record<string, unknown>>; text: string },
): void {
  const [plain = ''] = path.split('?', 1)
  if (text === '' || plain === '/oauth/token' || (plain.startsWith('/qr/') && status < 400)) return
  const isProblem = status >= 400
  assert.match(
    String(headers['content-type']),
    isProblem ? /^application\/problem\+json/ : /^application\/json/,
  )
  const body = JSON.parse(text) as { status?: number }
  if (isProblem) assert.equal(body.status, status)
  const shape = isProblem ? 'Problem' : SHAPES.find(([form]) => form.test(plain))?.[1]
  assert.ok(shape, `no shape for ${path}`)
  checkConforms(shape, body)
}

/** Every amount of a received Pix is the sum of its parts. */
export function checkSum(pix: Record<string, unknown>): void {
  const parts = pix.componentesValor as Readonly<Record<string, { valor: string }>>
  const read = (name: string): number => Number((parts[name]?.valor ?? '0.00').replace('.', ''))
  const sum = read('original') + read('multa') + read('juros') - read('abatimento') - read('desconto')
  assert.equal(Number(String(pix.valor).replace('.', '')), sum)
}
