import { type TSchema, Type } from 'typebox'

/*
 * Request fields that several endpoints share. `x-error` is the message for a wrong field, without its name, which the
 * validator prepends; an object gives one message per JSON Schema keyword.
 */

/** Above this a single amount or a whole purchase is a mistake, not a price: 10,000,000.00. */
export const MAX_REAIS = 10_000_000

const JOINER = '(?<=\\p{L})[\\u200c\\u200d](?=\\p{L})|(?<=\\p{M})[\\u200c\\u200d]'

export const MAX_NAME_LENGTH = 120

/** Names and codes must look the same to people and programs: no invisible characters, no direction overrides. */
const VISIBLE = '^[^\\p{C}]+$'

/** A schema that several fields share, with what this field means. */
export const described = <Schema extends TSchema>(schema: Schema, description: string): Schema => ({
  ...schema,
  description,
})

export const ApiKey = Type.String({
  description:
    'Key of the retailer. Also accepted in the query string or in the header x-service-apikey; two different keys are an error',
  examples: ['sk_homolog_demo_0000000000000000000000000000'],
})

/**
 * A person's name in any alphabet. Documents are compared with it, so that it holds a letter and nothing that cannot be seen. The two
 * joiners (U+200C, U+200D) change how letters beside them are drawn, and belong to names in Persian, Hindi, Malayalam and others: between
 * letters, or after the sign that takes a consonant's vowel away.
 */
const NAME = {
  description: 'Full name of the customer, as on the document; any alphabet',
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  pattern: `^(?=[^\\p{L}]*\\p{L})(?:[^\\p{C}]|${JOINER})+$`,
  examples: ['Maria José da Conceição'],
}

export const FullName = Type.String({
  ...NAME,
  'x-error': `must be a name of 1 to ${MAX_NAME_LENGTH} visible characters`,
})

/** Where the customer types it. What shops send may be shorter: refusing it would cost them the sale. */
export const WholeName = Type.String({
  ...NAME,
  format: 'whole-name',
  'x-error': `must have first and last name, in letters, and at most ${MAX_NAME_LENGTH} characters`,
})

export const Cpf = Type.String({
  format: 'cpf',
  description: 'Taxpayer id of the customer, with or without mask',
  examples: ['000.001.000-64'],
  'x-error': { type: 'must be a string of 11 digits', format: 'is not a valid CPF' },
})

export const PHONE_SENTENCE = 'is not a valid Brazilian number: area code and number, such as (11) 98765-1234'

export const Phone = Type.String({
  format: 'br-phone',
  description: 'Brazilian mobile or landline with area code; mask and +55 are accepted',
  examples: ['(11) 98765-1234'],
  'x-error': { type: 'must be a string', format: PHONE_SENTENCE },
})

export const Email = Type.String({
  format: 'email-address',
  description: 'E-mail address of the customer',
  maxLength: 254,
  examples: ['maria@example.com'],
  'x-error': { type: 'must be a string', '*': 'is not valid' },
})

export const ZipCode = Type.String({
  format: 'postal-code',
  description: 'Postal code (CEP) of the delivery, with or without mask',
  examples: ['01310-100'],
  'x-error': { type: 'must be a string of 8 digits', format: 'is not valid: 8 digits, such as 01310-100' },
})

const priceSentence = `must be a number greater than 0 and at most ${MAX_REAIS}`
export const price = (description: string) =>
  Type.Number({
    minimum: 0.005,
    maximum: MAX_REAIS,
    description: `${description}, in reais; more than two decimals are rounded half up`,
    'x-error': { '*': priceSentence, minimum: 'must be greater than 0' },
  })

export const fee = (description: string) =>
  Type.Number({
    minimum: 0,
    maximum: MAX_REAIS,
    description: `${description}, in reais; 0 is valid`,
    'x-error': { '*': `must be a number ≥ 0 and at most ${MAX_REAIS}` },
  })

export const text = (description: string, maxLength: number, minLength = 1) =>
  Type.String({ description, minLength, maxLength })

export const code = (description: string, maxLength = 100) =>
  Type.String({
    description,
    minLength: 1,
    maxLength,
    pattern: VISIBLE,
    'x-error': { pattern: 'must not contain invisible characters' },
  })

export const link = (description: string) =>
  Type.String({
    description: `${description}; kept as text, never fetched`,
    format: 'http-link',
    maxLength: 2048,
    'x-error': { '*': 'must be an http(s) link of at most 2048 characters' },
  })
