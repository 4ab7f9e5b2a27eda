import { type Centavos, writeReais } from '../../../kernel/money.ts'

type Value = string | number | boolean

/** A value, undefined to omit the member, or an amount to be shown in reais. */
type AnyMember<Source> =
  | ((source: Source) => Value | undefined)
  | { readonly reais: (source: Source) => Centavos }

/**
 * Writes the members of a table as JSON without the braces. Texts are not escaped: ids and dates only, never user
 * input.
 */
export function prepareMembers<Source>(
  table: Readonly<Record<string, AnyMember<Source>>>,
): (source: Source) => string {
  const members = Object.entries(table).map(([name, member]) => ({
    name: `,"${name}":`,
    present: prepare(member),
  }))
  return source => {
    let text = ''
    for (const { name, present } of members) {
      const value = present(source)
      if (value !== undefined) text += name + value
    }
    return text.slice(1)
  }
}

function prepare<Source>(member: AnyMember<Source>): (source: Source) => Value | undefined {
  if ('reais' in member) return source => writeReais(member.reais(source))
  return source => {
    const value = member(source)
    return typeof value === 'string' ? `"${value}"` : value
  }
}
