/** Enough for its owner to recognise it: m***@example.com. */
export function maskEmail(email: string): string {
  const [mailbox = '', domain = ''] = email.split('@')
  return `${mailbox.slice(0, 1)}***@${domain}`
}
