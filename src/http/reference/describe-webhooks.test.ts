import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEBHOOK_EVENTS } from '../../contract/webhooks.ts'
import { describeWebhooks, WEBHOOK_DESCRIPTIONS } from './describe-webhooks.ts'

test('the reference has every event, with its action, its fields, and whether it is sent unless others are chosen', () => {
  const described = describeWebhooks()
  for (const [type, { action, isDefault }] of Object.entries(WEBHOOK_EVENTS)) {
    const { description, requestBody } = described[type]?.post ?? assert.fail(type)
    const { properties = {} } = requestBody.content['application/json'].schema
    assert.match(description, isDefault ? /^Sent unless/ : /^Sent to endpoints that chose it/, type)
    assert.equal(properties.action?.const, action, type)
    for (const name of WEBHOOK_DESCRIPTIONS[type as keyof typeof WEBHOOK_EVENTS].fields)
      assert.ok(Object.hasOwn(properties, name), `${type}: ${name}`)
  }
})
