/* What several commands say alike. */
export const ASKS_CODE = 'asks for the authenticator code of --as'
export const BANK_ACCOUNT =
  '--bank N --agency N --account-number N --digit D [--account-type CHECKING|SAVINGS|PAYMENT]'
export const HEAD_OPTIONS = '[--head POSITION:HASH] [--heads FILE]'
export const HEADS_MEANING =
  '--head takes a head noted earlier, --heads a file with heads or a log; a broken chain stops all payouts'
