import { type Centavos, writeReais } from '../../../kernel/money.ts'

type Value = string | number | boolean

/** A value, undefined to omit the member, or an amount to be shown in reais. */
type AnyMember<Source> =
  | ((source: Source) => Value | undefined)
  | { readonly reais: (source: Source) => Centavos }

/** Writes the members of a table as JSON without the braces. Texts must be plain: ids and dates, not user input. */
export function prepareMembers<Source>(
  table: Readonly<Record<string, AnyMember<Source>>>,
): (source: Source) => string {
  const members = Object.entries(table).map(([name, member]) => ({
    name: `,"${name}":`,
    isAmount: 'reais' in member,
    read: 'reais' in member ? member.reais : member,
  }))
  return source => {
    let text = ''
    for (let at = 0; at < members.length; at++) {
      const { name, isAmount, read } = members[at] as (typeof members)[number]
      const value = read(source)
      if (value === undefined) continue
      text += name
      if (isAmount) text += writeReais(value as Centavos)
      else if (typeof value === 'string') text += `"${value}"`
      else text += value
    }
    return text.slice(1)
  }
}
