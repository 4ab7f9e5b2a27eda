/** Enqueued in the transaction that makes them necessary; a periodic look finds what was missed. */
export const CALLBACKS_JOB = 'connector-notices'
export const INBOX_JOB = 'connector-inbox'
export const SUITE_JOB = 'connector-suite'
