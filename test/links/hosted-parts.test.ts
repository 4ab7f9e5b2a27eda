import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { COMPOSITION_PARTS } from '../../src/brand/composition.ts'
import type { HostedOptionGroup } from '../../src/contract/hosted-page.ts'
import type { OnboardingState } from '../../src/contract/onboarding.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { newPerson } from '../support/people.ts'
import { centavos, playUntil } from '../support/purchase-http.ts'
import { HostedVisit } from './hosted-visit.ts'
import { newLink, readLink } from './link-calls.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const WAYS: readonly (readonly [
  name: string,
  pick: (group: HostedOptionGroup) => boolean,
  hasInsurance: boolean,
])[] = [
  [
    'without down payment and insurance',
    ({ kind, downPayment }) => kind === 'standard' && downPayment === 0,
    false,
  ],
  ['insured, after a grace period', ({ kind, downPayment }) => kind === 'grace' && downPayment > 0, true],
  ['insured, with interest borne by the shop', ({ kind }) => kind === 'retention', true],
]

for (const [name, pick, hasInsurance] of WAYS)
  test(`the parts on the hosted page are those of the contract's CET sheet to the centavo: ${name}`, async () => {
    const link = await newLink(app)
    const device = new HostedVisit(app, link)
    const { groups = [] } = await device.identify(newPerson())
    const option = groups.find(pick)?.options.at(-1)
    assert.ok(option)
    const answer = await device.ask('choose', { optionId: option.optionId, hasInsurance })
    const { transactionId = '' } = await readLink(app, link.id)
    await playUntil(app, transactionId, 'SIGNATURE')
    const cookie = [...device.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const path = new URL(String(answer.body.returnUrl)).pathname
    const response = await fetch(`${app.url}${path}/state`, { headers: { cookie } })
    const { contract, figures } = (await response.json()) as OnboardingState

    const parts = hasInsurance ? option.insurance?.parts : option.parts
    const signed = contract?.costs?.parts ?? []
    assert.deepEqual(
      parts,
      COMPOSITION_PARTS.map(part => signed.find(each => each.name === part)?.value),
    )
    const sum = parts?.reduce((total, value) => total + centavos(value), 0)
    assert.equal(sum, centavos(figures.total))
    assert.equal((parts?.[4] ?? 0) > 0, hasInsurance)
  })
