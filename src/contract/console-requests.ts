import { type Static, Type } from 'typebox'
import { CONSOLE_ROLES } from './console.ts'
import { CONSOLE_AUDIT_ACTIONS } from './console-audit.ts'
import { AddPasskeyRequest, PasskeySignInRequest } from './desk-passkeys.ts'
import { SignInRequest } from './desk-requests.ts'

const Id = Type.String({ pattern: '^[0-9a-f]{24}$', 'x-error': { '*': 'must be an id' } })
const Token = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  'x-error': { '*': 'must be the token of a link' },
})
const Email = Type.String({
  maxLength: 254,
  pattern: '^[^@\\s]{1,64}@[^@\\s]{1,190}$',
  'x-error': { '*': 'must be an e-mail address' },
})

const PERSON_NAME_LENGTH = 120
/** OWASP's minimum for a password beside a second factor is 8. */
const PASSWORD_LENGTH = { minimum: 10, maximum: 200 } as const

const PersonName = Type.String({
  minLength: 1,
  maxLength: PERSON_NAME_LENGTH,
  pattern: '\\S',
  'x-error': { '*': `must be a name of 1 to ${PERSON_NAME_LENGTH} characters` },
})

const Password = Type.String({
  minLength: PASSWORD_LENGTH.minimum,
  maxLength: PASSWORD_LENGTH.maximum,
  'x-error': { '*': `must have ${PASSWORD_LENGTH.minimum} to ${PASSWORD_LENGTH.maximum} characters` },
})

/** With an invitation, signing in also accepts it. */
export const ConsoleSignInRequest = Type.Object({
  ...SignInRequest.properties,
  invitation: Type.Optional(Token),
})
export type ConsoleSignInRequest = Static<typeof ConsoleSignInRequest>

export const ConsolePasskeySignInRequest = Type.Object({
  ...PasskeySignInRequest.properties,
  invitation: Type.Optional(Token),
})
export type ConsolePasskeySignInRequest = Static<typeof ConsolePasskeySignInRequest>

/** What the link of an invitation or of a reset opens. */
export const OpenLinkRequest = Type.Object({ token: Token })
export type OpenLinkRequest = Static<typeof OpenLinkRequest>

const Setup = Type.String({ minLength: 1, maxLength: 400, pattern: '^[A-Za-z0-9_-]+$' })
const Code = Type.String({ minLength: 1, maxLength: 20 })
/** A key that is named after the browser. */
const { label: _, ...MadePasskey } = AddPasskeyRequest.properties

export const AcceptInvitationRequest = Type.Object({
  token: Token,
  name: PersonName,
  password: Password,
  setup: Setup,
  code: Code,
})
export type AcceptInvitationRequest = Static<typeof AcceptInvitationRequest>

export const AcceptInvitationWithPasskeyRequest = Type.Object({
  token: Token,
  name: PersonName,
  setup: Setup,
  ...MadePasskey,
})
export type AcceptInvitationWithPasskeyRequest = Static<typeof AcceptInvitationWithPasskeyRequest>

/** The password of the person, or the first one of somebody who has none. */
export const FinishResetRequest = Type.Object({
  token: Token,
  password: Password,
  setup: Setup,
  code: Code,
})
export type FinishResetRequest = Static<typeof FinishResetRequest>

export const FinishResetWithPasskeyRequest = Type.Object({
  token: Token,
  password: Type.Optional(SignInRequest.properties.password),
  ...MadePasskey,
})
export type FinishResetWithPasskeyRequest = Static<typeof FinishResetWithPasskeyRequest>

/** `code` is of the authenticator in use, if there is one; `newCode` of the other one. */
export const ReplaceAuthenticatorRequest = Type.Object({
  password: Password,
  code: Type.Optional(SignInRequest.properties.code),
  setup: Setup,
  newCode: Code,
})
export type ReplaceAuthenticatorRequest = Static<typeof ReplaceAuthenticatorRequest>

export const ChangePasswordRequest = Type.Object({
  password: SignInRequest.properties.password,
  code: SignInRequest.properties.code,
  newPassword: Password,
})
export type ChangePasswordRequest = Static<typeof ChangePasswordRequest>

export const InviteRequest = Type.Object({ email: Email, role: Type.Enum([...CONSOLE_ROLES]) })
export type InviteRequest = Static<typeof InviteRequest>

export const SwitchShopRequest = Type.Object({ retailerId: Id })
export type SwitchShopRequest = Static<typeof SwitchShopRequest>

export const ChangeRoleRequest = Type.Object({ role: Type.Enum([...CONSOLE_ROLES]) })
export type ChangeRoleRequest = Static<typeof ChangeRoleRequest>

const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  'x-error': { '*': 'must be a day as YYYY-MM-DD' },
})

export const ConsoleAuditQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', 'x-error': { '*': 'must be a position' } })),
  person: Type.Optional(Id),
  action: Type.Optional(Type.Enum([...CONSOLE_AUDIT_ACTIONS])),
  /** Whole days of Sao Paulo, both included. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export type ConsoleAuditQuery = Static<typeof ConsoleAuditQuery>

const digits = (pattern: string, sentence: string) => Type.String({ pattern, 'x-error': { '*': sentence } })

/** Where the transfers shall go: a Pix key, or an account. */
export const ProposeAccountRequest = Type.Object({
  account: Type.Union([
    Type.Object({ pixKey: Type.String({ minLength: 1, maxLength: 77 }) }, { additionalProperties: false }),
    Type.Object(
      {
        bankCode: digits('^[0-9]{3}$', 'must be 3 digits'),
        agency: digits('^[0-9]{1,5}(?:-?[0-9Xx])?$', 'must be the number of an agency'),
        account: digits('^[0-9]{1,20}$', 'must be digits'),
        accountDigit: digits('^[0-9XxPp]$', 'must be a check digit'),
        accountType: Type.Enum(['CHECKING', 'SAVINGS', 'PAYMENT']),
      },
      { additionalProperties: false },
    ),
  ]),
})
export type ProposeAccountRequest = Static<typeof ProposeAccountRequest>
