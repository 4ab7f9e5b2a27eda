import { Type } from 'typebox'

/* The bodies of contract/onboarding.ts as the server checks them; the browser has no use for the schema library. */

export const CodeBody = Type.Object({ purpose: Type.Enum(['phone', 'device', 'signature']) })
/** Anything that is no code is a wrong code, and not told apart from one. */
const code = Type.String({ maxLength: 64 })
export const ConfirmBody = Type.Object({ code })
export const InsuranceBody = Type.Object({ accepted: Type.Boolean() })
export const SignBody = Type.Object({ code, contractHash: Type.String({ maxLength: 128 }) })
