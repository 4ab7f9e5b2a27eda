import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig } from '../../src/app/config/config.ts'
import { KNOWN_VARIABLES } from './known-variables.ts'

/** Every variable that is looked at while a configuration is read; those of a bank are read only where one is named. */
function listReadVariables(env: Record<string, string>): string[] {
  const asked = new Set<string>()
  const watched = new Proxy(env, {
    get(target, name) {
      asked.add(String(name))
      return target[String(name)]
    },
  })
  try {
    parseConfig(watched)
  } catch {
    // Half-written on purpose: what is missing was asked for all the same.
  }
  return [...asked]
}

test('.env.example names every variable that the program reads, and no other', () => {
  const read = listReadVariables({
    PIX_API_URL: 'https://pix.example/v2',
    PAYOUT_URL: 'https://bank.example',
    FILES_URL: 'https://s3.example/bucket',
    SMTP_URL: 'smtps://mail.example',
    BUREAU_URL: 'https://a.example',
    MESSAGES_URL: 'https://a.example',
    ANALYSIS_URL: 'https://a.example',
    SCANNER_URL: 'https://a.example',
    LISTINGS_URL: 'https://a.example',
    PSP_PORT: '1',
  })
  assert.ok(read.length > 60, read.join())
  assert.deepEqual(read.toSorted(), [...KNOWN_VARIABLES].toSorted())
})
