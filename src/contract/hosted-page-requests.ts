import { Type } from 'typebox'
import { Cpf, Email, FullName, Phone, text, ZipCode } from './fields.ts'

/* The bodies of contract/hosted-page.ts as the server checks them; the browser has no use for the schema library. */

export const PersonBody = Type.Object({
  name: FullName,
  cpf: Type.Optional(Cpf),
  phone: Type.Optional(Phone),
  email: Type.Optional(Email),
  zipCode: Type.Optional(ZipCode),
  addressStreet: Type.Optional(text('Street', 200)),
  addressNumber: Type.Optional(text('Number', 20)),
  addressComplement: Type.Optional(text('Complement; may be empty', 200, 0)),
  city: Type.Optional(text('City', 100)),
  state: Type.Optional(
    Type.String({ format: 'br-state', 'x-error': { format: 'must be one of the 27 Brazilian states' } }),
  ),
})

export const ChooseBody = Type.Object({
  optionId: Type.String({ maxLength: 64 }),
  hasInsurance: Type.Boolean(),
})
