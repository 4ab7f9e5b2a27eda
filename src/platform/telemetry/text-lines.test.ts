import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLog, type Log } from './log.ts'
import { createTextLines, type TextOptions } from './text-lines.ts'

const PIPE: TextOptions = { hasColours: false, isTerminal: false }
const TERMINAL: TextOptions = { hasColours: true, isTerminal: true }

function capture(write: (log: Log) => void, options = PIPE): string {
  let output = ''
  const destination = createTextLines(text => {
    output += text
  }, options)
  write(createLog({ level: 'trace', destination }))
  return output
}

test('a line has its time, its message and the fields that matter; the level only when it is not info', () => {
  assert.match(
    capture(log => log.info({ role: 'all', port: 3000 }, 'ready')),
    /^\d\d:\d\d:\d\d ready role=all port=3000\n$/,
  )
  assert.match(
    capture(log => log.warn({ count: 3 }, 'requests refused')),
    /^\d\d:\d\d:\d\d warn requests refused count=3\n$/,
  )
})

test('a request is one line with method, route, status and duration', () => {
  const fields = { method: 'POST', route: '/options', status: 200, durationMs: 12.4, bytes: 900, keyId: 'k' }
  assert.match(
    capture(log => log.info(fields, 'request')),
    /^\d\d:\d\d:\d\d POST \/options 200 12 ms\n$/,
  )
})

test('the stack of an error is printed at error and fatal only', () => {
  const err = new Error('no paper', { cause: new TypeError('no tree') })
  const error = capture(log => log.error({ err }, 'print failed'))
  assert.match(
    error,
    /^\S+ error print failed Error: no paper ← TypeError: no tree\n {4}at .*text-lines\.test/,
  )
  assert.equal(
    capture(log => log.warn({ err }, 'print failed')).replace(/^\S+ /, ''),
    'warn print failed Error: no paper ← TypeError: no tree\n',
  )
})

test('secrets and personal data are masked as in JSON', () => {
  const output = capture(log =>
    log.error({ err: new Error('maria@example.com'), code: '529.982.247-25' }, 'sk_homolog_abcdef0123456789'),
  )
  assert.doesNotMatch(output, /maria|529|abcdef/)
})

test('no text can forge a line or command the terminal', () => {
  const text = 'a\n12:00:00 forged\x1b[2J\x9b2J\r\u2028'
  const output = capture(log => log.error({ err: new Error(text), route: text, component: text }, text))
  const lines = output.trimEnd().split('\n')
  assert.doesNotMatch(output.replaceAll('\n', ''), /[\p{Cc}\u2028]/u)
  assert.ok(lines.slice(1).every(line => line.startsWith('    at ')))
})

test('colours are written on request only', () => {
  const write = (log: Log): void => log.warn('careful')
  assert.ok(capture(write, TERMINAL).endsWith(' \x1b[33mwarn\x1b[39m careful\n'))
  assert.doesNotMatch(capture(write, { ...TERMINAL, hasColours: false }).trimEnd(), /\p{Cc}/u)
})

test('migrations are one line: replaced at each step on a terminal, written at the end elsewhere', () => {
  const write = (log: Log): void => {
    for (const count of [1, 2, 3])
      log.info({ component: 'migrations', count, total: 3 }, `Applied migration ${count}`)
    log.info('ready')
  }
  assert.match(capture(write), /^\S+ migrations 3 of 3\n\S+ ready\n$/)
  const shown = capture(write, { isTerminal: true, hasColours: false }).replaceAll('\x1b[1A\x1b[2K', '↑')
  assert.match(shown, /^\S+ migrations 1 of 3\n↑\S+ migrations 2 of 3\n↑\S+ migrations 3 of 3\n\S+ ready\n$/)
})

const hasScript = spawnSync('script', ['--version']).status === 0

/** What a process of its own writes to its standard output, which is a pseudo-terminal or a pipe. */
function runLogger(
  place: 'terminal' | 'pipe',
  format: string,
  env: Readonly<Record<string, string>> = {},
): string {
  const code = `import { createLog } from '${join(import.meta.dirname, 'log.ts')}'
    createLog({ level: 'info', format: '${format}' }).warn({ port: 3000 }, 'careful')`
  const args = ['--input-type=module', '--eval', code]
  const options = { encoding: 'utf8', env: { PATH: process.env.PATH, TERM: 'xterm', ...env } } as const
  if (place === 'pipe') return execFileSync(process.execPath, args, options)
  const words = [process.execPath, ...args].map(word => `'${word.replaceAll("'", `'\\''`)}'`)
  return execFileSync('script', ['-qefc', words.join(' '), '/dev/null'], options).replaceAll('\r\n', '\n')
}

test('people read text on a terminal and programs JSON on a pipe, unless the format is chosen', {
  skip: !hasScript && 'this machine has no script(1)',
}, () => {
  const text = /^\S+ warn careful port=3000\n$/
  const uncoloured = { NO_COLOR: '1' }
  assert.match(runLogger('terminal', 'auto', uncoloured), text)
  assert.ok(runLogger('terminal', 'auto').includes(' \x1b[33mwarn\x1b[39m careful '))
  assert.match(runLogger('pipe', 'text'), text)
  for (const written of [runLogger('pipe', 'auto'), runLogger('terminal', 'json')])
    assert.equal(JSON.parse(written).msg, 'careful')
})
