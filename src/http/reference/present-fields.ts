import { html, type Markup } from '../customer/markup.ts'
import { type Language, translate, WORDS } from './language.ts'
import type { Parameter, Schema } from './list-operations.ts'
import { renderInline } from './markdown.ts'

interface Row {
  /** `products[].id` */
  readonly path: string
  readonly schema: Schema
  readonly isRequired: boolean
}

/** One row for each field, members of objects below their object. `part` tells apart the tables of a page in their anchors. */
export function presentFields(language: Language, part: string, schema: Schema): Markup {
  return presentTable(language, part, [...listRows('', schema)])
}

/** Paths of all fields, as the anchors of `presentFields` have them. */
export const listFieldAnchors = (part: string, schema: Schema): string[] => [
  ...new Set([...listRows('', schema)].map(({ path }) => `${part}.${path}`)),
]

/** The name of each field, and what it means. */
export const listFieldMeanings = (schema: Schema): [name: string, meaning: string][] =>
  [...listRows('', schema)].map(({ path, schema: { description = '' } }) => [
    path.slice(path.lastIndexOf('.') + 1),
    description,
  ])

export function presentParameters(
  language: Language,
  part: string,
  parameters: readonly Parameter[],
): Markup {
  const rows = parameters.map(({ name, required, schema, description }) => ({
    path: name,
    schema: { ...schema, ...(description !== undefined && { description }) },
    isRequired: required === true,
  }))
  return presentTable(language, part, rows)
}

function presentTable(language: Language, part: string, rows: readonly Row[]): Markup {
  const words = WORDS[language]
  // A field that several forms of an object have is found at the first.
  const first = new Map(rows.toReversed().map(row => [row.path, row]))
  return html`<div class="wide" tabindex="0"><table class="fields">
<thead><tr><th>${words.field}</th><th>${words.type}</th><th>${words.meaning}</th></tr></thead>
<tbody>${rows.map(row =>
    presentRow(language, row, first.get(row.path) === row ? html` id="${part}.${row.path}"` : undefined),
  )}</tbody></table></div>`
}

function presentRow(
  language: Language,
  { path, schema, isRequired }: Row,
  anchor: Markup | undefined,
): Markup {
  const words = WORDS[language]
  const values = listValues(schema)
  const limits = listLimits(schema)
  return html`<tr${anchor}><td><code>${path}</code>${isRequired ? html` <span class="mark">${words.required}</span>` : undefined}</td>
<td>${nameType(schema)}</td><td>${renderInline(translate(language, schema.description ?? ''))}${
    values.length === 0
      ? undefined
      : html`<div class="soft small">${words.values}: ${values.map((value, index) => html`${index === 0 ? '' : ', '}<code>${value}</code>`)}</div>`
  }${limits === '' ? undefined : html`<div class="soft small">${limits}</div>`}</td></tr>\n`
}

function* listRows(path: string, schema: Schema): Generator<Row> {
  for (const each of [schema, ...(schema.anyOf ?? [])]) {
    const { properties = {}, required = [], items } = each
    for (const [name, property] of Object.entries(properties)) {
      const inner = path === '' ? name : `${path}.${name}`
      yield { path: inner, schema: property, isRequired: required.includes(name) }
      yield* listRows(inner, property)
    }
    if (items !== undefined) yield* listRows(`${path}[]`, items)
  }
}

function nameType(schema: Schema): string {
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(nameType))].join(' | ')
  if (schema.type === 'array') return `${nameType(schema.items ?? {})}[]`
  if (schema.enum !== undefined) return typeof schema.enum[0]
  if (schema.const !== undefined) return typeof schema.const
  return schema.type ?? ''
}

function listValues(schema: Schema): string[] {
  if (schema.const !== undefined) return [String(schema.const)]
  const { enum: values = schema.items?.enum ?? [] } = schema
  return values.map(String)
}

const LIMITS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const

/** By their names in JSON Schema, which developers of both languages know. */
function listLimits(schema: Schema & { readonly [limit in (typeof LIMITS)[number]]?: number }): string {
  return LIMITS.flatMap(name => (schema[name] === undefined ? [] : [`${name} ${schema[name]}`])).join(', ')
}
