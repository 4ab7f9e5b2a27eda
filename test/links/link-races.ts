import assert from 'node:assert/strict'
import type { AuthorizedPurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import type { TestApp } from '../support/app.ts'
import { newPerson } from '../support/people.ts'
import { readStatus } from '../support/purchase-http.ts'
import { expectSoundBooks, pay, play } from '../support/purchases.ts'
import { askDelete, claim, listActions, newLink, readLink } from './link-calls.ts'

/** Deletion against the authorization: whatever comes first, link and purchase agree afterwards. */
export async function raceAuthorization(app: TestApp): Promise<'deleted' | 'canceled'> {
  const link = await newLink(app)
  const [claimed, deleted] = await Promise.allSettled([
    claim(app, link, { person: newPerson() }),
    askDelete(app, link.id),
  ])
  assert.ok(deleted.status === 'fulfilled' && deleted.value.status === 200, JSON.stringify(deleted))
  const { status, transactionId } = await readLink(app, link.id)
  assert.equal(status, 'DELETED')
  if (claimed.status === 'rejected') {
    assert.equal(transactionId, undefined)
    assert.deepEqual(await listActions(app, link.id), ['DELETED'])
    return 'deleted'
  }
  assert.equal(transactionId, claimed.value.purchase.id)
  assert.equal(await readStatus(app, claimed.value.purchase.id), 'CANCELED')
  assert.deepEqual(await listActions(app, link.id), ['CLAIMED', 'DELETED'])
  return 'canceled'
}

/** Deletion against the payment that completes the purchase. */
export async function racePayment(app: TestApp): Promise<'completed' | 'canceled'> {
  const link = await newLink(app)
  const { purchase, downPaymentBillet } = await claim(app, link, { person: newPerson() })
  await play(app, purchase.id)
  const [paid, deleted] = await Promise.all([pay(app, downPaymentBillet), askDelete(app, link.id)])
  assert.ok(paid)
  const { status } = await readLink(app, link.id)
  const isCompleted = deleted.status === 409
  assert.equal(deleted.status, isCompleted ? 409 : 200, deleted.text)
  assert.equal(status, isCompleted ? 'COMPLETED' : 'DELETED')
  assert.equal(await readStatus(app, purchase.id), isCompleted ? 'OPEN' : 'CANCELED')
  assert.equal((await listActions(app, link.id)).at(-1), isCompleted ? 'COMPLETED' : 'DELETED')
  return isCompleted ? 'completed' : 'canceled'
}

export async function raceRounds(app: TestApp, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await raceAuthorization(app)
    await racePayment(app)
  }
  await expectSoundBooks(app)
}

/** Many people claim one link at once: who won. */
export async function raceClaims(app: TestApp, people: number): Promise<void> {
  const link = await newLink(app)
  const outcomes = await Promise.allSettled(
    Array.from({ length: people }, () => claim(app, link, { person: newPerson() })),
  )
  const won = outcomes.filter(
    (each): each is PromiseFulfilledResult<AuthorizedPurchase> => each.status === 'fulfilled',
  )
  assert.equal(won.length, 1)
  const { status, transactionId } = await readLink(app, link.id)
  assert.deepEqual([status, transactionId], ['CLAIMED', won[0]?.value.purchase.id])
  assert.deepEqual(await listActions(app, link.id), ['CLAIMED'])
  await expectSoundBooks(app)
}
