import { type Static, Type } from 'typebox'

const idSentence = 'must be 32 letters and digits'

/** What a PSP calls with. Other members are passed over: nothing but the ids is believed, and those only as a hint. */
export const PixNotice = Type.Object({
  pix: Type.Optional(
    Type.Array(
      Type.Object({
        endToEndId: Type.String({ pattern: '^[A-Za-z0-9]{32}$', 'x-error': { '*': idSentence } }),
      }),
      { maxItems: 1_000 },
    ),
  ),
})
export type PixNotice = Static<typeof PixNotice>
