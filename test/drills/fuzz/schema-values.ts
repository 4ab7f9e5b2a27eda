import fc from 'fast-check'
import { computeCpfCheckDigits } from '../../../src/brazil/cpf.ts'
import { states } from '../../../src/brazil/states.ts'
import { personas } from '../../../src/sandbox/personas.ts'
import type { JsonSchema } from './operations.ts'

type Values = fc.Arbitrary<unknown>

/** A placeholder for an id from an earlier answer; it is chosen when the request is sent. */
export const knownId = (name: string): Values => fc.nat({ max: 999 }).map(number => `@@${name}:${number}@@`)

const digits = (length: number): fc.Arbitrary<string> =>
  fc.nat({ max: 10 ** length - 1 }).map(number => String(number).padStart(length, '0'))

/** Without the customer whose bank takes three seconds to cancel, on purpose: answers are timed. */
const nineDigits = fc.oneof(
  { weight: 3, arbitrary: digits(9).filter(nine => !nine.startsWith('000') && !/^(\d)\1*$/.test(nine)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('001', '002', '003', '004', '005', '006', '007', '011', '012', '013'), digits(3))
      .map(([persona, rest]) => `000${persona}${rest}`),
  },
)
const cpf = nineDigits.map(nine => nine + computeCpfCheckDigits(nine))
const mask = (text: string): string => text.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')

const label = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 1,
  maxLength: 12,
})

const FORMATS: Readonly<Record<string, Values>> = {
  cpf: fc.oneof(cpf, cpf.map(mask)),
  'br-phone': fc
    .tuple(fc.constantFrom('11', '21', '85', '20', '99'), fc.nat({ max: 300 }))
    .map(([area, number]) => `(${area}) 9${String(80_000_000 + number).replace(/^(.{4})/, '$1-')}`),
  'postal-code': fc.constantFrom('01310-100', '69900000', '22290160'),
  'br-state': fc.constantFrom(...states.map(({ code }) => code)),
  'email-address': label.map(name => `${name}@exemplo.com.br`),
  'http-link': label.map(name => `https://loja.example.com/${name}?a=1`),
}

/** Ids by the field names that answers use for them; order ids are chosen by the caller. */
const isIdName = (name: string): boolean =>
  /(?:^id|Id|^after|^token|^invoiceFile)$/.test(name) && !/^(?:order|session|category|track)Id$/.test(name)

const OWN_VALUES: Readonly<Record<string, Values>> = {
  // Small moves only: a month with every tenth request would expire everything, as options are valid for two days.
  advance: fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom('PT1S', 'PT30S', 'PT5M') },
    { weight: 1, arbitrary: fc.constantFrom('PT12H', 'P5D', 'P31D') },
  ),
  // Of a thousand combinations of three digits a few are personas.
  persona: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...personas.map(({ code }) => code)) },
    { weight: 1, arbitrary: digits(3) },
  ),
}

/** Values that the schema allows, biased towards those that have an effect. */
export function createValid(schema: JsonSchema, name = ''): Values {
  const own = OWN_VALUES[name]
  if (own !== undefined) return own
  const fixed = [...(schema.examples ?? []), ...(schema.example === undefined ? [] : [schema.example])]
  const made = createByType(schema, name)
  // A fixed example, repeated thousands of times, would only hit the limits of one person.
  return fixed.length === 0 || schema.format !== undefined
    ? made
    : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...fixed) }, { weight: 1, arbitrary: made })
}

function createByType(schema: JsonSchema, name: string): Values {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return fc.oneof(...branches.map(branch => createValid(branch, name)))
  switch (schema.type) {
    case 'object':
      return createObject(schema)
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema
      return fc.array(createValid(schema.items ?? {}, name), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(3, maxItems)),
      })
    }
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return createInteger(schema)
    case 'number':
      return createNumber(schema)
    default:
      return createText(schema, name)
  }
}

function createObject({ properties = {}, required = [] }: JsonSchema): Values {
  // The api key is not generated here: which key, and where it is sent, is decided per request.
  const members = Object.entries(properties).filter(([member]) => member !== 'apiKey')
  const model = Object.fromEntries(members.map(([member, schema]) => [member, createValid(schema, member)]))
  const requiredKeys = required.filter(member => member in model)
  const least = Object.fromEntries(Object.entries(model).filter(([member]) => requiredKeys.includes(member)))
  // Optional members often belong together, and some are refused alone: most bodies without any of them are accepted.
  return fc.oneof(
    fc.record(least, { noNullPrototype: true }),
    fc.record(model, { requiredKeys, noNullPrototype: true }),
  )
}

function createInteger({ minimum = 0, maximum = 1_000_000 }: JsonSchema): Values {
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, minimum + 3) }) },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: maximum }) },
  )
}

/** Mostly realistic amounts of a shop. */
function createNumber({ minimum = 0, maximum = 10_000_000 }: JsonSchema): Values {
  const clamp = (value: number): number => Math.min(maximum, Math.max(minimum, value))
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: 10_000, max: 400_000 }).map(centavos => clamp(centavos / 100)),
    },
    { weight: 1, arbitrary: fc.double({ min: minimum, max: maximum, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(clamp(minimum), clamp(maximum), clamp(0)) },
  )
}

function createText({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema, name: string): Values {
  const known = format === undefined ? undefined : FORMATS[format]
  if (known !== undefined) return known
  if (isIdName(name)) return knownId(name)
  if (pattern !== undefined && !pattern.includes('\\p')) return fc.stringMatching(new RegExp(pattern))
  if (name === 'orderId') return fc.nat({ max: 999_999 }).map(number => `pedido-${number}`)
  const length = { minLength, maxLength: Math.max(minLength, Math.min(60, maxLength)) }
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', ...length }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', ...length }) },
  )
}

/** The example of a whole body without the members that have their own generator. */
export function withoutOwnValues(example: unknown): object {
  return Object.fromEntries(Object.entries(example ?? {}).filter(([name]) => !(name in OWN_VALUES)))
}
