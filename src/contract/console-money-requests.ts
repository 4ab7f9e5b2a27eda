import { type Static, Type } from 'typebox'
import { StatementQuery } from './statement.ts'

const { from, to } = StatementQuery.properties

/** Both days or none: the last 30 days then, by the clock of the service. */
export const PeriodQuery = Type.Object(
  { from: Type.Optional(from), to: Type.Optional(to) },
  { title: 'PeriodQuery' },
)
export type PeriodQuery = Static<typeof PeriodQuery>

/** `lines`: how many at most. */
export const StatementViewQuery = Type.Object(
  {
    from: Type.Optional(from),
    to: Type.Optional(to),
    lines: Type.Optional(
      Type.String({ pattern: '^[1-9]\\d{0,3}$', 'x-error': 'must be a whole number from 1 to 9999' }),
    ),
  },
  { title: 'StatementViewQuery' },
)
export type StatementViewQuery = Static<typeof StatementViewQuery>
