import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DecisionOutcome } from '../../src/contract/desk.ts'
import { CLOSING_FILES, type ClosingList, type ClosingView } from '../../src/contract/desk-closing.ts'
import { continueClosings } from '../../src/domains/closing/run-closing.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'

let app: TestApp
let analyst: DeskUser
let approver: DeskUser
let viewer: DeskUser
before(async () => {
  app = await startTestApp()
  await buyOpen(app)
  await moveClock(app, 'P25D')
  analyst = await newDeskUser(app, 'analyst')
  approver = await newDeskUser(app, 'approver')
  viewer = await newDeskUser(app, 'viewer')
})
after(() => app.stop())

const list = async (user: DeskUser) => (await user.get<ClosingList>('/closings')).body
const reason = 'conferi o balancete e os extratos'

test('a month is begun, proposed and approved at the desk by two people, and each act is noted', async () => {
  assert.deepEqual([(await list(analyst)).next, (await list(analyst)).closings], ['2026-03', []])
  expectError(await viewer.post('/closings', { month: '2026-03' }), { code: 'desk_forbidden' })
  expectError(await analyst.post('/closings', { month: '2026-04' }), {
    code: 'desk_closing_refused',
    message: 'Refused: 2026-04 is not over',
  })
  const { closingId } = (await analyst.post<{ closingId: string }>('/closings', { month: '2026-03' })).body
  expectError(await analyst.post(`/closings/${closingId}/decision`, { reason }), {
    code: 'desk_closing_refused',
    message: 'Refused: the snapshot is not complete',
  })
  await continueClosings(app.services)
  const ready = (await viewer.get<ClosingView>(`/closings/${closingId}`)).body
  assert.deepEqual([ready.state, ready.found, ready.contracts], ['READY', [], 1])
  assert.ok(ready.gross !== undefined && ready.gross > 0 && ready.stages.length === 4)
  const proposed = await analyst.post<DecisionOutcome>(`/closings/${closingId}/decision`, { reason })
  assert.equal(proposed.body.outcome, 'proposed')
  assert.equal((await list(analyst)).closings[0]?.isProposed, true)
  const { proposal } = (await approver.get<ClosingView>(`/closings/${closingId}`)).body
  assert.equal(proposal?.fourEyesReason, 'CLOSING')
  const answer = await approver.post<DecisionOutcome>(`/proposals/${proposal?.id}/answer`, {
    approve: true,
    reason,
  })
  assert.equal(answer.body.outcome, 'done')
  const [closed] = (await list(viewer)).closings
  assert.deepEqual([closed?.state, closed?.closedBy], ['CLOSED', approver.email])
  assert.equal((await list(viewer)).next, undefined)
  const actions = (await listAudit(app)).map(({ action }) => action)
  for (const action of ['closing.run', 'closing.propose', 'proposal.answer'])
    assert.ok(actions.includes(action), action)
})

test('the accountant’s files of a month are downloaded by those who may, and noted', async () => {
  const [closing] = (await list(analyst)).closings
  for (const file of CLOSING_FILES) {
    const path = `/closings/${closing?.closingId}/files/${file}`
    expectError(await viewer.get(path), { code: 'desk_forbidden' })
    const response = await fetch(`${app.url}/desk/api${path}`, { headers: { cookie: analyst.cookie } })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="${file}-2026-03.csv"`)
    assert.ok(text.split('\n').length > 2, file)
  }
  expectError(await analyst.get(`/closings/${closing?.closingId}/files/scr`), { code: 'desk_not_found' })
  const notes = (await listAudit(app)).filter(({ action }) => action === 'books.export')
  assert.equal(notes.length, CLOSING_FILES.length)
})
