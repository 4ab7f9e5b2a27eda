import { textFormats } from '../../kernel/text-formats.ts'

export interface MailAddress {
  readonly url: string
  /** The sender, as mail programs show it. */
  readonly from: string
}

/** SMTP_URL and SMTP_FROM; undefined without the first. Adds what is wrong with them to the problems. */
export function parseMail(
  url: string | undefined,
  from: string | undefined,
  problems: string[],
): MailAddress | undefined {
  if (url === undefined) return undefined
  const { hostname, search, pathname } = new URL(url)
  if (hostname === '' || search !== '' || !['', '/'].includes(pathname))
    problems.push(
      'SMTP_URL must name a mail server and nothing after it, such as smtps://user:password@mail.example.com',
    )
  const address = /^[^<>"\r\n]*<([^<>]+)>$/.exec(from ?? '')?.[1] ?? from ?? ''
  if (!textFormats['email-address'](address))
    problems.push('SMTP_FROM must be the sender of e-mails, such as Crediário <nao-responda@example.com>')
  return { url, from: from ?? '' }
}
