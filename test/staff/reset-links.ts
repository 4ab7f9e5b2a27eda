import assert from 'node:assert/strict'
import type { AuthenticatorSetup } from '../../src/contract/console.ts'
import { openMessage } from '../../src/domains/messaging/index.ts'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import { type Answer, query, type TestApp } from '../support/app.ts'
import { askConsole, readBase32, type StaffMember, type StaffUser } from '../support/console.ts'

/** To whom mails of this kind went, oldest first, with the tokens of their links. */
export async function listMails(
  app: TestApp,
  template: 'staff-reset' | 'staff-reset-told' | 'staff-invited',
): Promise<{ readonly to: string; readonly token: string; readonly retailerId: string }[]> {
  const rows = await query<{ id: string; box: Buffer; retailer: string }>(
    app,
    'SELECT id, box, retailer_id AS retailer FROM messages WHERE template = $1 ORDER BY id',
    [template],
  )
  return rows.map(({ retailer, ...row }) => {
    const { to, text } = openMessage(app.services.secrets, row)
    return { to, token: /#([\w-]{43})/.exec(text)?.[1] ?? '', retailerId: retailer }
  })
}

/** An owner resets somebody, who finds the link in the mail. */
export async function resetBy(app: TestApp, owner: StaffUser, person: StaffMember): Promise<string> {
  // Mails are told apart by their time.
  app.clock.advance({ ms: 1 })
  const answer = await owner.post(`/people/${person.id}/reset`)
  assert.equal(answer.status, 200, answer.text)
  assert.doesNotMatch(answer.text, /[\w-]{43}/, 'the link is only in the mail')
  const mails = (await listMails(app, 'staff-reset')).filter(({ to }) => to === person.email)
  return mails.at(-1)?.token ?? assert.fail('no link was sent')
}

interface NewAccess {
  readonly totpSecret: Buffer
  readonly body: { readonly setup: string; readonly code: string }
}

/** What the page shows for an authenticator, and the code that its app shows. */
export async function scanAuthenticator(app: TestApp, token: string): Promise<NewAccess> {
  const { body } = await askConsole<AuthenticatorSetup>(app, '/reset/authenticator', { token })
  const totpSecret = readBase32(body.secret)
  return {
    totpSecret,
    body: { setup: body.setup, code: computeTotp(totpSecret, computeTotpStep(app.clock.now())) },
  }
}

export async function finishWith(
  app: TestApp,
  token: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly answer: Answer; readonly totpSecret: Buffer }> {
  const { totpSecret, body } = await scanAuthenticator(app, token)
  const answer = await askConsole(app, '/reset/finish', { token, password, ...body }, headers)
  return { answer, totpSecret }
}
