/** The catalogue's lines about the retailer's console. */
export const consoleErrors = {
  console_sign_in_refused: {
    status: 401,
    area: 'console',
    message: 'E-mail, password or code is wrong',
    meaning: 'The answer does not say which. Each code of the authenticator opens the console once.',
  },
  console_passkey_refused: {
    status: 401,
    area: 'console',
    message: 'This passkey does not open the console',
    meaning:
      'It is unknown or was removed, or its answer was late, used before or invalid; the refusal does not say which.',
  },
  console_passkey_invalid: {
    status: 400,
    area: 'console',
    message: 'The passkey could not be registered',
    meaning: 'The authenticator answered late, twice, for another address or without verifying its user.',
  },
  console_passkeys_full: {
    status: 409,
    area: 'console',
    message: 'There are ten passkeys already',
    meaning: 'Remove one before you add another.',
  },
  console_passkeys_unavailable: {
    status: 409,
    area: 'console',
    message: 'Passkeys need an https address with a name',
    meaning: 'Browsers allow passkeys only for names, over https or at localhost; PUBLIC_URL says which.',
  },
  console_fresh_session_required: {
    status: 403,
    area: 'console',
    message: 'Sign in again to add a way to sign in',
    meaning:
      'A passkey, or the first authenticator, can be added for ten minutes after signing in, so that nobody adds one at an unattended screen.',
  },
  console_session_required: {
    status: 401,
    area: 'console',
    message: 'Sign in first',
    meaning:
      'There is no session, or it ended: by signing out, 15 idle minutes, 12 hours, a change of role, a reset or the removal from the shop.',
  },
  console_forbidden: {
    status: 403,
    area: 'console',
    message: 'Your role does not allow this',
    meaning: 'The person is signed in, but the role at this retailer does not allow the action.',
  },
  console_cross_site: {
    status: 403,
    area: 'console',
    message: 'The request does not come from the console',
    meaning: 'A page of another site sent it, or the header x-console is missing.',
  },
  console_above_limit: {
    status: 403,
    area: 'console',
    message: 'The order is above the limit of salespeople',
    meaning:
      'Salespeople cancel and return products up to the amount that an owner of the retailer set. Without one they do not.',
  },
  console_not_found: {
    status: 404,
    area: 'console',
    message: 'There is no such thing at this retailer',
    meaning: 'No order, person, invitation or other row of the current retailer has this id.',
  },
  console_invitation_invalid: {
    status: 404,
    area: 'console',
    message: 'The invitation is no longer valid',
    meaning:
      'It was accepted, withdrawn or sent again, has expired after 7 days, or never existed; the answer does not say which.',
  },
  console_invitation_code_refused: {
    status: 409,
    area: 'console',
    message: 'The code of the authenticator is wrong',
    meaning:
      'The code does not belong to the secret that was shown, or the setup is not of this link or session.',
  },
  console_reset_invalid: {
    status: 404,
    area: 'console',
    message: 'The link is no longer valid',
    meaning:
      'It was used, sent again, has expired after 24 hours, or never existed; the answer does not say which.',
  },
  console_reset_refused: {
    status: 401,
    area: 'console',
    message: 'The password is wrong',
    meaning:
      'The link of a reset also needs the password of the person, with the waiting times of the sign-in.',
  },
  console_reset_by_lender: {
    status: 409,
    area: 'console',
    message: 'The lender resets this person',
    meaning:
      'Owners reset people who work only at shops of which they are owners, and not themselves. For all others the lender does it.',
  },
  console_last_passkey: {
    status: 409,
    area: 'console',
    message: 'The last passkey stays',
    meaning: 'The person has no authenticator: without this passkey nobody could sign in any more.',
  },
  console_person_known: {
    status: 409,
    area: 'console',
    message: 'This person accepts by signing in',
    meaning: 'The e-mail of the invitation signs in at another retailer already, with the same credentials.',
  },
  console_last_owner: {
    status: 409,
    area: 'console',
    message: 'The last owner stays an owner',
    meaning: 'A retailer keeps at least one owner: make another person owner first.',
  },
  console_person_changed: {
    status: 409,
    area: 'console',
    message: 'This person cannot be changed now',
    meaning: 'The person was removed meanwhile, has the role already, or belongs to the retailer already.',
  },
  console_account_pending: {
    status: 409,
    area: 'console',
    message: 'Another change of the account is waiting',
    meaning: 'One change waits at a time: approve or withdraw it before you propose another one.',
  },
  console_second_owner_required: {
    status: 409,
    area: 'console',
    message: 'Another owner approves this change',
    meaning:
      'Nobody approves the change that they proposed. Without another owner it takes effect after 48 hours.',
  },
} as const
export type ConsoleErrorCode = keyof typeof consoleErrors
