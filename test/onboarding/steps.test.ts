import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Step } from '../../src/contract/enums.ts'
import { composeTerms } from '../../src/domains/contracts/compose-terms.ts'
import { computeContractHash } from '../../src/domains/contracts/terms.ts'
import {
  answerInsurance,
  confirmCode,
  openContract,
  receiveDocument,
  startOnboarding,
} from '../../src/domains/onboarding/advance-onboarding.ts'
import { sendCode } from '../../src/domains/onboarding/codes.ts'
import { findSignature, listDocuments } from '../../src/domains/onboarding/evidence.ts'
import { signContract } from '../../src/domains/onboarding/sign-contract.ts'
import type { Purchase } from '../../src/domains/purchases/purchase.ts'
import { listSandboxMessages } from '../../src/sandbox/sandbox-message-store.ts'
import { composePicture } from '../../src/sandbox/sandbox-picture.ts'
import { DEMO_RETAILER, query } from '../support/app.ts'
import { openStage, type Stage } from './onboarding-stage.ts'

const confirmPhone = (purchase: Purchase, code: string) =>
  confirmCode(stage.services, { purchase, isConfirmed: true }, code)

let stage: Stage
const origin = { ip: '203.0.113.7', userAgent: 'test' }

before(async () => {
  stage = await openStage()
})
after(() => stage.app.stop())

async function readCode(purchase: Purchase): Promise<string> {
  const { database, secrets } = stage.services
  const phone = { channel: 'SMS', to: purchase.customer.phone } as const
  const messages = await listSandboxMessages(database, secrets, DEMO_RETAILER, phone)
  const code = messages.find(message => message.code !== undefined)?.code
  assert.ok(code)
  return code
}

const hashOf = async (purchase: Purchase): Promise<string> =>
  computeContractHash(await composeTerms(stage.services, purchase))

const show = (kind: 'front' | 'back' | 'selfie') => (purchase: Purchase) =>
  receiveDocument(stage.services, purchase, { kind, bytes: composePicture(kind) })

/** Every operation, with the step it belongs to. */
const OPERATIONS: readonly (readonly [Step, (purchase: Purchase) => Promise<{ outcome: string }>])[] = [
  ['WAITING', purchase => startOnboarding(stage.services, purchase, { name: 'Maria Souza' })],
  ['CONFIRMATION', purchase => sendCode(stage.services, purchase, 'phone')],
  ['CONFIRMATION', purchase => confirmPhone(purchase, '000000')],
  ['FRONTDOC', show('front')],
  ['BACKDOC', show('back')],
  ['SELFIE', show('selfie')],
  ['INSURANCE', purchase => answerInsurance(stage.services, purchase, { accepted: true, origin })],
  ['SIGNATURE', purchase => sendCode(stage.services, purchase, 'signature')],
  [
    'SIGNATURE',
    async purchase =>
      signContract(stage.services, purchase, {
        code: '000000',
        contractHash: await hashOf(purchase),
        origin,
      }),
  ],
]

const STEPS: readonly Step[] = [
  'WAITING',
  'CONFIRMATION',
  'FRONTDOC',
  'BACKDOC',
  'SELFIE',
  'ASYNC_ANALYSE',
  'INSURANCE',
  'SIGNATURE',
  'ENTRY',
]

test('a step from any other state is refused with the current one, and changes nothing', async () => {
  const purchase = await stage.authorize({ choose: option => option.downPaymentValue > 0 })
  for (const step of STEPS) {
    const current = await stage.play(purchase, step)
    assert.equal(current.step, step)
    await refuseAllBut(current)
  }
})

test('the customer cannot continue at the desk or after the end of a purchase', async () => {
  const desk = await stage.play(await stage.authorize({ persona: '011' }), 'COMPLETE')
  assert.deepEqual([desk.status, desk.step], ['PENDING', 'DESK'])
  const refused = await stage.play(await stage.authorize({ persona: '012' }), 'COMPLETE')
  assert.deepEqual([refused.status, refused.cancelReason], ['CANCELED', 'ONBOARDING_REFUSED'])
  for (const purchase of [desk, refused]) await refuseAllBut(purchase)
})

async function refuseAllBut(purchase: Purchase): Promise<void> {
  const { status, step, moveCount } = purchase
  for (const [place, operate] of OPERATIONS) {
    if (status === 'PENDING' && place === step) continue
    assert.deepEqual(await operate(purchase), { outcome: 'wrong-step', status, step }, `${place} at ${step}`)
  }
  assert.equal((await stage.reload(purchase)).moveCount, moveCount)
}

test('an operation that was allowed when its page was loaded, but no longer is, is refused too', async () => {
  const old = await stage.authorize()
  await stage.play(old, 'FRONTDOC')
  const atFront = await stage.reload(old)
  await stage.play(old, 'SELFIE')
  const answer = await show('front')(atFront)
  assert.deepEqual(answer, { outcome: 'wrong-step', status: 'PENDING', step: 'SELFIE' })
  const documents = await listDocuments(stage.services.database, old.id)
  assert.deepEqual(
    documents.map(({ kind }) => kind),
    ['back', 'front'],
  )
})

test('a whole onboarding leaves all its evidence', async () => {
  const purchase = await stage.authorize({ choose: option => option.downPaymentValue > 0 })
  const entry = await stage.play(purchase, 'COMPLETE')
  assert.equal(entry.step, 'ENTRY')
  const { database, secrets } = stage.services
  const signature = await findSignature(database, secrets, purchase.id)
  const documents = await listDocuments(database, purchase.id)
  assert.equal(signature?.contractHash, await hashOf(entry))
  assert.deepEqual(signature?.origin, { ip: '203.0.113.7', userAgent: 'sandbox' })
  assert.deepEqual(signature?.signedAt, entry.signedAt)
  assert.deepEqual(
    signature?.documents,
    Object.fromEntries(documents.map(({ kind, sha256 }) => [kind, sha256])),
  )
  assert.equal(documents.length, 3)
})

test('insurance is asked about where the option has a twin; accepting it changes the contract that is signed', async () => {
  for (const accepted of [true, false]) {
    const purchase = await stage.authorize()
    assert.ok(purchase.insuredContract, 'the demonstration sells insurance')
    const asked = await stage.play(purchase, 'INSURANCE')
    assert.equal(asked.step, 'INSURANCE')
    const shown = await hashOf(asked)
    const answered = await stage.play(purchase, 'SIGNATURE', accepted)
    assert.equal(answered.hasInsurance, accepted)
    assert.equal((await hashOf(answered)) !== shown, accepted)
    const [consent] = await query<{ accepted: boolean }>(
      stage.app,
      'SELECT accepted FROM onboarding_consents WHERE root_id = $1',
      [purchase.id],
    )
    assert.equal(consent?.accepted, accepted)
  }
})

test('figures that the customer did not see, or a contract that was not opened, cannot be signed, and the code is not spent on them', async () => {
  const purchase = await stage.play(await stage.authorize(), 'SIGNATURE')
  await sendCode(stage.services, purchase, 'signature')
  const code = await readCode(purchase)
  const contractHash = await hashOf({ ...purchase, purchaseCentavos: 1 })
  const refused = await signContract(stage.services, purchase, { code, contractHash, origin })
  assert.deepEqual(refused, { outcome: 'contract-changed' })
  const unread = { code, contractHash: await hashOf(purchase), origin }
  assert.deepEqual(await signContract(stage.services, purchase, unread), { outcome: 'contract-unopened' })
  assert.equal((await openContract(stage.services, purchase)).outcome, 'opened')
  const signed = await signContract(stage.services, purchase, {
    code,
    contractHash: await hashOf(purchase),
    origin,
  })
  assert.equal(signed.outcome, 'advanced')
})

test('of ten parallel requests for the same step, one counts', async () => {
  const purchase = await stage.play(await stage.authorize(), 'CONFIRMATION')
  await sendCode(stage.services, purchase, 'phone')
  const code = await readCode(purchase)
  const ten = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 10 }, work))
  const confirmed = await ten(() => confirmPhone(purchase, code))
  assert.equal(confirmed.filter(({ outcome }) => outcome === 'advanced').length, 1)
  const atSelfie = await stage.play(purchase, 'SELFIE')
  const shown = await ten(() => show('selfie')(atSelfie))
  assert.equal(shown.filter(({ outcome }) => outcome === 'advanced').length, 1)
  const [stored] = await query<{ n: number }>(
    stage.app,
    `SELECT count(*) AS n FROM onboarding_documents WHERE root_id = $1 AND kind = 'selfie'`,
    [purchase.id],
  )
  assert.equal(stored?.n, 1)
})

test('a code is refused with one answer whether it is wrong, old, replaced or another purchase’s', async () => {
  const [mine, other] = [await stage.authorize(), await stage.authorize()]
  for (const each of [mine, other]) await stage.play(each, 'CONFIRMATION')
  const [atMine, atOther] = [await stage.reload(mine), await stage.reload(other)]
  await sendCode(stage.services, atMine, 'phone')
  const first = await readCode(mine)
  assert.deepEqual(await sendCode(stage.services, atMine, 'phone'), { outcome: 'wait', waitMs: 30_000 })
  stage.app.clock.advance({ ms: 30_000 })
  await sendCode(stage.services, atMine, 'phone')
  await sendCode(stage.services, atOther, 'phone')
  const [second, foreign] = [await readCode(mine), await readCode(other)]
  const refused = { outcome: 'code-refused' }
  for (const code of [first, foreign, 'abcdef'].filter(each => each !== second))
    assert.deepEqual(await confirmPhone(atMine, code), refused)
  stage.app.clock.advance({ minutes: 10 })
  assert.deepEqual(await confirmPhone(atMine, second), refused)
})

test('a file that is not a picture is refused with the reason, and the step stays open', async () => {
  const purchase = await stage.play(await stage.authorize(), 'FRONTDOC')
  const send = (bytes: Buffer) => receiveDocument(stage.services, purchase, { kind: 'front', bytes })
  const refused = { outcome: 'picture-refused' }
  assert.deepEqual(await send(Buffer.from('%PDF-1.7')), { ...refused, problem: 'not-a-picture' })
  assert.deepEqual(await send(Buffer.alloc(0)), { ...refused, problem: 'empty' })
  assert.deepEqual(await send(Buffer.alloc(8 * 1024 * 1024 + 1)), { ...refused, problem: 'too-large' })
  assert.equal((await stage.reload(purchase)).step, 'FRONTDOC')
})
