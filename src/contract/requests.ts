import { type Static, Type } from 'typebox'
import { MAX_LIST_LENGTH } from './webhooks.ts'

const STATUS_FORM = '^(?:[1-5]xx|[1-5]\\d\\d)$'

export const RequestsQuery = Type.Object(
  {
    trackId: Type.Optional(
      Type.String({
        description: 'Only this request: the `trackId` of its answer, or the header `x-track-id`',
        pattern: '^[0-9a-f]{24}$',
        'x-error': 'must be 24 hexadecimal characters',
      }),
    ),
    from: Type.Optional(Type.String({ description: 'Only from this moment on; ISO 8601' })),
    status: Type.Optional(
      Type.String({
        description: 'Only with this HTTP status, such as 404, or with one of a class, such as 4xx',
        pattern: STATUS_FORM,
        'x-error': 'must be an HTTP status such as 404, or a class such as 4xx',
      }),
    ),
    after: Type.Optional(
      Type.String({
        description: '`next` of the page before',
        pattern: '^[0-9a-f]{24}$',
        'x-error': 'must be the `next` of an answer',
      }),
    ),
    limit: Type.Optional(
      Type.String({
        description: `How many at most: 1 to ${MAX_LIST_LENGTH}, 50 when absent`,
        pattern: `^(?:[1-9]|[1-9]\\d|${MAX_LIST_LENGTH})$`,
        'x-error': `must be a whole number from 1 to ${MAX_LIST_LENGTH}`,
      }),
    ),
  },
  { title: 'RequestsQuery' },
)
export type RequestsQuery = Static<typeof RequestsQuery>

/** The lowest and the highest status that a filter means. */
export function parseStatusFilter(text: string): readonly [number, number] {
  const first = Number(text.replace('xx', '00'))
  return text.endsWith('xx') ? [first, first + 99] : [first, first]
}

const LoggedRequest = Type.Object(
  {
    trackId: Type.String({ description: 'What its answer said in the header `x-track-id`' }),
    at: Type.String({ description: 'When it arrived; ISO 8601' }),
    method: Type.String({ description: 'HTTP method' }),
    route: Type.String({
      description: 'The route, with the names of its parameters instead of their values',
    }),
    status: Type.Number({ description: 'HTTP status; 499 when you did not wait for the answer' }),
    code: Type.Optional(Type.String({ description: 'Code of the error that was answered' })),
    durationMs: Type.Number({ description: 'How long it took here, in milliseconds' }),
    key: Type.String({ description: 'Beginning and end of the key' }),
  },
  { title: 'LoggedRequest' },
)
export const RequestsAnswer = Type.Object(
  {
    data: Type.Array(LoggedRequest, { description: 'The rows of this page' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description:
        'What to send as `after` for the rest; null when there is none. A page may hold fewer than `limit`',
    }),
  },
  { title: 'Requests' },
)
