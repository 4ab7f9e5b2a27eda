import { type TSchema, Type } from 'typebox'

const ErrorAnswer = Type.Object(
  {
    error: Type.Literal(true),
    code: Type.String({ description: 'Stable, for programs' }),
    message: Type.String({ description: 'For people' }),
    details: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
    trackId: Type.String(),
  },
  { title: 'Error' },
)

const REFUSALS = {
  400: 'Missing or wrong parameters; `details` names each field',
  401: 'Invalid API key',
  429: 'Too many requests; see Retry-After',
  503: 'Temporarily unavailable; see Retry-After',
}

/** What validates a request is what the reference shows. */
export function describeRoute(route: {
  summary: string
  description: string
  body: TSchema
  answer: TSchema
}) {
  const { summary, description, body, answer } = route
  const refusals = Object.entries(REFUSALS).map(([status, text]) => [
    status,
    { ...ErrorAnswer, description: text },
  ])
  return {
    tags: ['Credit'],
    summary,
    description,
    body,
    response: { 200: { ...answer, description: 'The decision' }, ...Object.fromEntries(refusals) },
  }
}
