import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeUnearned } from '../../src/brazil/present-value.ts'
import {
  findLayout,
  findPerformance,
  findValueBand,
  findVencCode,
  findWrittenOffCode,
} from '../../src/domains/reporting/scr/domains.ts'
import { composeIpoc } from '../../src/domains/reporting/scr/ipoc.ts'
import { parseScrSettings } from '../../src/domains/reporting/scr/settings.ts'
import { computeMaturities, computeWrittenOff } from '../../src/domains/reporting/scr/venc.ts'
import { type CalendarDate, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { readVectors } from '../support/vectors.ts'

/** Computed by an independent program with 60-digit decimals. */
interface MaturityVector {
  readonly name: string
  readonly installmentCentavos: number
  readonly interestRatePM: number
  readonly firstDueDate: CalendarDate
  readonly numberOfInstallments: number
  readonly paidNumbers: readonly number[]
  readonly baseDate: CalendarDate
  readonly venc: Readonly<Record<string, number>>
  readonly grossCentavos: number
  readonly daysLate: number
}

const maturities = readVectors<MaturityVector>(new URL('scr-maturities.jsonl', import.meta.url))
for (const vector of maturities)
  test(`the bands of an operation are its present values: ${vector.name}`, () => {
    const { firstDueDate, interestRatePM, installmentCentavos, paidNumbers, baseDate } = vector
    const openCentavos = Array.from({ length: vector.numberOfInstallments }, (_, index) =>
      paidNumbers.includes(index + 1) ? 0 : installmentCentavos,
    )
    const face = openCentavos.reduce((sum, each) => sum + each, 0)
    const grossCentavos = face - computeUnearned({ firstDueDate, interestRatePM }, openCentavos, baseDate)
    assert.equal(grossCentavos, vector.grossCentavos)
    const terms = { firstDueDate, interestRatePM, openCentavos, grossCentavos }
    const found = computeMaturities({ ...terms, accruedThrough: baseDate, acceleratedOn: null }, baseDate)
    assert.deepEqual(Object.fromEntries(found.venc), vector.venc)
    assert.equal(found.daysLate, vector.daysLate)
  })

interface IpocVector {
  readonly name: string
  readonly cnpj: string
  readonly modality: string
  readonly clientKind: '1' | '2'
  readonly client: string
  readonly contract: string
  readonly ipoc: string
}

const ipocs = readVectors<IpocVector>(new URL('scr-ipoc.jsonl', import.meta.url))
for (const { name, ipoc, ...operation } of ipocs)
  test(`an operation has one name across institutions: ${name}`, () => {
    assert.equal(composeIpoc(operation), ipoc)
  })

test('four documents and four names are compared', () => {
  assert.deepEqual([maturities.length, ipocs.length], [4, 4])
})

test('a debt that no longer earns, or that carries a concession, adds up to what the books hold', () => {
  const terms = {
    firstDueDate: parseCalendarDate('2026-04-09'),
    interestRatePM: 4.99,
    openCentavos: [0, 0, 19_792, 19_792, 19_792, 19_792],
    accruedThrough: parseCalendarDate('2026-09-08'),
    acceleratedOn: null,
  }
  const base = parseCalendarDate('2026-12-31')
  const frozen = computeMaturities({ ...terms, grossCentavos: 79_137 }, base)
  assert.deepEqual(Object.fromEntries(frozen.venc), {
    v240: 19_761,
    v245: 19_792,
    v250: 19_792,
    v255: 19_792,
  })
  assert.equal(frozen.daysLate, 205)
  const reduced = computeMaturities({ ...terms, grossCentavos: 60_001 }, base)
  assert.equal(
    [...reduced.venc.values()].reduce((sum, each) => sum + each, 0),
    60_001,
  )
})

test('an accelerated contract is overdue since the day of its acceleration', () => {
  const found = computeMaturities(
    {
      firstDueDate: parseCalendarDate('2026-04-09'),
      interestRatePM: 4.99,
      openCentavos: [0, 0, 19_792, 19_792, 19_792, 19_761],
      accruedThrough: parseCalendarDate('2026-09-08'),
      acceleratedOn: parseCalendarDate('2026-09-08'),
      grossCentavos: 79_137,
    },
    parseCalendarDate('2026-09-30'),
  )
  assert.deepEqual(Object.fromEntries(found.venc), { v210: 19_761, v220: 19_792, v230: 19_792, v240: 19_792 })
})

test('bands begin and end where the layout says', () => {
  const codes = [0, 30, 31, 60, 61, 90, 91, 180, 181, 360, 361, 5_401, -1, -14, -15, -90, -91, -540, -541]
  assert.deepEqual(
    codes.map(findVencCode).join(' '),
    'v110 v110 v120 v120 v130 v130 v140 v140 v150 v150 v160 v190 v205 v205 v210 v230 v240 v280 v290',
  )
  assert.deepEqual([12, 13, 48, 49].map(findWrittenOffCode), ['v310', 'v320', 'v320', 'v330'])
  assert.deepEqual([9_999, 10_000, 49_999, 99_999, 499_999, 500_000].map(findValueBand), [
    '1',
    '2',
    '2',
    '3',
    '4',
    '5',
  ])
  assert.deepEqual(
    [0, 14, 15, 31, 61, 91].map(days => findPerformance(days, false)),
    ['01', '01', '02', '03', '04', '05'],
  )
  assert.equal(findPerformance(400, true), '06')
  const writtenOff = (day: string) =>
    [...computeWrittenOff(5_000, parseCalendarDate('2026-01-31'), parseCalendarDate(day)).keys()][0]
  assert.deepEqual(
    [writtenOff('2026-01-31'), writtenOff('2027-01-31'), writtenOff('2027-02-28'), writtenOff('2030-02-28')],
    ['v310', 'v310', 'v320', 'v330'],
  )
  assert.deepEqual(
    ['2025-12', '2026-01', '2026-06', '2026-11'].map(month => findLayout(month)?.from),
    [undefined, '2026-01', '2026-05', '2026-11'],
  )
})

test('settings need the person who answers for the file, have defaults for the rest, and refuse unknown members', () => {
  const responsible = { name: 'Ana Souza', email: 'ana@lender.example', phone: '1133334444' }
  const settings = parseScrSettings(JSON.stringify({ responsible, modality: '0499' }))
  assert.deepEqual(
    [settings.modality, settings.lossMethod, settings.stageReasons],
    ['0499', 'S', { '1': '101', '2': '201', '3': '301' }],
  )
  assert.throws(() => parseScrSettings('{}'), /the settings/)
  assert.throws(() => parseScrSettings(JSON.stringify({ responsible, modalidade: '0499' })), /the settings/)
  assert.throws(() => parseScrSettings('nada'), /not JSON/)
})
