import type { Static, TSchema } from 'typebox'

/**
 * What a presenter returns: every member is named, even an optional one, which is then undefined and left out of the
 * JSON. A member that is added to the contract does not compile until it is presented, nor does one that the contract
 * does not have.
 */
export type Presented<Value> = Value extends readonly (infer Item)[]
  ? readonly Presented<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Required<Value>]: PresentedMember<Value, Name> }
    : Value

type PresentedMember<Value, Name extends keyof Value> =
  | Presented<Value[Name]>
  | (Partial<Pick<Value, Name>> extends Pick<Value, Name> ? undefined : never)

/** The response that a schema of the reference describes. */
export type Answer<Schema extends TSchema> = Presented<Static<Schema>>
