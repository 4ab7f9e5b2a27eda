import { isSameName } from '../../brazil/person-name.ts'
import {
  type ComparedFact,
  IDENTITY_FACTS,
  type IdentityFact,
  NAME_SOURCES,
  type NameSource,
} from '../../contract/identity.ts'

/** What each source says; what it does not know is absent. */
type KnownFacts = Readonly<Record<NameSource, Readonly<Partial<Record<IdentityFact, string | undefined>>>>>

/** Every fact that somebody knows, and whether all who know it say the same. */
export function compareFacts(known: KnownFacts): ComparedFact[] {
  return IDENTITY_FACTS.flatMap(fact => {
    const values = NAME_SOURCES.flatMap(source => {
      const value = known[source][fact]
      return value === undefined ? [] : [{ source, value }]
    })
    const [first, ...others] = values
    if (first === undefined) return []
    if (others.length === 0) return [{ fact, values }]
    // Each with each: two names may both be a short form of a third, and not of one another.
    const agrees = values.every(({ value }, index) =>
      values.slice(index + 1).every(other => isSame(fact, value, other.value)),
    )
    return [{ fact, values, agrees }]
  })
}

const isSame = (fact: IdentityFact, one: string, other: string): boolean =>
  fact === 'name' ? isSameName(one, other) : one === other
