import { type CaseList, type CaseView, DESK_HEADER, PICTURES } from '../../../src/contract/desk.ts'
import type { DemonstrationOperator } from '../../../src/sandbox/demonstration-operators.ts'
import type { Person } from '../../support/people.ts'
import type { FlowRecord } from './every-flow.ts'

/** An operator who searches by CPF, opens everything, and writes personal data into every reason. */
export async function workAtDesk(
  url: string,
  { email, password, code }: DemonstrationOperator,
  people: readonly Person[],
  record: FlowRecord,
): Promise<number> {
  let cookie = ''

  async function call(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${url}/desk/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, [DESK_HEADER]: '1', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status >= 400) record.errors.push(text)
    else record.served += 1
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined
  }

  await call('/sign-in', { email: people[0]?.email, password: people[0]?.cpf, code: '000000' })
  await call('/sign-in', { email, password, code })
  for (const token of [cookie.split('=').at(-1), password]) if (token) record.tokens.add(token)
  for (const { cpf } of people.slice(0, 50)) await call(`/cases?search=${cpf}`)
  const { cases } = (await call('/cases')) as CaseList
  for (const [number, { transactionId, orderId }] of cases.entries()) {
    const person = people[Number(orderId.split('-').at(-1))]
    const path = `/cases/${transactionId}`
    const { version } = (await call(path)) as CaseView
    await call('/claims', { kind: 'identification', subjectId: transactionId })
    await call(`${path}/reveal`, {})
    for (const picture of PICTURES) {
      const shown = (await call(`${path}/pictures/${picture}`, {})) as { url?: string }
      if (shown.url === undefined) continue
      record.tokens.add(shown.url.split('/').at(-1) ?? '')
      await call(shown.url.replace('/desk/api', ''))
    }
    const result = number % 2 === 0 ? 'VALIDATED' : 'REFUSED'
    await call(`${path}/decision`, { result, reason: `CPF ${person?.cpf}, ${person?.email}`, version })
  }
  return cases.length
}
