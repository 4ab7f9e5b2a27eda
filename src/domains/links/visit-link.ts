import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import type { PersonRequest } from '../../contract/hosted-page.ts'
import { missingParameters } from '../../contract/parameter-errors.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { issueCode, knowsPhone } from '../codes/index.ts'
import { composeMessage } from '../messaging/index.ts'
import { checkPostalCode } from '../quoting/index.ts'
import { announce } from './end-link.ts'
import { describeVisitCode, findEnding, type HostedPage } from './hosted-page.ts'
import { parseLinkCustomer } from './parse-link.ts'
import type { PaymentLink } from './payment-link.ts'
import { lockLink, markOpened } from './store.ts'
import {
  countVisits,
  endVisit,
  insertVisit,
  type Visit,
  type VisitPerson,
  type VisitSession,
} from './visit-store.ts'

const DAY_MS = 24 * 3_600_000
/** More than anybody needs to buy once; a stranger with the link cannot have codes sent to many phones. */
const VISITS_PER_DAY = 20

/** A person looks at the link: programs that show previews send no POST. */
export function openLink({ database, secrets, clock }: App, { link }: HostedPage): Promise<void> {
  return database.transaction(async tx => {
    const now = clock.now()
    announce(tx, await markOpened(tx, await lockLink(tx, secrets, link.id), now), now)
  })
}

/** Says who buys, and sends a code to the phone. Says nothing about credit and makes no inquiry. */
export function enterPerson(app: App, page: HostedPage, request: PersonRequest): Promise<VisitSession> {
  const { database, secrets, clock } = app
  const { link, visit, asker } = page
  if (visit !== undefined) throw new RequestError('wrong_screen')
  const person = composePerson(link, request)
  return database.transaction(async tx => {
    const now = clock.now()
    checkUsable(await lockLink(tx, secrets, link.id), now)
    // Those whom strangers with the link must not lock out: who is known by this phone, and whom the shop expects.
    const isExpected =
      person.phone === link.customer.phone || (await knowsPhone(tx, secrets, asker, person.phone, now))
    if (!isExpected && (await countVisits(tx, link.id, new Date(now.getTime() - DAY_MS))) >= VISITS_PER_DAY)
      throw new RequestError('code_limit', { retryAfterSeconds: DAY_MS / 1_000 })
    const { visitId, session } = await insertVisit(tx, secrets, link.id, person, now)
    await sendVisitCode(app, tx, page, { id: visitId, person }, now)
    return session
  })
}

export function resendVisitCode(app: App, page: HostedPage): Promise<void> {
  const { database, secrets, clock } = app
  const { link, visit } = page
  if (visit === undefined || visit.confirmedAt !== undefined) throw new RequestError('wrong_screen')
  return database.transaction(async tx => {
    const now = clock.now()
    checkUsable(await lockLink(tx, secrets, link.id), now)
    await sendVisitCode(app, tx, page, visit, now)
  })
}

/** Back to the buyer's data. */
export async function restartVisit({ database, clock }: App, { visit }: HostedPage): Promise<void> {
  if (visit !== undefined) await endVisit(database, visit.id, clock.now())
}

/** Throws the page's error where a new visitor cannot use the link. */
export function checkUsable(link: PaymentLink, now: Date): void {
  const ending = findEnding(link, now)
  if (ending === undefined) return
  throw new RequestError(
    ending === 'claimed' ? 'link_claimed' : ending === 'locked' ? 'link_locked' : 'link_ended',
  )
}

async function sendVisitCode(
  { secrets, messages }: App,
  tx: Transaction,
  page: HostedPage,
  { id: transactionId, person: { phone } }: Pick<Visit, 'id' | 'person'>,
  now: Date,
): Promise<void> {
  const request = describeVisitCode(page, phone)
  const issued = await issueCode(tx, secrets, { transactionId, purpose: 'link', request }, now)
  if ('waitMs' in issued)
    throw new RequestError('code_limit', { retryAfterSeconds: Math.ceil(issued.waitMs / 1_000) })
  const { retailerId } = page.link
  const { code, expiresAt } = issued
  const envelope = { retailerId, channel: 'SMS', to: phone, phone, code: issued, expiresAt } as const
  await messages.post(tx, composeMessage('code', { code, use: 'link' }, envelope), now)
}

const WRITTEN: Readonly<Record<string, keyof PersonRequest>> = {
  street: 'addressStreet',
  number: 'addressNumber',
}

/**
 * What the person wrote, and what the shop gave where they left it. With another phone nothing of what the shop gave counts: a stranger who has
 * the link but not that phone would learn about somebody else.
 */
function composePerson({ customer }: PaymentLink, request: PersonRequest): VisitPerson {
  const written = parseLinkCustomer(request)
  const isGivenPhone = written.phone === undefined || written.phone === customer.phone
  const {
    name,
    cpf,
    phone,
    email,
    zipCode,
    street,
    number,
    complement = '',
    city,
    state,
  } = {
    ...(isGivenPhone ? customer : {}),
    ...written,
  }
  const person = { name, cpf, phone, email, zipCode, street, number, city, state }
  const missing = Object.entries(person).flatMap(([field, value]) =>
    value === undefined ? [WRITTEN[field] ?? field] : [],
  )
  if (missing.length > 0) throw missingParameters(missing)
  checkPostalCode(zipCode ?? '', state ?? '')
  return { ...person, complement } as VisitPerson
}
