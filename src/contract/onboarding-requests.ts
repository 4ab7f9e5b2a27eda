import { Type } from 'typebox'
import { WholeName } from './fields.ts'

/*
 * The request bodies of contract/onboarding.ts as the server validates them; kept apart, because the browser does not
 * need the schema library.
 */

export const OpenBody = Type.Object({ name: Type.Optional(WholeName) })
export const CodeBody = Type.Object({ purpose: Type.Enum(['phone', 'device', 'signature']) })
/** Any text that is not a code gets the same answer as a wrong code. */
const code = Type.String({ maxLength: 64 })
export const ConfirmBody = Type.Object({ code })
export const InsuranceBody = Type.Object({ accepted: Type.Boolean() })
export const SignBody = Type.Object({ code, contractHash: Type.String({ maxLength: 128 }) })
