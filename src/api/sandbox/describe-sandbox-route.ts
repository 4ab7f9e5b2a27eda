import type { TSchema } from 'typebox'
import { KeyOnlyRequest } from '../../contract/transaction.ts'
import { describeRoute } from '../public/describe-route.ts'

export interface SandboxRouteDescription {
  readonly summary: string
  readonly description: string
  readonly answer: TSchema
  /** Of a POST. */
  readonly body?: TSchema
  /** Of a GET. */
  readonly querystring?: TSchema
  readonly refusals?: Readonly<Record<string, string>>
}

/** Like every other route, in a chapter of its own. */
export function describeSandboxRoute({ body, querystring, ...route }: SandboxRouteDescription) {
  const described = describeRoute({
    ...route,
    tag: 'Sandbox',
    description: `${route.description} Homologation only.`,
    body: body ?? KeyOnlyRequest,
  })
  if (body !== undefined) return described
  // A GET has no body, and repeating it needs no key; its API key comes in the header.
  const { body: _body, headers: _headers, ...read } = described
  return { ...read, security: [{ header: [] }], ...(querystring === undefined ? {} : { querystring }) }
}
