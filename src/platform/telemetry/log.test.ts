import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { test } from 'node:test'
import fc from 'fast-check'
import { DatabaseError } from 'pg'
import { measureCpuMs } from '../../../test/support/measured-time.ts'
import { DatabaseUnavailable } from '../db/database-errors.ts'
import { createLog, type Log } from './log.ts'
import { scrubLine } from './scrub.ts'

function capture(write: (log: Log) => void): string {
  const lines: string[] = []
  write(createLog({ level: 'trace', destination: { write: line => void lines.push(line) } }))
  return lines.join('')
}

const canaries = [
  'sk_homolog_demo_0000000000000000000000000000',
  'pk_live_abcDEF0123456789',
  'whsec_c2VjcmV0c2VjcmV0',
  '52998224725',
  '529.982.247-25',
  '11987651234',
  '(11) 98765-1234',
  '+55 11 98765-1234',
  '+5511987651234',
  '1133334444',
  'maria.silva+x@example.com.br',
  'maria%40example.com',
  '4111111111111111',
  '4111 1111 1111 1111',
  '5555-5555-5555-4444',
]

test('no key, CPF, phone, e-mail or card number leaves in a message, a field or an error', () => {
  for (const canary of canaries) {
    for (const text of [
      canary,
      `x${canary}`,
      `before ${canary} after`,
      `{"v":"${canary}"}`,
      `/p?apiKey=${canary}&b=1`,
    ]) {
      const lines = capture(log => {
        log.info(text)
        log.warn({ route: text, code: text }, 'message %s', text)
        log.error({ err: new Error(text, { cause: new Error(text) }) }, 'failed')
        log.child({ keyId: text }).info('child')
      })
      assert.ok(!lines.includes(canary), `${canary} in ${lines}`)
      for (const line of lines.trimEnd().split('\n')) assert.ok(JSON.parse(line))
    }
  }
})

test('a database that is away is logged with its reasons and without a stack; a slow statement names its sender', () => {
  const describe = (cause: Error): string =>
    capture(log => log.warn({ err: new DatabaseUnavailable('No database connection', { cause }) }, 'failed'))
  const away = describe(new Error('Connection terminated due to connection timeout'))
  assert.match(away, /No database connection.*Connection terminated due to connection timeout/)
  assert.doesNotMatch(away, /frames| at /)
  const slow = new DatabaseError('canceling statement due to statement timeout', 1, 'error')
  slow.code = '57014'
  assert.match(describe(slow), /"frames":" {4}at /)
})

test('every line names the machine, the process and the version that wrote it', () => {
  for (const line of [
    capture(log => log.info('one')),
    capture(log => log.child({ keyId: 'k' }).info('two')),
  ]) {
    const { host, pid, version } = JSON.parse(line) as Record<string, unknown>
    assert.deepEqual([host, pid, typeof version], [hostname(), process.pid, 'string'])
  }
})

test('the head of a chain is logged unmasked, because chains are later compared with it', () => {
  const head = `1204:${'0123456789'.repeat(6)}abcd`
  const line = capture(log => log.info({ added: 3, head }, 'ledger sealed'))
  const { added, head: logged } = JSON.parse(line) as Record<string, unknown>
  assert.deepEqual([added, logged], [3, head])
})

test('a number too long to be a measure is masked and the line stays JSON', () => {
  const line = capture(log => log.info({ count: 52998224725, bytes: 194_000, durationMs: 12.345 }, 'x'))
  assert.ok(!line.includes('52998224725'))
  assert.deepEqual(pick(JSON.parse(line)), { count: '[number]', bytes: 194_000, durationMs: 12.345 })
})

function pick({ count, bytes, durationMs }: Record<string, unknown>): Record<string, unknown> {
  return { count, bytes, durationMs }
}

test('identifiers, instants and measures pass unmasked', () => {
  const id = '1234567890123456789abcde'
  const line = capture(log => log.info({ trackId: id, status: 200, durationMs: 1.234 }, 'request'))
  const parsed = JSON.parse(line)
  assert.equal(parsed.trackId, id)
  assert.ok(!Number.isNaN(Date.parse(parsed.time)))
  assert.equal(parsed.level, 'info')
})

test('fields that are not on the list, and whole objects, are dropped', () => {
  const line = capture(log =>
    log.info({ body: { name: 'Maria' }, name: 'Maria', route: { name: 'Maria' } }, 'x'),
  )
  assert.ok(!line.includes('Maria'))
})

test('a database error leaves its code and constraint, not its text', () => {
  const error = Object.assign(new Error('invalid input: "Maria da Silva"'), {
    severity: 'ERROR',
    routine: 'x',
    detail: 'Key (name)=(Maria da Silva)',
    code: '23505',
    constraint: 'people_unique',
  })
  const line = capture(log => log.error({ err: error }, 'failed'))
  assert.ok(!line.includes('Maria'))
  assert.deepEqual([JSON.parse(line).err.code, JSON.parse(line).err.constraint], ['23505', 'people_unique'])
})

test('no text can forge a log line or send terminal escapes', () => {
  const evil = 'a\r\n{"level":"fatal"}\n\x1b[2J\x9b2J\x7f\u2028\u2029\u0085b'
  const lines = capture(log => log.info({ route: evil }, evil))
  assert.equal(lines.trimEnd().split(/[\r\n\u0085\u2028\u2029]/).length, 1)
  const controls = [...lines.trimEnd()].filter(character => character < ' ' || /[\x7f-\x9f]/.test(character))
  assert.deepEqual(controls, [])
  assert.equal(JSON.parse(lines).msg, evil)
})

test('whatever is logged stays one valid JSON line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.double(), (text, number) => {
      const lines = capture(log => log.info({ route: text, count: number }, text))
      assert.equal(lines.indexOf('\n'), lines.length - 1)
      JSON.parse(lines)
    }),
  )
})

test('scrubbing a hostile line of 100 kB takes no quadratic time', () => {
  for (const unit of ['1', '1 ', '@', 'a', 'a.', '"', '\\', '%40', '(1)']) {
    const line = JSON.stringify({ msg: unit.repeat(100_000 / unit.length) })
    const tookMs = measureCpuMs(() => void scrubLine(line))
    assert.ok(tookMs < 500, `${unit}: ${tookMs} ms`)
  }
})
