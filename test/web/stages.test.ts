import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Step } from '../../src/contract/enums.ts'
import { findHostedStage, findStage, type Stage } from '../../web/customer/stages.ts'

const write = (stage: Stage | undefined): string =>
  stage ? `${stage.step}/${stage.steps} ${stage.name}` : ''

/** After the hosted page, which has confirmed the phone. */
const WAY: readonly Step[] = [
  ...(['FRONTDOC', 'BACKDOC', 'SELFIE', 'ASYNC_ANALYSE', 'DESK'] as const),
  ...(['INSURANCE', 'SIGNATURE', 'ENTRY', 'COMPLETE'] as const),
]

test('a purchase by a link has one count from the first page to the last, with a down payment and without', () => {
  const hosted = (['who', 'code', 'options'] as const).map(findHostedStage)
  for (const downPayment of [0, 100]) {
    const onboarding = WAY.map(step => findStage({ step, figures: { downPayment } }))
    const stages = [...hosted, ...onboarding].filter(stage => stage !== undefined)
    const numbers = stages.map(({ step }) => step)
    assert.deepEqual([...new Set(stages.map(({ steps }) => steps))], [6])
    assert.deepEqual([...new Set(numbers)], [1, 2, 3, 4, 5, 6])
    assert.deepEqual(
      numbers,
      numbers.toSorted((one, other) => one - other),
    )
  }
})

test('without a link the onboarding counts the same six, and an agreement its two', () => {
  const figures = { downPayment: 100 }
  assert.deepEqual(
    (['WAITING', 'CONFIRMATION', 'FRONTDOC', 'ENTRY', 'COMPLETE'] as const).map(step =>
      write(findStage({ step, figures })),
    ),
    ['1/6 Sua compra', '2/6 Seu celular', '3/6 Documento', '6/6 Contrato e entrada', ''],
  )
  const renegotiates = { orderId: 'pedido-1', boughtOn: '2026-03-10' }
  assert.deepEqual(
    (['CONFIRMATION', 'SIGNATURE', 'ENTRY'] as const).map(step =>
      write(findStage({ step, figures, renegotiates })),
    ),
    ['1/2 Seu celular', '2/2 Acordo e entrada', '2/2 Acordo e entrada'],
  )
  assert.equal(
    write(findStage({ step: 'SIGNATURE', figures: { downPayment: 0 }, renegotiates })),
    '2/2 Acordo',
  )
})
