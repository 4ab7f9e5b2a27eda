import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runAudited } from '../../src/cli/audited.ts'
import { proposalCommands } from '../../src/cli/proposals.ts'
import type { CaseView, DecisionOutcome } from '../../src/contract/desk.ts'
import { newId } from '../../src/kernel/ids.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, buyForDesk, type DeskUser, newDeskUser } from '../support/desk.ts'

/* What was proposed at the desk is answered at the command line, by the same rules. */

let app: TestApp
let ana: DeskUser
let bia: DeskUser
let caio: DeskUser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', DESK_FOUR_EYES_ABOVE: '1' } })
  ana = await newDeskUser(app, 'approver')
  bia = await newDeskUser(app, 'approver')
  caio = await newDeskUser(app, 'analyst')
})
after(() => app.stop())

async function propose(): Promise<{ transactionId: string; proposalId: string }> {
  const { transactionId } = await buyForDesk(app)
  const { version } = (await ana.get<CaseView>(`/cases/${transactionId}`)).body
  const { body } = await ana.post<DecisionOutcome & Record<string, unknown>>(
    `/cases/${transactionId}/decision`,
    { result: 'VALIDATED', reason: 'Conferido com o documento', version },
  )
  return { transactionId, proposalId: body.decision.id }
}

const readStep = async (transactionId: string): Promise<string> =>
  (await ana.get<CaseView>(`/cases/${transactionId}`)).body.step

function run(name: string, words: readonly string[], by: DeskUser, reason = 'Confere'): Promise<string> {
  const command = proposalCommands[name] ?? assert.fail(name)
  const ask = answerWithCodes(app, [ana, bia, caio])
  const line = { words: [...name.split(' '), ...words], options: { as: by.email, reason }, ask }
  return runAudited(app.services, command, line)
}

test('a second person approves a proposal with a code of the authenticator; an analyst and the proposer may not', async () => {
  const { transactionId, proposalId } = await propose()
  assert.match(
    await run('proposals list', [], bia),
    new RegExp(`${proposalId} {2}VALIDATED of identification ${transactionId}\\n.*\\n.*${ana.email}`),
  )
  await assert.rejects(run('proposals approve', [proposalId], ana), /another person|second person/i)
  await assert.rejects(run('proposals approve', [proposalId], caio), /analyst: this role may not do it/)
  await assert.rejects(run('proposals approve', [proposalId], bia, 'ok'), /--reason must have 5 to 500/)
  await assert.rejects(run('proposals approve', [newId()], bia), /There is no such case/)
  const before = await readStep(transactionId)
  assert.equal(
    await run('proposals approve', [proposalId], bia),
    `approved and done: identification ${transactionId}`,
  )
  assert.notEqual(await readStep(transactionId), before)
  assert.equal(await run('proposals list', [], bia), 'nothing waits for a second person')
  await assert.rejects(run('proposals decline', [proposalId], bia), /changed/)
})

test('a declined proposal leaves its subject as it was', async () => {
  const { transactionId, proposalId } = await propose()
  const before = await readStep(transactionId)
  assert.equal(await run('proposals decline', [proposalId], bia), `declined: identification ${transactionId}`)
  assert.equal(await readStep(transactionId), before)
})
