import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { newId } from '../../../src/kernel/ids.ts'
import { richDemonstrationPolicy } from '../../../src/sandbox/demonstration-policies.ts'
import { DEMO_RETAILER, PLAIN_KEY, PLAIN_RETAILER } from '../../support/app.ts'
import { buyForDesk, newDeskPerson, newDeskUser } from '../../support/desk.ts'
import { optionsBody } from '../../support/people.ts'
import { type BreakIn, copyRow, sha256 } from './customer-break-ins.ts'
import type { Stage } from './stage.ts'

async function propose(stage: Stage) {
  const { app } = stage
  const [proposer, other] = [await newDeskUser(app, 'approver'), await newDeskPerson(app, 'approver')]
  const { transactionId } = await buyForDesk(app, { person: stage.newPerson('011'), value: 2_000 })
  const { body } = await proposer.get<{ version: number }>(`/cases/${transactionId}`)
  const decided = await proposer.post(`/cases/${transactionId}/decision`, {
    result: 'VALIDATED',
    reason: 'Conferido com o documento',
    version: body.version,
  })
  assert.equal(decided.body.outcome, 'proposed', decided.text)
  const { rows } = await stage.intruder.query<{ id: string }>(
    'SELECT id FROM desk_decisions WHERE transaction_id = $1',
    [transactionId],
  )
  const answer = () =>
    proposer.post(`/proposals/${rows[0]?.id}/answer`, { approve: true, reason: 'Conferido outra vez' })
  assert.notEqual((await answer()).status, 200, 'nobody answers their own proposal')
  return { answer, transactionId, other }
}

/** Keys of retailers, policies, and what operators of the desk may do. */
export const STAFF_BREAK_INS: readonly BreakIn[] = [
  {
    table: 'operator_sessions',
    what: 'row inserted with the hash of a known cookie',
    async attempt(stage) {
      const approver = await newDeskUser(stage.app, 'approver')
      const value = randomBytes(32).toString('base64url')
      await stage.intruder.query(
        copyRow('operator_sessions', `jsonb_build_object('id_hash', $2::bytea)`, 'operator_id = $1'),
        [approver.id, sha256(value)],
      )
      const cookie = approver.cookie.replace(/=.*/, `=${value}`)
      return (await fetch(`${stage.app.url}/desk/api/suspense`, { headers: { cookie } })).status === 200
    },
  },
  {
    table: 'operator_sessions',
    what: 'own session moved to an approver',
    async attempt(stage) {
      const [viewer, approver] = [
        await newDeskUser(stage.app, 'viewer'),
        await newDeskPerson(stage.app, 'approver'),
      ]
      await stage.intruder.query(
        `UPDATE operator_sessions SET operator_id = $2, role = 'approver' WHERE operator_id = $1`,
        [viewer.id, approver.id],
      )
      return (await viewer.get('/suspense')).status === 200
    },
  },
  {
    table: 'operators',
    what: 'viewer made an approver',
    async attempt(stage) {
      const viewer = await newDeskUser(stage.app, 'viewer')
      await stage.intruder.query(`UPDATE operators SET role = 'approver' WHERE id = $1`, [viewer.id])
      await stage.intruder.query(`UPDATE operator_sessions SET role = 'approver' WHERE operator_id = $1`, [
        viewer.id,
      ])
      return (await viewer.get('/suspense')).status === 200
    },
  },
  {
    table: 'api_keys',
    what: 'row inserted with the hash of a known key',
    async attempt(stage) {
      const key = `sk_homolog_${randomBytes(24).toString('hex').slice(0, 33)}`
      await stage.intruder.query(
        copyRow(
          'api_keys',
          `jsonb_build_object('id', $2::text, 'key_hash', $3::bytea)`,
          `retailer_id = $1 AND kind = 'secret'`,
        ),
        [DEMO_RETAILER, newId(), sha256(key)],
      )
      return (await stage.app.post('/options', optionsBody(key, stage.newPerson(), 900))).status === 200
    },
  },
  {
    table: 'api_keys',
    what: 'revoked key with the MAC that it had before',
    async attempt(stage) {
      const { retailers } = stage.app.services
      const { id, key } = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })
      const { rows } = await stage.intruder.query<{ mac: Buffer }>('SELECT mac FROM api_keys WHERE id = $1', [
        id,
      ])
      await retailers.revokeKey(id)
      await stage.intruder.query('UPDATE api_keys SET revoked_at = NULL, mac = $2 WHERE id = $1', [
        id,
        rows[0]?.mac,
      ])
      await stage.restart(stage.app.clock.now())
      return (await stage.app.post('/options', optionsBody(key, stage.newPerson(), 900))).status === 200
    },
  },
  {
    table: 'api_keys',
    what: 'rotated key with the row that it had before its end was moved',
    async attempt(stage) {
      const { retailers } = stage.app.services
      const { id, key } = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })
      const { rows } = await stage.intruder.query<{ mac: Buffer }>('SELECT mac FROM api_keys WHERE id = $1', [
        id,
      ])
      await retailers.rotateKey(id, { oldEndsAt: new Date(stage.app.clock.now().getTime() + 60_000) })
      await stage.intruder.query(
        'UPDATE api_keys SET expires_at = NULL, version = 0, mac = $2 WHERE id = $1',
        [id, rows[0]?.mac],
      )
      await stage.restart(stage.app.clock.now())
      return (await stage.app.post('/options', optionsBody(key, stage.newPerson(), 900))).status === 200
    },
  },
  {
    table: 'credit_policies',
    what: 'next version with limits × 100',
    async attempt(stage) {
      const ask = () => stage.app.post('/options', optionsBody(PLAIN_KEY, stage.newPerson(), 50_000))
      assert.notEqual((await ask()).body.result, 'APPROVED')
      const { limits, pricing } = richDemonstrationPolicy
      const ranges = pricing.ranges.map(range => ({
        ...range,
        ...(range.upTo === 10_000 && { upTo: 1_000_000 }),
      }))
      const document = {
        ...richDemonstrationPolicy,
        purchaseValue: { minimum: 150, maximum: 1_000_000 },
        limits: limits.map(each => ({ ...each, limit: each.limit * 100 })),
        pricing: { ...pricing, ranges },
      }
      await stage.intruder.query(
        copyRow(
          'credit_policies',
          `jsonb_build_object('id', $1::text, 'version', r.version + 1, 'document', $2::jsonb)`,
          `r.retailer_id = '${PLAIN_RETAILER}'`,
        ),
        [newId(), document],
      )
      await stage.restart(stage.app.clock.now())
      return (await ask()).body.result === 'APPROVED'
    },
  },
  {
    table: 'desk_decisions',
    what: 'own proposal in another operator’s name',
    async attempt(stage) {
      const { answer, transactionId, other } = await propose(stage)
      await stage.intruder.query('UPDATE desk_decisions SET decided_by = $2 WHERE transaction_id = $1', [
        transactionId,
        other.id,
      ])
      return (await answer()).status === 200
    },
  },
]
