/** The catalogue's lines about the credit desk. */
export const deskErrors = {
  desk_page_not_drawn: {
    status: 422,
    area: 'desk',
    message: 'This page of the file cannot be shown',
    meaning: 'The file is damaged, or too large to be drawn in time. It can still be downloaded.',
  },
  desk_sign_in_refused: {
    status: 401,
    area: 'desk',
    message: 'E-mail, password or code is wrong',
    meaning: 'The answer does not say which. Each code of the authenticator opens the desk once.',
  },
  desk_passkey_refused: {
    status: 401,
    area: 'desk',
    message: 'This passkey does not open the desk',
    meaning:
      'It is unknown or was removed, or its answer was late, used before or invalid; the refusal does not say which.',
  },
  desk_passkey_invalid: {
    status: 400,
    area: 'desk',
    message: 'The passkey could not be registered',
    meaning: 'The authenticator answered late, twice, for another address or without verifying its user.',
  },
  desk_passkeys_full: {
    status: 409,
    area: 'desk',
    message: 'There are ten passkeys already',
    meaning: 'Remove one before you add another.',
  },
  desk_passkeys_unavailable: {
    status: 409,
    area: 'desk',
    message: 'Passkeys need an https address with a name',
    meaning: 'Browsers allow passkeys only for names, over https or at localhost; PUBLIC_URL says which.',
  },
  desk_fresh_session_required: {
    status: 403,
    area: 'desk',
    message: 'Sign in again to add a passkey',
    meaning:
      'A passkey can be added for ten minutes after signing in, so that nobody adds one at an unattended desk.',
  },
  desk_session_required: {
    status: 401,
    area: 'desk',
    message: 'Sign in first',
    meaning:
      'There is no session, or it ended: by signing out, 15 idle minutes, 12 hours or a change of role.',
  },
  desk_forbidden: {
    status: 403,
    area: 'desk',
    message: 'Your role does not allow this',
    meaning: 'The operator is signed in, but the role does not allow this action.',
  },
  desk_cross_site: {
    status: 403,
    area: 'desk',
    message: 'The request does not come from the desk',
    meaning: 'A page of another site sent it, or the header x-desk is missing.',
  },
  desk_four_eyes: {
    status: 403,
    area: 'desk',
    message: 'Another person must answer this proposal',
    meaning: 'Where two people are needed, the person who proposed cannot approve.',
  },
  desk_not_found: {
    status: 404,
    area: 'desk',
    message: 'There is no such case',
    meaning: 'No case, picture, file or proposal has this id.',
  },
  desk_case_changed: {
    status: 409,
    area: 'desk',
    message: 'The case has changed: look at it again',
    meaning: 'It was decided, or went elsewhere, after it was read.',
  },
  desk_case_taken: {
    status: 409,
    area: 'desk',
    message: 'Somebody else is working on this case',
    meaning: 'Another operator took it within the last 10 minutes.',
  },
  desk_proposal_open: {
    status: 409,
    area: 'desk',
    message: 'A decision was proposed and waits for a second person',
    meaning: 'The proposal must be answered before anything else is decided.',
  },
  desk_proposal_forged: {
    status: 409,
    area: 'desk',
    message: 'The proposal was changed outside the program: nothing follows from it',
    meaning:
      'Its row was not written by this program, or the audit log names another proposer. Decide on the case again.',
  },
  desk_money_held: {
    status: 409,
    area: 'desk',
    message: 'No money leaves now',
    meaning:
      'Books or audit log differ from what was signed, the database was restored, or a person has stopped all payouts. Two people release it on the command line.',
  },
  desk_payee_refused: {
    status: 409,
    area: 'desk',
    message: 'The money goes to its owner alone',
    meaning:
      'A refund goes to the CPF of the purchase, a transfer to the account that the retailer has registered, a tax or premium to the payee of the configuration.',
  },
  desk_resolution_refused: {
    status: 409,
    area: 'desk',
    message: 'The money cannot be used this way',
    meaning:
      'The billet is not open, the money has left suspense already, or the bank may have reported it twice.',
  },
  desk_special_case_refused: {
    status: 409,
    area: 'desk',
    message: 'The case does not allow this',
    meaning:
      'The contract has ended or changed, the case was decided, or a document is missing; the message says which.',
  },
  desk_write_off_refused: {
    status: 409,
    area: 'desk',
    message: 'The contract cannot be written off',
    meaning: 'It is not provided for in full, has ended, or was written off before.',
  },
  desk_entry_invalid: {
    status: 400,
    area: 'desk',
    message: 'The entry cannot be proposed as it was written',
    meaning:
      'An account, amount, day or number is missing or wrong, or the document is not a plain PDF; the message says which.',
  },
  desk_entry_refused: {
    status: 409,
    area: 'desk',
    message: 'The books do not allow this entry',
    meaning:
      'The balance is smaller, the same fact is booked or proposed already, or there is nothing to reverse.',
  },
  desk_notice_refused: {
    status: 409,
    area: 'desk',
    message: 'The notice cannot be served again',
    meaning: 'There is none of this delay, the last one is still on its way, or the delay has ended.',
  },
  desk_screening_open: {
    status: 409,
    area: 'desk',
    message: 'A list of exposed or sanctioned people may mean this customer',
    meaning: 'The match is decided under compliance first. A customer who is sanctioned can only be refused.',
  },
  desk_statement_refused: {
    status: 409,
    area: 'desk',
    message: 'The year cannot be stated',
    meaning: 'It has not ended, something of it was reported, or it was stated before.',
  },
  desk_receipt_refused: {
    status: 409,
    area: 'desk',
    message: 'This receipt cannot be recorded',
    meaning: 'Nothing has to be reported, the receipt was recorded before, or its day is impossible.',
  },
  desk_closing_refused: {
    status: 409,
    area: 'desk',
    message: 'The month cannot be closed',
    meaning: 'Its snapshot is missing, shows a difference, or is older than the last entry of the month.',
  },
  desk_waiver_refused: {
    status: 409,
    area: 'desk',
    message: 'Nothing of this installment can be waived',
    meaning: 'It is not due yet, is paid, or the contract has ended or is held by an agreement.',
  },
  desk_billet_expired: {
    status: 409,
    area: 'desk',
    message: 'The billet has expired: another one cannot take its place',
    meaning: 'Its last day for payment has passed, or no business day is left before it.',
  },
  desk_only_charges_left: {
    status: 409,
    area: 'desk',
    message: 'Only charges for a delay are left of the billet: another one would ask for nothing',
    meaning:
      'Its amount was paid in parts. A billet that its bank did not register is reissued without charges.',
  },
} as const
export type DeskErrorCode = keyof typeof deskErrors
