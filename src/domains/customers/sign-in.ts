import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { sendJob } from '../../platform/jobs/queue.ts'
import {
  type Asker,
  askForCode,
  dropChallenge,
  findChallenge,
  findUnsentChallenge,
  guessChallengeCode,
  issueChallengeCode,
  useChallenge,
} from '../codes/index.ts'
import { composeMessage } from '../messaging/index.ts'
import { findContactPurchase, listPurchasesOf } from './customer-purchases.ts'
import { type CustomerSession, openCustomerSession } from './sessions.ts'

export const SEND_ACCOUNT_CODE = 'send-account-code'

/** The browser, and how its requests are counted. */
interface Asking {
  readonly device: string
  readonly asker: Asker
}

/** The job's payload: whom it sends to is found by the challenge, and how it counts by these indexes in hexadecimal. */
interface CodeJob {
  readonly challengeId: string
  readonly address: string
  readonly device: string
}

/**
 * Asks for a code with a CPF. What is done, how long it takes and what is answered is the same for every CPF: nothing
 * about the person is read here, and whether a code is sent is decided by a job.
 */
export function requestCode(
  app: App,
  { device, asker, cpf }: Asking & { readonly cpf: string },
): Promise<void> {
  return openChallenge(app, { device, asker }, app.secrets.computeBlindIndex('cpf', cpf))
}

/** Another code for the CPF that this device asked with. */
export async function requestAnotherCode(app: App, asking: Asking): Promise<void> {
  const challenge = await findChallenge(app.database, asking.device, app.clock.now())
  if (challenge === undefined) throw new RequestError('signed_out')
  await openChallenge(app, asking, challenge.cpfIndex)
}

async function openChallenge(
  { database, clock, messages }: App,
  { device, asker }: Asking,
  cpfIndex: Buffer,
): Promise<void> {
  if (!messages.canSend('SMS') && !messages.canSend('EMAIL'))
    throw new RequestError('service_unavailable', { retryAfterSeconds: 60 })
  const asked = await database.transaction(async tx => {
    const now = clock.now()
    const outcome = await askForCode(tx, { device, cpfIndex }, now)
    if ('id' in outcome) {
      const { id } = outcome
      const payload: CodeJob = {
        challengeId: id,
        address: asker.address.toString('hex'),
        device: asker.device?.toString('hex') ?? '',
      }
      sendJob(tx, { kind: SEND_ACCOUNT_CODE, key: id, runAt: now, payload })
    }
    return outcome
  })
  if ('waitMs' in asked)
    throw new RequestError('code_limit', { retryAfterSeconds: Math.ceil(asked.waitMs / 1_000) })
}

/** Handles the job: sends a code if the CPF is known. Otherwise the challenge just expires. */
export async function sendAccountCode(app: App, payload: unknown): Promise<void> {
  const { database, secrets, clock, messages } = app
  const { challengeId, address, device } = payload as CodeJob
  const challenge = await findUnsentChallenge(database, challengeId, clock.now())
  if (challenge === undefined) return
  const purchases = await listPurchasesOf(app, challenge.cpfIndex)
  const contact = await findContactPurchase(app, purchases)
  if (contact === undefined) return
  const { phone, email } = contact.customer
  const { retailerId, id: transactionId } = contact
  const lender = await app.findLenderContact(retailerId)
  await database.transaction(async tx => {
    const now = clock.now()
    const asker = { address: Buffer.from(address, 'hex'), device: Buffer.from(device, 'hex') }
    const request = { phone, way: 'account', subject: device, asker } as const
    const code = await issueChallengeCode(tx, secrets, challenge, request, now)
    if (code === undefined) return
    const channel = messages.canSend('SMS') ? 'SMS' : 'EMAIL'
    const to = channel === 'SMS' ? phone : email
    const { expiresAt } = challenge
    const sent = { id: challengeId, code }
    const envelope = { retailerId, transactionId, channel, to, phone, lender, code: sent, expiresAt } as const
    await messages.post(tx, composeMessage('code', { code, use: 'account' }, envelope), now)
  })
}

/** The code from the phone opens a session of this device. */
export async function confirmAccountCode(
  { database, secrets, clock, realClock }: App,
  { asker, ...guess }: Asking & { readonly code: string },
): Promise<CustomerSession> {
  const identified = await guessChallengeCode(database, secrets, guess, clock.now())
  if (identified === undefined) throw new RequestError('code_refused')
  return database.transaction(async tx => {
    // The code was right a moment ago, and was used or replaced meanwhile.
    const { challengeId } = identified
    if (!(await useChallenge(tx, { challengeId, device: asker.device }, clock.now())))
      throw new RequestError('code_refused')
    return openCustomerSession(tx, secrets, identified, realClock.now())
  })
}

export function readChallenge({ database, clock }: App, device: string): ReturnType<typeof findChallenge> {
  return findChallenge(database, device, clock.now())
}

export function restartSignIn({ database, clock }: App, device: string): Promise<void> {
  return dropChallenge(database, device, clock.now())
}
