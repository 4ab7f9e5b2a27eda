import type { CalendarDate } from '../kernel/calendar-date.ts'
import type { Centavos } from '../kernel/money.ts'

/** R$ 1.234,56 */
export function writeAmount(amount: Centavos): string {
  const reais = String(Math.floor(amount / 100)).replaceAll(/\B(?=(?:\d{3})+$)/g, '.')
  return `R$ ${reais},${String(amount % 100).padStart(2, '0')}`
}

/** dd/mm/aaaa */
export function writeDate(date: CalendarDate): string {
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`
}

/** 12.ABC.345/01DE-35: letters are allowed in all but the check digits. */
export function writeCnpj(text: string): string {
  const match = /^([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})([0-9]{2})$/.exec(text)
  if (match === null) return text
  const [, first, second, third, branch, digits] = match
  return `${first}.${second}.${third}/${branch}-${digits}`
}

export function writeCpf(text: string): string {
  return text.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
}

/** The owner recognizes the middle digits; they identify the owner to nobody else. */
export function maskCpf(text: string): string {
  return text.replace(/^\d{3}(\d{3})(\d{3})\d{2}$/, '•••.$1.$2-••')
}

export function writePostalCode(text: string): string {
  return text.replace(/^(\d{5})-?(\d{3})$/, '$1-$2')
}

/** 4,99 % */
export function writePercentage(percentage: number): string {
  return `${percentage.toFixed(2).replace('.', ',')} %`
}
