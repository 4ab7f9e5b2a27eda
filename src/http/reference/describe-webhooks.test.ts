import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { WEBHOOK_EVENTS } from '../../contract/webhooks.ts'
import { WEBHOOK_DESCRIPTIONS } from './describe-webhooks.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'webhooks.md'), 'utf8')

test('the table of docs/webhooks.md has every event, with the action, the fields and the choice of the reference', () => {
  const rows = [...page.matchAll(/^\| `([a-z_]+\.[a-z]+)` \| ([A-Z]+) \| (.*?) ?\| (yes )?\|$/gm)].map(
    ([, type, action, fields = '', isDefault]) => ({
      type,
      action,
      fields: [...fields.matchAll(/`(\w+)`/g)].map(([, name]) => name),
      isDefault: isDefault !== undefined,
    }),
  )
  assert.deepEqual(
    rows,
    Object.entries(WEBHOOK_EVENTS).map(([type, { action, isDefault }]) => ({
      type,
      action,
      fields: WEBHOOK_DESCRIPTIONS[type as keyof typeof WEBHOOK_EVENTS].fields,
      isDefault,
    })),
  )
})
