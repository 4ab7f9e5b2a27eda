import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { InputError } from '../../kernel/faults.ts'
import { PricingPolicy } from '../pricing/index.ts'
import { checkPolicy } from './policy-checks.ts'

const strict = { additionalProperties: false } as const
const score = (description: string) => Type.Integer({ minimum: 0, maximum: 1000, description })
const wholeReais = (description: string) =>
  Type.Integer({ minimum: 1, maximum: 10_000_000, description: `${description}, in whole reais` })

/** No policy allows a person more at the same time. */
export const MOST_LIVING_CONTRACTS = 10

/** The credit policy of one retailer. Unknown members are refused, because a misspelt rule would silently not apply. */
export const CreditPolicy = Type.Object(
  {
    attempts: Type.Object(
      {
        limit: Type.Integer({
          minimum: 1,
          maximum: 1000,
          description: 'Fresh evaluations of a CPF in the window',
        }),
        windowHours: Type.Integer({ minimum: 1, maximum: 720, description: 'Length of the rolling window' }),
        reuseMinutes: Type.Integer({
          minimum: 0,
          maximum: 1440,
          description:
            'How long the report on the same cpf, phone, email and zipCode is used again, without an attempt',
        }),
      },
      strict,
    ),
    phoneAlert: Type.Object(
      {
        distinctCpfs: Type.Integer({
          minimum: 2,
          maximum: 1000,
          description: 'CPFs on one phone that raise the alert',
        }),
        windowDays: Type.Integer({
          minimum: 1,
          maximum: 365,
          description: 'Days over which they are counted',
        }),
      },
      strict,
    ),
    purchaseValue: Type.Object(
      { minimum: wholeReais('Smallest purchase financed'), maximum: wholeReais('Largest purchase financed') },
      strict,
    ),
    minimumAge: Type.Integer({
      minimum: 18,
      maximum: 120,
      description: 'In completed years; the law asks for 18',
    }),
    scoreCut: score('Lowest score of the bureau that is accepted'),
    limits: Type.Array(
      Type.Object(
        { minimumScore: score('First score of the band'), limit: wholeReais('Limit of the band') },
        strict,
      ),
      { minItems: 1, maxItems: 100, description: 'Approved limit by score, lowest band first' },
    ),
    minimumApproved: wholeReais('Smallest purchase told to an approved customer'),
    pricing: PricingPolicy,
    transfer: Type.Optional(
      Type.Object(
        {
          requiresInvoice: Type.Boolean({
            description:
              'The retailer is paid when its invoice is VALIDATED, not as soon as the contract is complete',
          }),
        },
        { ...strict, description: 'When the retailer is paid; absent: when the contract is complete' },
      ),
    ),
    customer: Type.Optional(
      Type.Object(
        {
          livingContracts: Type.Integer({
            minimum: 1,
            maximum: MOST_LIVING_CONTRACTS,
            description: 'Contracts that a person may have at the same time, at all retailers',
          }),
          totalExposure: wholeReais('Most that is financed under all living contracts of a person'),
        },
        { ...strict, description: 'Customers who buy again; absent: one living contract for each person' },
      ),
    ),
    collection: Type.Optional(
      Type.Object(
        {
          waiveRestsUpTo: Type.Number({
            minimum: 0,
            maximum: 100,
            description:
              'In reais, over all installments of a contract: what is left of installments that are otherwise paid is waived up to this sum; 0 waives nothing',
          }),
        },
        { ...strict, description: 'What is not worth collecting; absent: rests up to 5.00 are waived' },
      ),
    ),
  },
  strict,
)
export type CreditPolicy = Static<typeof CreditPolicy>

const policySchema = Compile(CreditPolicy)

/** Returns a policy that passed every check, or throws an InputError. */
export function parsePolicy(json: unknown): CreditPolicy {
  if (!policySchema.Check(json)) throw new InputError(listSchemaProblems(json).join('\n'))
  const problems = checkPolicy(json)
  if (problems.length > 0) throw new InputError(problems.join('\n'))
  return json
}

function listSchemaProblems(json: unknown): string[] {
  // An unknown member is reported twice: by itself as 'boolean', and by name at its parent, which says more.
  const errors = policySchema.Errors(json).filter(({ keyword }) => keyword !== 'boolean')
  return errors.map(error => {
    const path = error.instancePath
      .slice(1)
      .replaceAll(/\/([0-9]+)/g, '[$1]')
      .replaceAll('/', '.')
    const named = path === '' ? 'the policy' : path
    if (error.keyword === 'required') return `${named} lacks ${error.params.requiredProperties.join(', ')}`
    if (error.keyword === 'additionalProperties') {
      return `${named} has unknown members: ${error.params.additionalProperties.join(', ')}`
    }
    return `${named} ${error.message}`
  })
}
