import { type Static, Type } from 'typebox'

const idSentence = 'must be 32 letters and digits'

/** The body of a call from the PSP. Other members are ignored: only the ids are read, and the PSP is asked about each. */
export const PixNotification = Type.Object({
  pix: Type.Optional(
    Type.Array(
      Type.Object({
        endToEndId: Type.String({ pattern: '^[A-Za-z0-9]{32}$', 'x-error': { '*': idSentence } }),
      }),
      { maxItems: 1_000 },
    ),
  ),
})
export type PixNotification = Static<typeof PixNotification>
