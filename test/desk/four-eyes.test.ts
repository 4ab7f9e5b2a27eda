import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findForgedRows } from '../../src/app/upkeep/find-forged-rows.ts'
import type { CaseView, DecisionOutcome } from '../../src/contract/desk.ts'
import { newId } from '../../src/kernel/ids.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buyForDesk, type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'

/* What somebody who may write to the database, without ENCRYPTION_KEY, can do to a decision of two people: nothing. */

let app: TestApp
let proposer: DeskUser
let other: DeskUser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', DESK_FOUR_EYES_ABOVE: '1' } })
  proposer = await newDeskUser(app, 'approver')
  other = await newDeskUser(app, 'approver')
})
after(() => app.stop())

type Outcome = DecisionOutcome & Record<string, unknown>

async function propose(): Promise<{ transactionId: string; proposalId: string }> {
  const { transactionId } = await buyForDesk(app)
  return { transactionId, proposalId: await validate(transactionId) }
}

async function validate(transactionId: string): Promise<string> {
  const { version } = (await proposer.get<CaseView>(`/cases/${transactionId}`)).body
  const proposed = await proposer.post<Outcome>(`/cases/${transactionId}/decision`, {
    result: 'VALIDATED',
    reason: 'Conferido com o documento',
    version,
  })
  assert.equal(proposed.body.outcome, 'proposed', proposed.text)
  return proposed.body.decision.id
}

const answer = (user: DeskUser, proposalId: string, approve = true) =>
  user.post<Outcome>(`/proposals/${proposalId}/answer`, { approve, reason: 'Confere com o documento' })

/** Past the trigger, as the owner of the tables could. */
const forge = (change: string, values: readonly unknown[]) =>
  asAdministratorOf(app.testDatabase, async client => {
    await client.query('SET session_replication_role = replica')
    await client.query(change, [...values])
  })

const readStep = async (transactionId: string): Promise<string> =>
  (await proposer.get<CaseView>(`/cases/${transactionId}`)).body.step

const listReported = async (): Promise<string[]> =>
  (await listAudit(app))
    .filter(({ action, details }) => action === 'refused.forged-row' && details.table === 'desk_decisions')
    .map(({ subject }) => subject ?? '')

test('the database refuses to change who proposed what, and to change a decision that was made', async () => {
  const { proposalId } = await propose()
  for (const change of [`decided_by = '${other.id}'`, 'amount_centavos = 1', `result = 'REFUSED'`])
    await assert.rejects(
      query(app, `UPDATE desk_decisions SET ${change} WHERE id = $1`, [proposalId]),
      /cannot change any more/,
      change,
    )
  assert.equal((await answer(other, proposalId, false)).status, 200)
  await assert.rejects(
    query(
      app,
      `UPDATE desk_decisions SET state = 'proposed', answered_by = NULL, answered_at = NULL WHERE id = $1`,
      [proposalId],
    ),
    /cannot change any more/,
  )
})

test('a proposal that names another proposer, amount, subject or result is answered by nobody, and reported', async () => {
  const foreign = await buyForDesk(app)
  for (const change of [
    `decided_by = '${other.id}'`,
    'amount_centavos = 1',
    `subject_id = '${foreign.transactionId}'`,
    `target = 'front'`,
    `four_eyes_reason = NULL`,
    `mac = sha256(mac)`,
  ]) {
    const { transactionId, proposalId } = await propose()
    await forge(`UPDATE desk_decisions SET ${change} WHERE id = $1`, [proposalId])
    for (const user of [proposer, other])
      expectError(await answer(user, proposalId), { code: 'desk_proposal_forged' })
    assert.equal(await readStep(transactionId), 'DESK', change)
    assert.ok((await listReported()).includes(proposalId), change)
    await forge(`UPDATE desk_decisions SET state = 'overtaken' WHERE id = $1`, [proposalId])
  }
  assert.match(app.logged(), /"level":"error".*forged_row/)
})

test('a proposal that was inserted by SQL under the name of another operator is answered by nobody', async () => {
  const { transactionId, proposalId } = await propose()
  assert.equal((await answer(other, proposalId, false)).status, 200)
  const id = newId(app.clock.now().getTime())
  await query(
    app,
    `INSERT INTO desk_decisions (id, subject_kind, subject_id, subject_version, result, reason, amount_centavos, state,
       decided_by, decided_at, four_eyes_reason, mac)
     SELECT $1, subject_kind, subject_id, subject_version, result, reason, amount_centavos, 'proposed', $2, decided_at,
       four_eyes_reason, mac FROM desk_decisions WHERE id = $3`,
    [id, other.id, proposalId],
  )
  await findForgedRows(app.services)
  assert.ok((await listReported()).includes(id), 'found before anybody uses it')
  expectError(await answer(proposer, id), { code: 'desk_proposal_forged' })
  assert.equal(await readStep(transactionId), 'DESK')
  const again = await validate(transactionId)
  assert.equal((await answer(other, again)).body.outcome, 'done', 'a forged proposal blocks no decision')
})

test('an answered proposal whose older row was put back, MAC and all, is answered by nobody', async () => {
  const { transactionId, proposalId } = await propose()
  const [old] = await query<{ mac: Buffer }>(app, 'SELECT mac FROM desk_decisions WHERE id = $1', [
    proposalId,
  ])
  assert.equal((await answer(other, proposalId, false)).status, 200)
  await forge(
    `UPDATE desk_decisions SET state = 'proposed', answered_by = NULL, answered_at = NULL, answer_reason = NULL, mac = $2
     WHERE id = $1`,
    [proposalId, old?.mac],
  )
  expectError(await answer(other, proposalId), { code: 'desk_proposal_forged' })
  assert.equal(await readStep(transactionId), 'DESK')
})

test('a proposal is held against the audit log: where it names another proposer, nobody answers', async () => {
  const { transactionId, proposalId } = await propose()
  await query(
    app,
    `INSERT INTO audit_notes (at, operator_id, action, subject, details) VALUES (now(), $1, 'case.propose', $2, $3)`,
    [other.id, transactionId, JSON.stringify({ decisionId: proposalId })],
  )
  expectError(await answer(other, proposalId), { code: 'desk_proposal_forged' })
  assert.equal(await readStep(transactionId), 'DESK')
})
