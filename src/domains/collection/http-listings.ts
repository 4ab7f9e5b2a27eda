import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  type CallLimits,
  createJsonService,
  type ServiceAddress,
  ServiceUnavailable,
} from '../../platform/outbound/json-service.ts'
import { parseJson } from '../../platform/outbound/oauth-session.ts'
import type { ListedDebt, ListingAnswer, ListingsPort } from './listing.ts'

/*
 * What the gateway in front of a credit bureau must speak; docs/ports/listings.json describes the same for programs:
 *
 *   POST <LISTINGS_URL>
 *   Authorization: Bearer <LISTINGS_TOKEN>
 *   Idempotency-Key: <operation>:<key>, for LOWER also :<centavos>
 *
 *   {"operation": "LIST", "key", "cpf", "name"?, "contract", "contractDate", "dueDate", "amount", "noticedAt"}
 *   {"operation": "LOWER", "key", "amount"}
 *   {"operation": "REMOVE" | "FIND", "key"}
 *
 *   200 {"key", "state": "LISTED" | "REMOVED" | "NONE", "id"?, "amount"?}     what the bureau has under the key now
 *   200 {"key", "state": "REFUSED", "code"}                         the same request would be refused again
 *
 * Everything else is an unknown outcome: FIND is asked first then.
 */
const DEFAULTS: CallLimits = {
  tryTimeoutMs: 5_000,
  totalDeadlineMs: 12_000,
  retries: 1,
  retryDelayMs: 200,
  breakerFailures: 5,
  breakerOpenMs: 30_000,
}

export function createHttpListings(options: ServiceAddress & Partial<CallLimits>): ListingsPort {
  const service = createJsonService({ ...DEFAULTS, ...options, parse: parseListingAnswer })

  async function ask(operation: string, key: string, about: object, part = ''): Promise<ListingAnswer> {
    try {
      const request = `${operation}:${key}${part}`
      const { answeredKey, answer } = await service.ask({ operation, key, ...about }, request)
      return answeredKey === key ? answer : { outcome: 'unknown', code: 'OTHER_KEY' }
    } catch (error) {
      if (!(error instanceof ServiceUnavailable)) throw error
      return { outcome: 'unknown', code: error.reason.toUpperCase().replaceAll('-', '_') }
    }
  }

  return {
    list: debt => ask('LIST', debt.key, composeListing(debt)),
    lower: (key, amountCentavos) => ask('LOWER', key, { amount: amountCentavos / 100 }, `:${amountCentavos}`),
    remove: key => ask('REMOVE', key, {}),
    find: key => ask('FIND', key, {}),
  }
}

function composeListing(debt: ListedDebt): Readonly<Record<string, unknown>> {
  const { cpf, name, contract, contractDate, dueDate, amountCentavos, noticedAt } = debt
  return {
    cpf,
    ...(name === undefined ? {} : { name }),
    contract,
    contractDate,
    dueDate,
    amount: amountCentavos / 100,
    noticedAt: noticedAt.toISOString(),
  }
}

const MAX_TEXT = 100

const Refused = Compile(Type.Object({ key: Type.String(), state: Type.Literal('REFUSED') }))
const Done = Compile(Type.Object({ key: Type.String(), state: Type.Enum(['LISTED', 'REMOVED', 'NONE']) }))
const WithId = Compile(Type.Object({ id: Type.String() }))
const WithAmount = Compile(Type.Object({ amount: Type.Number({ minimum: 0 }) }))
const WithCode = Compile(Type.Object({ code: Type.String() }))

/** Undefined when the answer is not what the port describes. */
export function parseListingAnswer(
  text: string,
): { readonly answeredKey: string; readonly answer: ListingAnswer } | undefined {
  const body = parseJson(text)
  if (Refused.Check(body)) {
    const code = WithCode.Check(body) ? body.code.slice(0, MAX_TEXT) : 'REFUSED'
    return { answeredKey: body.key, answer: { outcome: 'refused', code } }
  }
  if (!Done.Check(body)) return undefined
  const providerId = WithId.Check(body) ? body.id.slice(0, MAX_TEXT) : undefined
  const amountCentavos = WithAmount.Check(body) ? Math.round(body.amount * 100) : undefined
  const listing = { state: body.state, providerId, amountCentavos }
  return { answeredKey: body.key, answer: { outcome: 'done', listing } }
}
