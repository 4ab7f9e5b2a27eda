import { isFiniteNumber, isInteger, round, test } from './natives.ts'

const PRICE = /^\d{1,7}(?:\.\d{1,2})?$/
const QUANTITY = /^[1-9]\d{0,3}$/
const MAX_CENTAVOS = 999_999_999
const writeReais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format
const writeHundredths = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
}).format
const writeShortest = new Intl.NumberFormat('pt-BR').format

/** Centavos of a price in reais with a dot. Text of a page ("1.240,00", "R$ 10") is no price: read wrongly it would be a wrong offer. */
export function parsePrice(text: string): number | undefined {
  return test(PRICE, text) ? round(+text * 100) : undefined
}

export function parseQuantity(text: string): number | undefined {
  return test(QUANTITY, text) ? +text : undefined
}

/** A number that came as JSON, not below zero. */
export function isRate(value: unknown): value is number {
  return isFiniteNumber(value) && (value as number) >= 0
}

/** Centavos of an amount in reais that came as JSON; undefined unless it is an amount. */
export function parseReais(value: unknown): number | undefined {
  if (!isRate(value)) return undefined
  const centavos = round(value * 100)
  return centavos <= MAX_CENTAVOS ? centavos : undefined
}

/** 124000 is "1240.00": how the preview and the price attribute are written. */
export function writeDecimal(centavos: number): string {
  const cents = centavos % 100
  return `${(centavos - cents) / 100}.${cents < 10 ? '0' : ''}${cents}`
}

export function isAmount(centavos: number): boolean {
  return isInteger(centavos) && centavos > 0 && centavos <= MAX_CENTAVOS
}

/** R$ 1.240,00 */
export function writeMoney(centavos: number): string {
  return writeReais(centavos / 100)
}

/** From a number in percent: 99.9 is 99,90%. */
export function writePercent(value: number): string {
  return `${writeHundredths(value)}%`
}

/** 20 is 20%. */
export function writeShare(value: number): string {
  return `${writeShortest(value)}%`
}
