import assert from 'node:assert/strict'
import type { DecisionOutcome, QueuedSuspense, SuspenseView } from '../../src/contract/desk.ts'
import { type Answer, startTestApp, type TestApp } from './app.ts'
import { type DeskUser, newDeskUser } from './desk.ts'

/** Money in suspense as the desk sees it, and what an analyst and an approver do about it. */
export interface SuspenseDesk {
  readonly analyst: DeskUser
  readonly approver: DeskUser
  list(): Promise<QueuedSuspense[]>
  view(caseId: string, search?: string): Promise<SuspenseView>
  resolve(
    caseId: string,
    result: string,
    billetId?: string,
    user?: DeskUser,
  ): Promise<Answer<DecisionOutcome & Record<string, unknown>>>
  approve(decisionId: string): Promise<Answer>
  /** The first one that waits for a purchase. */
  caseOf(transactionId: string): Promise<QueuedSuspense>
}

/** With limits that a few payments reach. */
export const startSuspenseApp = (): Promise<TestApp> =>
  startTestApp({ env: { ROLE: 'api', DESK_FOUR_EYES_ABOVE: '3000', DESK_ALONE_DAILY_LIMIT: '6000' } })

export async function openSuspenseDesk(app: TestApp): Promise<SuspenseDesk> {
  const analyst = await newDeskUser(app, 'analyst')
  const approver = await newDeskUser(app, 'approver')
  const list = async () => (await analyst.get<{ payments: QueuedSuspense[] }>('/suspense')).body.payments
  return {
    analyst,
    approver,
    list,
    async view(caseId, search = '') {
      const path = `/suspense/${caseId}?search=${encodeURIComponent(search)}`
      const answer = await analyst.get<SuspenseView>(path)
      assert.equal(answer.status, 200, answer.text)
      return answer.body
    },
    resolve: (caseId, result, billetId, user = analyst) =>
      user.post<DecisionOutcome & Record<string, unknown>>(`/suspense/${caseId}/resolution`, {
        result,
        reason: 'Conferido com o extrato do banco',
        ...(billetId === undefined ? {} : { billetId }),
      }),
    approve: decisionId =>
      approver.post(`/proposals/${decisionId}/answer`, { approve: true, reason: 'Confere com o extrato' }),
    caseOf: async transactionId =>
      (await list()).find(each => each.transactionId === transactionId) ?? assert.fail('no case waits'),
  }
}
