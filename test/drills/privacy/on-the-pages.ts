import { setTimeout as delay } from 'node:timers/promises'
import type { OnboardingState } from '../../../src/contract/onboarding.ts'
import { CustomerDevice, type DeviceAnswer, type Invitation } from '../../onboarding/customer-device.ts'
import type { Person } from '../../support/people.ts'
import type { FlowRecord } from './every-flow.ts'

const ANALYSED_WITHIN_MS = 30_000
const POLL_MS = 100

/** A customer who does the whole onboarding on the phone, and also types personal data into code fields. */
export async function walkPages(
  url: string,
  invitation: Invitation & { readonly person: Person },
  record: FlowRecord,
): Promise<void> {
  const { person } = invitation
  const device = new CustomerDevice({ url }, invitation)
  const note = (answer: DeviceAnswer): OnboardingState => {
    if (answer.status >= 400) record.errors.push(JSON.stringify(answer.error))
    else record.served += 1
    return answer.state
  }
  note(await device.begin())
  note(await device.post('confirm', { code: person.cpf }))
  note(await device.confirm('phone'))
  note(await device.show('front', Buffer.from(`${person.cpf} ${person.email}`)))
  for (const kind of ['front', 'back', 'selfie'] as const) note(await device.show(kind))
  const { step } = await awaitAnalysis(device)
  if (step === 'INSURANCE') note(await device.post('insurance', { accepted: person.email }))
  if (step === 'INSURANCE') note(await device.post('insurance', { accepted: true }))
  if ((await device.state()).state.step === 'SIGNATURE') {
    await device.request('/contract.pdf')
    note(await device.post('sign', { code: person.phone, contractHash: person.cpf }))
    note(await device.sign())
  }
  await device.request('/billets.pdf')
  for (const cookie of device.cookies.values()) record.tokens.add(cookie)
}

async function awaitAnalysis(device: CustomerDevice): Promise<OnboardingState> {
  const deadline = Date.now() + ANALYSED_WITHIN_MS
  for (;;) {
    const { state } = await device.state()
    if (state.step !== 'ASYNC_ANALYSE' || Date.now() > deadline) return state
    await delay(POLL_MS)
  }
}
