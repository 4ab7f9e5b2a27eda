import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Billet } from '../../../src/domains/receivables/billets/billet.ts'
import { listBillets } from '../../../src/domains/receivables/billets/store/billets.ts'
import { cancelBillets } from '../../../src/domains/receivables/issue-receivables.ts'
import { type BankDesk, openBankDesk, reportPaid, writeReturn } from './bank-desk.ts'
import type { ReturnedTitle } from './return-text.ts'

let desk: BankDesk
let files = 0
beforeEach(async () => {
  desk = await openBankDesk()
})
afterEach(() => desk.close())

async function issueOne(): Promise<Billet> {
  const [billet] = await desk.issue(1, { count: 1 })
  return billet ?? assert.fail()
}

async function importReturn(billet: Billet, changes: Partial<ReturnedTitle>): Promise<string> {
  files += 1
  const title = reportPaid(billet, { paid: 0, credited: 0, ...changes })
  await desk.write(`${files}.ret`, writeReturn([title], files))
  return desk.run('bank import', `${files}.ret`)
}

function exportFile(): Promise<string> {
  files += 1
  return desk.run('bank export', `${files}.rem`)
}
const cancel = (billet: Billet) =>
  desk.services.database.transaction(tx => cancelBillets(tx, desk.services.secrets, billet, desk.clock.now()))

async function registrationOf({ retailerId, transactionId, id }: Billet): Promise<string | undefined> {
  const { database, secrets } = desk.services
  const billets = await listBillets(database, secrets, retailerId, transactionId)
  return billets.find(each => each.id === id)?.registration
}

/** State and tries of an order. */
async function orderOf(billet: Billet, movement: string): Promise<string | undefined> {
  const text = `SELECT state || ' ' || tries AS order FROM bank_orders WHERE billet_id = $1 AND movement = $2`
  return (await desk.services.database.run<{ order: string }>({ name: '', text }, [billet.id, movement]))[0]
    ?.order
}

const countCases = (kind: string): Promise<number> =>
  desk.count('registration_cases', `kind = '${kind}' AND closed_at IS NULL`)

test('a billet is registered when the bank says so, and not when its file is written', async () => {
  const billet = await issueOne()
  await exportFile()
  assert.equal(await registrationOf(billet), 'pending')
  await importReturn(billet, { occurrence: '02' })
  assert.deepEqual(
    [await registrationOf(billet), await orderOf(billet, 'register')],
    ['registered', 'confirmed 0'],
  )
})

for (const occurrence of ['03', '26', '30'])
  test(`occurrence ${occurrence} about an unanswered registration rejects it and opens one case in words`, async () => {
    const billet = await issueOne()
    await exportFile()
    await importReturn(billet, { occurrence, reasons: '4851' })
    await importReturn(billet, { occurrence, reasons: '48' })
    assert.equal(await registrationOf(billet), 'rejected')
    const text = 'SELECT reasons FROM registration_cases'
    assert.deepEqual(await desk.services.database.run({ name: '', text }, []), [
      { reasons: ['the postal code is wrong', 'the postal code lies in another state'] },
    ])
    // A title that the bank does not have is not written off there.
    await cancel(billet)
    assert.deepEqual([await orderOf(billet, 'write-off'), await countCases('REJECTED')], ['canceled 0', 0])
  })

test('a payment of an unanswered title proves that it was registered', async () => {
  const billet = await issueOne()
  await exportFile()
  await importReturn(billet, { paid: billet.amountCentavos, credited: billet.amountCentavos })
  assert.equal(await registrationOf(billet), 'registered')
})

test('a refused write-off is sent again twice, and then a person has to look', async () => {
  const billet = await issueOne()
  await exportFile()
  await importReturn(billet, { occurrence: '02' })
  await cancel(billet)
  for (const expected of ['pending 1', 'pending 2', 'rejected 3']) {
    assert.match(await exportFile(), /with 1 orders/)
    await importReturn(billet, { occurrence: '26', reasons: '04' })
    assert.equal(await orderOf(billet, 'write-off'), expected)
  }
  assert.equal(await exportFile(), 'no orders wait for this account')
  assert.deepEqual([await countCases('WRITE_OFF_REFUSED'), await registrationOf(billet)], [1, 'registered'])
})

test('a write-off is not sent any more once the registration before it was rejected', async () => {
  const billet = await issueOne()
  await exportFile()
  await cancel(billet)
  await importReturn(billet, { occurrence: '03', reasons: '48' })
  assert.deepEqual([await orderOf(billet, 'write-off'), await countCases('REJECTED')], ['canceled 0', 0])
  assert.equal(await exportFile(), 'no orders wait for this account')
})

test('a title that the bank registered although its registration was taken back is written off', async () => {
  const billet = await issueOne()
  await cancel(billet)
  await importReturn(billet, { occurrence: '02' })
  assert.deepEqual(
    [await orderOf(billet, 'register'), await orderOf(billet, 'write-off')],
    ['confirmed 0', 'pending 0'],
  )
})
