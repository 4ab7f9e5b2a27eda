import type { KeyObject } from 'node:crypto'
import { Type } from 'typebox'
import {
  type Addendum,
  type AddendumProducts,
  type AddendumStatement,
  type ConfirmationStatement,
  computeProductsHash,
  computeStatementHash,
} from './addendum.ts'
import type { ReleaseStatement, SealedRelease } from './release-statement.ts'
import { isSealed } from './seal.ts'

/** What became part of a contract after its signature, in the order in which it did. */
export interface ContractChanges {
  readonly release: SealedRelease | undefined
  readonly addenda: readonly (Addendum & { readonly products: AddendumProducts })[]
}

const Products = Type.Array(
  Type.Object(
    { name: Type.String(), amount: Type.Number(), valueCentavos: Type.Number() },
    { additionalProperties: false },
  ),
)
const Sealed = { statement: Type.Object({ contractHash: Type.String() }), seal: Type.String() }

/** Both are absent from bundles of contracts that nothing has changed. */
export const CHANGE_SHAPES = {
  release: Type.Optional(Type.Object(Sealed, { additionalProperties: false })),
  addenda: Type.Optional(
    Type.Array(
      Type.Object(
        {
          ...Sealed,
          products: Type.Object({ returned: Products, remaining: Products }, { additionalProperties: false }),
          confirmation: Type.Optional(
            Type.Object(
              { statement: Type.Object({ addendumHash: Type.String() }), seal: Type.String() },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  ),
}

interface SealedText {
  readonly statement: object
  readonly seal: string
}

interface BundledChanges {
  readonly release?: SealedText
  readonly addenda?: readonly (SealedText & {
    readonly products: AddendumProducts
    readonly confirmation?: SealedText
  })[]
}

export function presentChanges({ release, addenda }: ContractChanges): BundledChanges {
  return {
    ...(release && { release: presentSealed(release) }),
    ...(addenda.length > 0 && {
      addenda: addenda.map(({ products, confirmation, ...addendum }) => ({
        ...presentSealed(addendum),
        products,
        ...(confirmation && { confirmation: presentSealed(confirmation) }),
      })),
    }),
  }
}

const presentSealed = ({ statement, seal }: { readonly statement: object; readonly seal: Buffer }) => ({
  statement,
  seal: seal.toString('base64'),
})

/** Every seal in the changes, to be checked for its spelling. */
export function listChangeSeals({ release, addenda = [] }: BundledChanges): string[] {
  const confirmations = addenda.flatMap(({ confirmation }) => confirmation ?? [])
  return [...(release === undefined ? [] : [release]), ...addenda, ...confirmations].map(({ seal }) => seal)
}

/** What must hold of the changes, each with the sentence that is said when it does not. */
export function checkChanges(
  { release, addenda = [] }: BundledChanges,
  contractHash: string,
  key: KeyObject | undefined,
): (readonly [holds: boolean, problem: string])[] {
  const holds = (part: SealedText): boolean =>
    key !== undefined && isSealed(key, part.statement as ReleaseStatement, Buffer.from(part.seal, 'base64'))
  const belongs = ({ statement }: SealedText): boolean =>
    (statement as ReleaseStatement | AddendumStatement).contractHash === contractHash
  const hashes = addenda.map(({ statement }) => computeStatementHash(statement as AddendumStatement))
  return [
    [
      release === undefined || (holds(release) && belongs(release)),
      'the release statement is not the one that was sealed for this contract',
    ],
    [
      addenda.every(addendum => holds(addendum) && belongs(addendum)),
      'an addendum is not the one that was sealed for this contract',
    ],
    [
      addenda.every(
        ({ statement }, index) => (statement as AddendumStatement).previousHash === hashes[index - 1],
      ),
      'an addendum is missing, or they are not in their order',
    ],
    [
      addenda.every(
        ({ statement, products }) =>
          (statement as AddendumStatement).productsHash === computeProductsHash(products),
      ),
      'the products of an addendum are not those that it was made for',
    ],
    [
      addenda.every(
        ({ confirmation }, index) =>
          confirmation === undefined ||
          (holds(confirmation) &&
            (confirmation.statement as ConfirmationStatement).addendumHash === hashes[index]),
      ),
      'a confirmation is not the one that was sealed for its addendum',
    ],
  ]
}
