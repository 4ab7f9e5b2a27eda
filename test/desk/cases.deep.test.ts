import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { Applicant, CaseView, DecisionOutcome, QueuedCase } from '../../src/contract/desk.ts'
import { findPictureRequest } from '../../src/domains/onboarding/store.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buyForDesk, countAudit, type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { buy, cancel, listPublished, pay, playUntil, read, readStatus } from '../support/purchase-http.ts'

let app: TestApp
let analyst: DeskUser
let approver: DeskUser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', DESK_FOUR_EYES_ABOVE: '3000' } })
  analyst = await newDeskUser(app, 'analyst')
  approver = await newDeskUser(app, 'approver')
})
after(() => app.stop())

const queue = async (search = ''): Promise<QueuedCase[]> => {
  const answer = await analyst.get<{ cases: QueuedCase[] }>(`/cases?search=${encodeURIComponent(search)}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.cases
}
const view = async (transactionId: string, user = analyst): Promise<CaseView> => {
  const answer = await user.get<CaseView>(`/cases/${transactionId}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const decide = (
  user: DeskUser,
  transactionId: string,
  result: string,
  more: { readonly version: number; readonly picture?: string; readonly reason?: string },
) =>
  user.post<DecisionOutcome & Record<string, unknown>>(`/cases/${transactionId}/decision`, {
    result,
    reason: 'Conferido com o documento',
    ...more,
  })

test('the queue shows who waits, the longest first, and is searched by order, CPF and transaction', async () => {
  const first = await buyForDesk(app)
  app.clock.advance({ minutes: 3 })
  const second = await buyForDesk(app)
  const waiting = (await queue()).map(({ transactionId }) => transactionId)
  assert.deepEqual(waiting, [first.transactionId, second.transactionId])
  // A payment changes the purchase, but not the start of its wait.
  const { downPaymentBillet } = await read(app, first.transactionId)
  app.clock.advance({ minutes: 1 })
  await pay(app, downPaymentBillet?.id ?? '')
  const [oldest] = await queue()
  assert.equal(oldest?.transactionId, first.transactionId)
  assert.ok(app.clock.now().getTime() - Date.parse(oldest?.since ?? '') >= 4 * 60_000)
  const { cpf } = second.person
  const masked = cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-')
  for (const search of [second.orderId, cpf, masked, second.transactionId, ` ${second.orderId} `])
    assert.deepEqual(
      (await queue(search)).map(({ transactionId }) => transactionId),
      [second.transactionId],
      search,
    )
  const start = await countAudit(app)
  assert.deepEqual(await queue('order of nobody'), [])
  const [noted] = await listAudit(app, start)
  assert.deepEqual([noted?.action, noted?.details], ['queue.view', { isSearch: true, found: 0 }])
  assert.ok(!JSON.stringify(await queue()).includes(cpf))
})

test('a case shows masked data, figures, pictures, decision trace and history; the view is audited', async () => {
  const { transactionId, person, orderId } = await buyForDesk(app)
  const start = await countAudit(app)
  const shown = await view(transactionId)
  assert.equal(shown.orderId, orderId)
  assert.deepEqual(shown.pictures.map(({ kind }) => kind).sort(), ['back', 'front', 'selfie'])
  assert.equal(shown.credit?.isReproduced, true)
  assert.ok(shown.credit?.rules.some(({ rule, passed }) => rule === 'score-at-or-above-cut' && passed))
  assert.equal(shown.history.at(-1)?.event, 'analysis-unsure')
  const text = JSON.stringify(shown)
  for (const secret of [person.cpf, person.phone, person.email, 'Paulista']) assert.ok(!text.includes(secret))
  const revealed = await analyst.post<Applicant>(`/cases/${transactionId}/reveal`)
  const [cpf] = revealed.body.facts.filter(({ fact }) => fact === 'cpf')
  assert.equal(cpf?.values[0]?.value.replaceAll(/\D/g, ''), person.cpf)
  assert.equal(revealed.body.email, person.email)
  assert.match(String(revealed.body.address), /Avenida Paulista, 1578/)
  assert.deepEqual(
    (await listAudit(app, start)).map(({ action, subject, operatorId }) => [action, subject, operatorId]),
    [
      ['case.view', transactionId, analyst.id],
      ['case.reveal', transactionId, analyst.id],
    ],
  )
})

test('a purchase that never was at the desk cannot be viewed there', async () => {
  const { transactionId } = await buy(app)
  expectError(await analyst.get(`/cases/${transactionId}`), { code: 'desk_not_found' })
  expectError(await analyst.post(`/cases/${transactionId}/reveal`), { code: 'desk_not_found' })
  expectError(await analyst.get('/cases/nonsense'), { code: 'desk_not_found' })
})

test('a picture can be viewed for a minute, by the requesting session only, watermarked with the operator', async () => {
  const { transactionId } = await buyForDesk(app)
  const { pictures } = await view(transactionId)
  const [picture] = pictures
  assert.ok(picture)
  const start = await countAudit(app)
  const allowed = await analyst.post(`/cases/${transactionId}/pictures/${picture.id}`)
  assert.equal(allowed.status, 200, allowed.text)
  const [noted] = await listAudit(app, start)
  assert.deepEqual(
    [noted?.action, noted?.subject, noted?.details.documentId],
    ['picture.view', transactionId, picture.id],
  )
  const url = `${app.url}${allowed.body.url}`
  const open = (user: DeskUser, address = url) => fetch(address, { headers: { cookie: user.cookie } })
  const response = await open(analyst)
  assert.equal(response.status, 200)
  assert.deepEqual(
    [response.headers.get('content-type'), response.headers.get('cache-control')],
    ['image/jpeg', 'no-store'],
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  assert.deepEqual([width, height], [640, 400])
  const { channels } = await sharp(bytes).stats()
  assert.ok((channels[0]?.stdev ?? 0) > 2, 'a plain picture has a mark on it')
  assert.equal((await open(approver)).status, 404, 'of another session')
  assert.equal((await open(analyst, `${url}x`)).status, 404)
  app.clock.advance({ minutes: 1, ms: 1 })
  assert.equal((await open(analyst)).status, 404, 'after a minute')
  const strange = `/cases/${transactionId}/pictures/${transactionId}`
  expectError(await analyst.post(strange), { code: 'desk_not_found' })
})

test('VALIDATED goes on, REFUSED ends the purchase, and both need a reason', async () => {
  const [good, bad] = [await buyForDesk(app), await buyForDesk(app)]
  const { version } = await view(good.transactionId)
  for (const reason of ['', 'abc', 'x'.repeat(501)])
    expectError(await decide(analyst, good.transactionId, 'VALIDATED', { version, reason }), {
      code: 'invalid_parameters',
      message: 'reason must be a text of 5 to 500 characters',
    })
  const start = await countAudit(app)
  const validated = await decide(analyst, good.transactionId, 'VALIDATED', { version })
  assert.equal(validated.body.outcome, 'done')
  assert.deepEqual((await listPublished(app, good.transactionId)).slice(-2), ['DESK', 'INSURANCE'])
  const [noted] = await listAudit(app, start)
  assert.deepEqual([noted?.action, noted?.details.result], ['case.decide', 'VALIDATED'])
  const refusal = { version: (await view(bad.transactionId)).version, reason: 'Foto de outra pessoa' }
  await decide(analyst, bad.transactionId, 'REFUSED', refusal)
  assert.equal(await readStatus(app, bad.transactionId), 'CANCELED')
  const { cancelReason } = await read(app, bad.transactionId)
  assert.equal(cancelReason, 'ONBOARDING_REFUSED')
  const found = await queue(bad.orderId)
  assert.deepEqual(
    found.map(({ isWaiting, status }) => [isWaiting, status]),
    [[false, 'CANCELED']],
  )
  const [decision] = (await view(bad.transactionId)).decisions
  assert.deepEqual([decision?.reason, decision?.decidedBy.id], ['Foto de outra pessoa', analyst.id])
  const [row] = await query<{ found: boolean }>(
    app,
    `SELECT bool_or(position('Foto'::bytea IN d.reason) > 0) AS found FROM desk_decisions d`,
  )
  assert.equal(row?.found, false, 'reasons are sealed')
})

test('a new picture is asked for with a reason that the customer can be shown, and comes back to the desk', async () => {
  const { transactionId } = await buyForDesk(app)
  const { version } = await view(transactionId)
  expectError(await decide(analyst, transactionId, 'ASK_AGAIN', { version }), {
    code: 'invalid_parameters',
    fields: ['picture'],
    message: 'picture must say which picture to ask for again',
  })
  const reason = 'O verso está escuro: tire a foto perto de uma janela'
  await decide(analyst, transactionId, 'ASK_AGAIN', { version, picture: 'back', reason })
  assert.equal((await listPublished(app, transactionId)).at(-1), 'BACKDOC')
  const { secrets } = app.services
  const findAsked = () => findPictureRequest(app.database, secrets, { transactionId, kind: 'back' })
  assert.equal(await findAsked(), reason)
  app.clock.advance({ minutes: 1 })
  await playUntil(app, transactionId, 'DESK')
  const again = await view(transactionId)
  assert.ok(again.version > version)
  // An operator who still sees the old pictures cannot decide about the new ones.
  expectError(await decide(analyst, transactionId, 'VALIDATED', { version }), { code: 'desk_case_changed' })
  assert.equal((await decide(analyst, transactionId, 'VALIDATED', { version: again.version })).status, 200)
  assert.equal(await findAsked(), undefined)
})

test('of ten parallel decisions about one case exactly one counts, and the others are refused', async () => {
  const { transactionId } = await buyForDesk(app)
  const { version } = await view(transactionId)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      decide(index % 2 === 0 ? analyst : approver, transactionId, index % 3 === 0 ? 'REFUSED' : 'VALIDATED', {
        version,
      }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const { status, body } of answers)
    assert.ok(status === 200 || body.code === 'desk_case_changed' || body.code === 'desk_case_taken')
  const { decisions } = await view(transactionId)
  assert.equal(decisions.length, 1)
})

test('a claimed case is closed to others for ten minutes, or until it is released', async () => {
  const { transactionId } = await buyForDesk(app)
  const { version } = await view(transactionId)
  const claim = { kind: 'identification', subjectId: transactionId }
  const start = await countAudit(app)
  assert.equal((await analyst.post('/claims', claim)).status, 200)
  assert.equal((await listAudit(app, start))[0]?.action, 'case.claim')
  assert.equal((await analyst.post('/claims', claim)).status, 200, 'again is longer')
  expectError(await approver.post('/claims', claim), { code: 'desk_case_taken' })
  expectError(await decide(approver, transactionId, 'REFUSED', { version }), { code: 'desk_case_taken' })
  assert.equal((await view(transactionId, approver)).claimedBy?.id, analyst.id)
  app.clock.advance({ minutes: 10, ms: 1 })
  assert.equal((await approver.post('/claims', claim)).status, 200)
  expectError(await analyst.post('/claims', claim), { code: 'desk_case_taken' })
  await approver.post('/claims/release', claim)
  assert.equal((await decide(analyst, transactionId, 'VALIDATED', { version })).status, 200)
})

test('above the limit a validation is only proposed; the same person cannot approve it, another approver can', async () => {
  const { transactionId } = await buyForDesk(app, { value: 6_000 })
  const { version } = await view(transactionId)
  const proposed = await decide(approver, transactionId, 'VALIDATED', { version })
  assert.equal(proposed.body.outcome, 'proposed')
  const proposalId = proposed.body.decision.id
  assert.equal((await view(transactionId)).isWaiting, true)
  expectError(await decide(analyst, transactionId, 'REFUSED', { version }), { code: 'desk_proposal_open' })
  const answer = { approve: true, reason: 'Confere com o selfie' }
  const start = await countAudit(app)
  expectError(await approver.post(`/proposals/${proposalId}/answer`, answer), { code: 'desk_four_eyes' })
  assert.equal((await listAudit(app, start))[0]?.action, 'proposal.refused')
  expectError(await analyst.post(`/proposals/${proposalId}/answer`, answer), { code: 'desk_forbidden' })
  const second = await newDeskUser(app, 'approver')
  const listed = await second.get<{ proposals: { id: string }[] }>('/proposals')
  assert.ok(listed.body.proposals.some(({ id }) => id === proposalId))
  const answers = await Promise.all(
    [1, 2, 3].map(() => second.post<DecisionOutcome>(`/proposals/${proposalId}/answer`, answer)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  assert.equal((await listPublished(app, transactionId)).at(-1), 'INSURANCE')
  const [decision] = (await view(transactionId)).decisions
  assert.deepEqual([decision?.decidedBy.id, decision?.answeredBy?.id], [approver.id, second.id])
})

test('a proposal can be sent back, and becomes obsolete when its case changes', async () => {
  const { transactionId } = await buyForDesk(app, { value: 6_000 })
  const { version } = await view(transactionId)
  const propose = async () =>
    (await decide(analyst, transactionId, 'VALIDATED', { version })).body.decision.id
  const declined = await approver.post<DecisionOutcome>(`/proposals/${await propose()}/answer`, {
    approve: false,
    reason: 'Rosto não confere',
  })
  assert.equal(declined.body.outcome, 'declined')
  assert.equal((await view(transactionId)).isWaiting, true)
  const again = await propose()
  await cancel(app, transactionId)
  const late = await approver.post(`/proposals/${again}/answer`, { approve: true, reason: 'Confere' })
  expectError(late, { code: 'desk_case_changed' })
  assert.deepEqual(
    (await view(transactionId)).decisions.map(({ state }) => state),
    ['overtaken', 'declined'],
  )
  expectError(await approver.post('/proposals/nonsense/answer', { approve: true, reason: 'Confere' }), {
    code: 'desk_not_found',
  })
})

test('the database itself refuses that one person proposes and approves', async () => {
  const { transactionId } = await buyForDesk(app, { value: 6_000 })
  const { version } = await view(transactionId)
  const { body } = await decide(analyst, transactionId, 'VALIDATED', { version })
  await assert.rejects(
    query(
      app,
      `UPDATE desk_decisions SET state = 'done', answered_by = decided_by, answered_at = now() WHERE id = $1`,
      [body.decision.id],
    ),
    { code: '23514', constraint: 'desk_decisions_four_eyes' },
  )
})
