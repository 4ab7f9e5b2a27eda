import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Pool } from 'undici'
import { computeCpfCheckDigits } from '../../src/brazil/cpf.ts'
import { ONBOARDING_HEADER } from '../../src/contract/onboarding.ts'
import { readCode } from '../links/hosted-visit.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'
import { buyOpen } from '../support/purchase-http.ts'
import { AccountDevice, countCodes, waitForCodes } from './account-device.ts'

const GUESSES = 10_000
const CONNECTIONS = 20
const ASKED = 1_000
const KNOWN = 20

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' } })
})
after(() => app.stop())

const address = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
const headers = { 'content-type': 'application/json', [ONBOARDING_HEADER]: '1' }

/** Runs the work for every number, on so many connections at once. */
async function forEach(
  count: number,
  connections: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const go = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) await work(number)
  }
  await Promise.all(Array.from({ length: connections }, go))
}

test('of ten thousand guesses from many addresses five are compared, and the right code then comes too late', async () => {
  const { person } = await buyOpen(app)
  const device = new AccountDevice(app)
  const before = await countCodes(app)
  await device.do('code', { cpf: person.cpf })
  await waitForCodes(app, before + 1)
  const right = await readCode(app, person.phone)
  const pool = new Pool(app.url, { connections: CONNECTIONS })
  const answers = new Map<number, number>()
  try {
    await forEach(GUESSES, CONNECTIONS, async number => {
      const code = String((Number(right) + 1 + number) % 1_000_000).padStart(6, '0')
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/minha-conta/confirm',
        headers: { ...headers, cookie: device.cookieHeader, 'x-forwarded-for': address(number) },
        body: JSON.stringify({ code }),
      })
      await body.dump()
      answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
    })
  } finally {
    await pool.close()
  }
  // A busy server may refuse some with 503; none may succeed.
  assert.deepEqual(
    [...answers.keys()].filter(status => status !== 400 && status !== 503),
    [],
  )
  const rows = await query<{ tries: number; used: boolean }>(
    app,
    'SELECT tries, used_at IS NOT NULL AS used FROM customer_challenges',
  )
  assert.deepEqual(rows, [{ tries: 5, used: false }])
  assert.equal((await device.ask('confirm', { code: right })).body.code, 'code_refused')
})

interface Timed {
  readonly isKnown: boolean
  readonly ms: number
}

function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The chance that a known CPF took longer than an unknown one: 0.5 when nothing can be learned (Mann and Whitney). */
function computeDominance(timed: readonly Timed[]): number {
  const known = timed.filter(({ isKnown }) => isKnown)
  const unknown = timed.filter(({ isKnown }) => !isKnown)
  let wins = 0
  for (const { ms } of known)
    for (const other of unknown) wins += ms > other.ms ? 1 : ms === other.ms ? 0.5 : 0
  return wins / (known.length * unknown.length)
}

test('a thousand CPFs asked for tell nothing about which are known: same bytes, same time, same refusal', async () => {
  const people: Person[] = []
  for (let number = 0; number < KNOWN; number++)
    people.push((await buyOpen(app, { downPayment: false, value: 500 })).person)
  // Every second one is a customer, in an order that is no pattern of time.
  const cpfs = Array.from({ length: ASKED }, (_, number) => {
    if (number % 2 === 0) return { cpf: people[(number / 2) % KNOWN]?.cpf ?? '', isKnown: true }
    const nine = String(700_000_000 + number)
    return { cpf: nine + computeCpfCheckDigits(nine), isKnown: false }
  })
  const pool = new Pool(app.url, { connections: 1 })
  const bytes = new Map<string, Set<boolean>>()
  const refusals = new Map<string, Set<boolean>>()
  const asking: Timed[] = []
  const guessing: Timed[] = []
  const post = async (path: string, body: object, number: number, cookie = '') => {
    const startedAt = performance.now()
    const response = await pool.request({
      method: 'POST',
      path,
      headers: { ...headers, cookie, 'x-forwarded-for': address(100_000 + number) },
      body: JSON.stringify(body),
    })
    const text = await response.body.text()
    return { ...response, text, ms: performance.now() - startedAt }
  }
  const add = (map: Map<string, Set<boolean>>, key: string, isKnown: boolean): void => {
    map.set(key, (map.get(key) ?? new Set()).add(isKnown))
  }
  try {
    await forEach(cpfs.length, 1, async number => {
      const { cpf, isKnown } = cpfs[number] ?? assert.fail('no CPF')
      const asked = await post('/minha-conta/code', { cpf }, number)
      asking.push({ isKnown, ms: asked.ms })
      const cookie = String(asked.headers['set-cookie']).split(';')[0] ?? ''
      const names = Object.keys(asked.headers)
        .filter(name => name !== 'date')
        .join()
      add(bytes, `${asked.statusCode} ${names} ${asked.text}`, isKnown)
      const guessed = await post('/minha-conta/confirm', { code: '000000' }, number, cookie)
      guessing.push({ isKnown, ms: guessed.ms })
      const { trackId: _, ...refusal } = JSON.parse(guessed.text) as { trackId: string }
      add(refusals, `${guessed.statusCode} ${JSON.stringify(refusal)}`, isKnown)
    })
  } finally {
    await pool.close()
  }
  assert.deepEqual([...bytes.values()], [new Set([true, false])], [...bytes.keys()].join('\n'))
  assert.deepEqual([...refusals.values()], [new Set([true, false])], [...refusals.keys()].join('\n'))
  for (const [name, timed] of [
    ['code', asking],
    ['confirm', guessing],
  ] as const) {
    const dominance = computeDominance(timed)
    const medians = [true, false].map(isKnown =>
      computeMedian(timed.filter(each => each.isKnown === isKnown).map(({ ms }) => ms)),
    )
    // Five standard deviations of the statistic over 500 and 500 equal samples are 0.09.
    assert.ok(Math.abs(dominance - 0.5) < 0.09, `${name}: ${dominance}, medians ${medians.join(' and ')} ms`)
  }
})
