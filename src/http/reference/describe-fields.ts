import { FIELD_WORDS } from './field-words.ts'

interface Described {
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly anyOf?: readonly Described[]
}

/** The schema with a description on every field. */
export function describeFields<T>(schema: T): T {
  return describe(schema as Described, '') as T
}

function describe(schema: Described, outer: string): Described {
  const title = schema.title ?? outer
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => {
          const description = each.description ?? FIELD_WORDS[`${title}.${name}`] ?? FIELD_WORDS[name]
          return [name, { ...describe(each, title), ...(description !== undefined && { description }) }]
        }),
      ),
    }),
    ...(items && { items: describe(items, title) }),
    ...(anyOf && { anyOf: anyOf.map(each => describe(each, title)) }),
  }
}
