import type { App } from '../../app/app.ts'
import { parseCpf } from '../../brazil/cpf.ts'
import { parsePhone } from '../../brazil/phone.ts'
import { isPostalCodeOf, parsePostalCode } from '../../brazil/postal-code.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { Credit, CurrentPolicy, Evaluation } from '../credit/index.ts'
import type { PreviewGroup } from '../pricing/index.ts'
import type { RegisteredRetailer } from '../retailers/index.ts'
import { type NewCheckout, storeCheckouts } from './checkout/checkout.ts'

/** What both credit endpoints return: the decision, its policy, and the figures to show. */
export interface CreditAssessment {
  readonly evaluation: Evaluation
  readonly policy: CurrentPolicy
  readonly showsScript: boolean
  readonly preview: readonly PreviewGroup[]
}

/**
 * How the outcome becomes a response, and where a replayable response is stored, in the same transaction as its
 * effects.
 */
export interface Reply<Outcome> {
  present(outcome: Outcome): Buffer
  readonly remember: RememberAnswer | undefined
  /** Marks this response as not to be stored: a retry may give another one. */
  decline(): void
}

export async function getTerms(
  app: App,
  retailerId: string,
): Promise<{ retailer: RegisteredRetailer; policy: CurrentPolicy }> {
  // Mostly both lie in memory: asked for together they would only cost a list of promises.
  const retailer = await app.retailers.getRetailer(retailerId)
  const policy = await app.credit.policies.getCurrent(retailerId)
  return { retailer, policy }
}

/** The retailer's switch and, where an amount is given, whether the policy accepts it. */
export function computeShowsScript(
  retailer: RegisteredRetailer,
  policy: CurrentPolicy,
  purchaseCentavos: Centavos | undefined,
): boolean {
  const { minimum, maximum } = policy.document.purchaseValue
  const isAccepted =
    purchaseCentavos === undefined || (purchaseCentavos >= minimum * 100 && purchaseCentavos <= maximum * 100)
  return retailer.scriptEnabled && !retailer.isSuspended && isAccepted
}

/** An unavailable bureau has decided nothing: a retry must be able to reach it. */
export function chooseRemember(reply: Reply<never>, evaluation: Evaluation): RememberAnswer | undefined {
  if (!evaluation.decision.bureauUnavailable) return reply.remember
  reply.decline()
  return undefined
}

type Applicant = Evaluation['request']['applicant']

/** Normalises masks, +55 and capitals, so that the same person always gives the same applicant. */
export function parseApplicant(request: Readonly<Applicant>): Applicant {
  return {
    cpf: getParsed('cpf', parseCpf(request.cpf)),
    phone: getParsed('phone', parsePhone(request.phone)?.digits),
    email: request.email.trim().toLowerCase(),
    zipCode: getParsed('zipCode', parsePostalCode(request.zipCode)),
  }
}

/** Banks do not register a billet whose payer's postal code lies in another state. */
export function checkPostalCode(zipCode: string, state: string): void {
  if (!isPostalCodeOf(zipCode, state.toUpperCase()))
    throw invalidParameter('zipCode', `must be a postal code of the state ${state.toUpperCase()}`)
}

function getParsed(field: string, value: string | undefined): string {
  if (value === undefined) throw new Error(`${field} reached the credit rules without having been checked`)
  return value
}

/** Everything that one credit call writes: all or nothing. */
interface CreditRecord {
  readonly evaluation: Evaluation
  readonly checkout?: NewCheckout
  readonly answer: { readonly body: Buffer; readonly remember: RememberAnswer | undefined }
}

/** Stores a response for a retry of its request. */
type RememberAnswer = (tx: Transaction, body: Buffer) => Promise<void>

type WriteCreditRecord = (record: CreditRecord) => Promise<void>

/** Few large batches: a statement of 32 rows takes a fifth less of the database per row than one of 16. */
const MAX_ITEMS = 32
const MAX_BATCHES = 2

/** Calls that finish together share one transaction, and so one flush to disk. */
export function createCreditRecords(
  database: Database,
  secrets: Secrets,
  credit: Credit,
  counts: Map<string, number> = new Map(),
): WriteCreditRecord {
  return createBatcher<CreditRecord, void>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    keyOf: ({ evaluation }) => evaluation.person.cpfIndex.toString('latin1'),
    async run(records) {
      const evaluations = records.map(({ evaluation }) => evaluation)
      const checkouts = records.flatMap(({ checkout }) => checkout ?? [])
      const answers = records.filter(({ answer }) => answer.remember !== undefined)
      if (checkouts.length + answers.length === 0) await credit.record(database, evaluations)
      else {
        await database.transaction(async tx => {
          const writes = [
            credit.record(tx, evaluations),
            ...answers.map(({ answer }) => answer.remember?.(tx, answer.body)),
          ]
          if (checkouts.length > 0) writes.push(storeCheckouts(tx, secrets, checkouts))
          await Promise.all(writes)
        })
      }
      for (const { decision } of evaluations)
        counts.set(decision.result, (counts.get(decision.result) ?? 0) + 1)
      return records.map(() => undefined)
    },
  })
}
