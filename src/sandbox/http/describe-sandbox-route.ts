import type { TSchema } from 'typebox'
import { KeyOnlyRequest } from '../../contract/transaction.ts'
import { describeRoute } from '../../platform/http/describe-route.ts'

interface SandboxRouteDescription {
  readonly summary: string
  readonly description: string
  readonly answer: TSchema
  /** For a POST. */
  readonly body?: TSchema
  /** For a GET. */
  readonly querystring?: TSchema
  readonly refusals?: Readonly<Record<string, string>>
}

/** Like every other route, with its own tag in the reference. */
export function describeSandboxRoute({ body, querystring, ...route }: SandboxRouteDescription) {
  const described = describeRoute({
    ...route,
    tag: 'Sandbox',
    description: `${route.description} Homologation only.`,
    body: body ?? KeyOnlyRequest,
  })
  if (body !== undefined) return described
  // A GET has no body and needs no Idempotency-Key; its API key comes in the header.
  const { body: _body, headers: _headers, ...read } = described
  return { ...read, security: [{ header: [] }], ...(querystring === undefined ? {} : { querystring }) }
}
