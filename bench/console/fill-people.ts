import { randomBytes } from 'node:crypto'
import type { App } from '../../src/app/app.ts'
import type { ConsoleRole } from '../../src/contract/console.ts'
import { computeTotp, computeTotpStep, hashPassword } from '../../src/domains/sign-in/credentials.ts'
import { invitePerson } from '../../src/domains/staff/invitations.ts'
import { addPerson, givePlace } from '../../src/domains/staff/people.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { ServerProcess } from '../http/server-process.ts'
import type { PurchaseStage } from '../purchases/stage.ts'
import { AUDITED, PEOPLE } from './rows.ts'

const PASSWORD = 'senha-de-medida-1'
const ROLES: readonly ConsoleRole[] = ['SALES', 'SALES', 'VIEWER', 'FINANCE']
const INVITED = 5

/** The people of a shop and what they did in a year. Returns the cookie of an owner. */
export async function fillPeople(stage: PurchaseStage, server: ServerProcess): Promise<string> {
  const { run, retailerId } = stage
  const totpSecret = randomBytes(20)
  await stage.withApp(async app => {
    const passwordHash = await hashPassword(PASSWORD)
    const credentials = { passwordHash, totpSecret, totpStep: 0 }
    for (let n = 0; n < PEOPLE; n++) await addMember(app, { retailerId, n, credentials })
    for (let n = 0; n < INVITED; n++)
      await invitePerson(app, { email: `convidada${n}@loja.example`, role: 'SALES', retailerId })
  })
  await run(
    `INSERT INTO audit_entries (position, at, action, subject, details, staff_id, retailer_id, hash)
      SELECT n, now() - (${AUDITED} - n) * interval '5 minutes',
        (ARRAY['order.invoice', 'link.create', 'link.send', 'console.sign-in', 'order.export'])[1 + n % 5],
        lpad(to_hex(n), 24, '0'), '{"by":"retailer"}', (p.ids)[1 + n % ${PEOPLE}], $1, decode(lpad(to_hex(n), 64, '0'), 'hex')
      FROM generate_series(1, ${AUDITED}) AS n,
        (SELECT array_agg(person_id) AS ids FROM staff_memberships WHERE retailer_id = $1) p`,
    [retailerId],
  )
  await run('VACUUM (ANALYZE) audit_entries')
  return signIn(server, totpSecret)
}

interface Member {
  readonly retailerId: string
  readonly n: number
  readonly credentials: Parameters<typeof addPerson>[2]['credentials']
}

async function addMember({ database, secrets }: App, { retailerId, n, credentials }: Member): Promise<void> {
  const now = new Date()
  const person = { id: newId(now.getTime()), name: `Lojista ${n}`, email: emailOf(n), credentials }
  const role = n === 0 ? 'OWNER' : (ROLES[n % ROLES.length] ?? 'VIEWER')
  await database.transaction(async tx => {
    await addPerson(tx, secrets, person, now)
    await givePlace(tx, secrets, { personId: person.id, retailerId, role }, now)
  })
}

const emailOf = (n: number): string => `lojista${n}@loja.example`

async function signIn(server: ServerProcess, totpSecret: Buffer): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/console/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1' },
    body: JSON.stringify({
      email: emailOf(0),
      password: PASSWORD,
      code: computeTotp(totpSecret, computeTotpStep(new Date())),
    }),
  })
  if (answer.status !== 200) throw new Error(`nobody could sign in: ${answer.status} ${await answer.text()}`)
  return (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}
