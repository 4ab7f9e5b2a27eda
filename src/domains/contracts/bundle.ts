import { createHash, type KeyObject } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { PICTURE_TYPES } from '../../contract/onboarding.ts'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import {
  type AddendumProducts,
  type AddendumStatement,
  type ConfirmationStatement,
  computeProductsHash,
  computeStatementHash,
  isSealed,
  parsePublicKey,
  type ReleaseStatement,
  type SignatureStatement,
} from './statements.ts'
import type { Addendum, SealedRelease, SignedContract } from './store.ts'
import { type ContractTerms, computeContractHash } from './terms.ts'

/** What became part of a contract after its signature, in the order in which it did. */
interface ContractChanges {
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
const CHANGE_SHAPES = {
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

function presentChanges({ release, addenda }: ContractChanges): BundledChanges {
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
function listChangeSeals({ release, addenda = [] }: BundledChanges): string[] {
  const confirmations = addenda.flatMap(({ confirmation }) => confirmation ?? [])
  return [...(release === undefined ? [] : [release]), ...addenda, ...confirmations].map(({ seal }) => seal)
}

/** Conditions on the changes, each with the sentence reported when it fails. */
function checkChanges(
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

export interface BundledPicture {
  readonly kind: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/** All evidence of who signed what, in one text that anyone can verify offline. */
export function composeBundle({
  contract,
  pictures,
  changes,
  publicKey,
}: {
  readonly contract: SignedContract
  readonly pictures: readonly BundledPicture[]
  readonly changes: ContractChanges
  readonly publicKey: string
}): string {
  return computeCanonicalJson({
    ...presentChanges(changes),
    format: contract.statement.format,
    agreement: contract.terms,
    statement: contract.statement,
    pdf: contract.pdf.toString('base64'),
    pictures: pictures.map(({ kind, mediaType, bytes }) => ({
      kind,
      mediaType,
      content: bytes.toString('base64'),
    })),
    publicKey,
    seal: contract.seal.toString('base64'),
  })
}

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const StatementShape = Type.Object(
  {
    format: Type.Literal('crediario-evidence-1'),
    transactionId: Type.String(),
    contractHash: Sha256,
    pdfSha256: Sha256,
    signedAt: Type.String(),
    code: Type.Object({ id: Type.String(), sentAt: Type.String(), phone: Type.String() }),
    origin: Type.Object({ ip: Type.String(), userAgent: Type.String() }),
    documents: Type.Record(Type.String(), Sha256),
  },
  { additionalProperties: false },
)
const shape = Compile(
  Type.Object(
    {
      format: Type.Literal('crediario-evidence-1'),
      agreement: Type.Object({ transactionId: Type.String() }),
      statement: StatementShape,
      pdf: Type.String(),
      pictures: Type.Array(
        Type.Object(
          { kind: Type.String(), mediaType: Type.String(), content: Type.String() },
          { additionalProperties: false },
        ),
      ),
      publicKey: Type.String(),
      seal: Type.String(),
      ...CHANGE_SHAPES,
    },
    { additionalProperties: false },
  ),
)

interface BundleReport {
  /** What is wrong, in sentences; empty for valid evidence. */
  readonly problems: readonly string[]
  readonly statement: SignatureStatement | undefined
}

/** Recomputes everything from the content of the bundle. The key is given, because a forger would enclose their own. */
export function verifyBundle(text: string, trustedKey: string): BundleReport {
  const bundle = parseBundle(text)
  if (bundle === undefined) return { problems: ['this is not an evidence bundle'], statement: undefined }
  const { agreement: terms, statement, pdf, pictures, publicKey, seal } = bundle
  const key = parsePublicKey(publicKey)
  const checks: readonly (readonly [holds: boolean, problem: string])[] = [
    [computeCanonicalJson(bundle) === text, 'the bundle is not written as it was exported'],
    [publicKey === trustedKey, 'the seal was made with another key than the one given'],
    [
      key !== undefined && isSealed(key, statement, decode(seal)),
      'the statement is not the one that was sealed when the contract was signed',
    ],
    [
      terms.transactionId === statement.transactionId,
      'the statement is about another contract than the one enclosed',
    ],
    [
      computeContractHash(terms as unknown as ContractTerms) === statement.contractHash,
      'the contract is not the one that was signed',
    ],
    [hash(decode(pdf)) === statement.pdfSha256, 'the document is not the one that was signed'],
    [
      pictures.length === Object.keys(statement.documents).length &&
        pictures.every(({ kind, content }) => statement.documents[kind] === hash(decode(content))),
      'the pictures are not those that were shown when the contract was signed',
    ],
    [
      [pdf, seal, publicKey, ...listChangeSeals(bundle), ...pictures.map(({ content }) => content)].every(
        isPlainBase64,
      ),
      'a part is not written in plain base64',
    ],
    [
      pictures.every(({ mediaType }) => PICTURE_TYPES.some(type => type === mediaType)),
      'a picture is not of the type that the service keeps',
    ],
    ...checkChanges(bundle, statement.contractHash, key),
  ]
  return {
    problems: checks.filter(([holds]) => !holds).map(([, problem]) => problem),
    statement,
  }
}

function parseBundle(text: string) {
  try {
    const bundle: unknown = JSON.parse(text)
    return shape.Check(bundle) ? bundle : undefined
  } catch {
    return undefined
  }
}

const decode = (text: string): Buffer => Buffer.from(text, 'base64')
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
/** A different base64 spelling of the same bytes counts as a change. */
const isPlainBase64 = (text: string): boolean => decode(text).toString('base64') === text
