import { type TSchema, Type } from 'typebox'

const ErrorAnswer = Type.Object(
  {
    error: Type.Literal(true, { description: 'true: this is a refusal' }),
    code: Type.String({ description: 'Stable, for programs' }),
    message: Type.String({ description: 'For people' }),
    details: Type.Array(
      Type.Object({
        field: Type.String({ description: 'Name of the field' }),
        message: Type.String({ description: 'For people' }),
      }),
      { description: 'One entry for each field that is wrong' },
    ),
    trackId: Type.String({ description: 'Tracking id of this call; quote it when you ask for help' }),
  },
  { title: 'Error' },
)

const REFUSALS: Readonly<Record<string, string>> = {
  400: 'Missing or wrong parameters; `details` names each field',
  401: 'Invalid API key',
  403: 'The key has not the scope of this route',
  409: 'Conflict with an earlier request or with the current state',
  413: 'Body too large',
  415: 'Body is not application/json',
  429: 'Too many requests; see Retry-After',
  503: 'Temporarily unavailable; see Retry-After',
}

const FILE = Type.String({ format: 'binary' })

const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: 'Repeating the request with the same key gives the same answer for 31 days',
      maxLength: 255,
    }),
  ),
})

export interface RouteDescription {
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly body: TSchema
  readonly answer: TSchema
  /** Set when the response is not JSON. */
  readonly contentType?: string
  /** The types of the files in which a query asks for the same answer. */
  readonly files?: readonly ('text/csv' | 'application/pdf')[]
  /** Statuses of this route in addition to the general ones, with their meanings. */
  readonly refusals?: Readonly<Record<string, string>>
}

/** The reference shows the same schemas that validate requests. */
export function describeRoute(route: RouteDescription) {
  return { ...describeRead(route), headers: IdempotencyHeader, body: route.body }
}

/** A route that takes no body. */
export function describeRead(route: Omit<RouteDescription, 'body'>) {
  const { tag, summary, description, answer, contentType, files = [], refusals = {} } = route
  const asFiles = files.map(type => [type, { schema: FILE }])
  const success =
    contentType === undefined && files.length === 0
      ? answer
      : {
          content: {
            [contentType ?? 'application/json']: { schema: answer },
            ...Object.fromEntries(asFiles),
          },
        }
  const answers = Object.entries({ ...REFUSALS, ...refusals }).map(([status, text]) => [
    status,
    { ...ErrorAnswer, description: text },
  ])
  return {
    tags: [tag],
    summary,
    description,
    security: [{ header: [] }, {}],
    response: { 200: { description: 'Success', ...success }, ...Object.fromEntries(answers) },
  }
}
