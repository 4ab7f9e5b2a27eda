import { type TSchema, Type } from 'typebox'
import { MAX_ITEMS, MAX_QUANTITY } from './store.ts'

/* The bodies of contract/store.ts as the shop's server checks them; the browser has no use for the schema library. */

const shortText = (maxLength = 200) =>
  Type.Optional(Type.String({ maxLength, 'x-error': `must be a text of at most ${maxLength} characters` }))

const itemsSentence = `must have 1 to ${MAX_ITEMS} items`
const quantitySentence = `must be a whole number from 1 to ${MAX_QUANTITY}`

export const PlaceOrderBody = Type.Object({
  items: Type.Array(
    Type.Object({
      sku: Type.String({ maxLength: 100, 'x-error': 'must be a text of at most 100 characters' }),
      quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, 'x-error': { '*': quantitySentence } }),
    }),
    {
      minItems: 1,
      maxItems: MAX_ITEMS,
      'x-error': { type: itemsSentence, minItems: itemsSentence, maxItems: itemsSentence },
    },
  ),
  delivery: Type.Enum(['home', 'pickup']),
  customer: Type.Optional(
    Type.Object({
      name: shortText(),
      cpf: shortText(20),
      phone: shortText(30),
      email: shortText(254),
      zipCode: shortText(20),
      addressStreet: shortText(),
      addressNumber: shortText(20),
      city: shortText(),
      state: shortText(2),
    }),
  ),
})

const required = (members: Record<string, TSchema>) => Type.Object(members)

export const PersonaBody = required({
  persona: Type.String({ pattern: '^\\d{3}$', 'x-error': { '*': 'must be three digits, such as 001' } }),
})
export const ClockBody = required({ advance: Type.String({ maxLength: 40 }) })
export const DeskBody = required({ result: Type.Enum(['VALIDATED', 'REFUSED', 'ASK_AGAIN']) })
/** Without a billet the first that can be paid is. */
export const PayBody = Type.Object({ billetId: Type.Optional(Type.String({ maxLength: 40 })) })
export const MessagesQuery = required({ phone: Type.String({ maxLength: 30 }) })
