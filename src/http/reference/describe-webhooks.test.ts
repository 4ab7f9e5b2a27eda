import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventShape, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from '../../contract/webhooks.ts'
import { describeWebhooks } from './describe-webhooks.ts'

test('the reference has every event, with its action, its fields, and whether it is sent unless others are chosen', () => {
  const described = describeWebhooks()
  for (const type of WEBHOOK_EVENT_TYPES) {
    const { action, isDefault, sample } = WEBHOOK_EVENTS[type]
    const { description, requestBody } = described[type].post
    const { properties = {} } = requestBody.content['application/json'].schema
    assert.match(description, isDefault ? /^Sent unless/ : /^Sent to endpoints that chose it/, type)
    assert.equal(properties.action?.const, action, type)
    for (const name of Object.keys(sample)) {
      assert.ok(Object.hasOwn(EventShape.properties, name), `${type}: ${name} is described`)
      assert.ok(Object.hasOwn(properties, name), `${type}: ${name}`)
    }
  }
})
