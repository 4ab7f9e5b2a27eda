/* Numbers and dates in Brazilian notation. */

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const percent = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
// A calendar date has no time zone: parsing and formatting in UTC keeps it unchanged.
const longDate = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const instant = new Intl.DateTimeFormat('pt-BR', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'America/Sao_Paulo',
})

export function writeMoney(reais: number): string {
  return money.format(reais)
}

/** From a number in percent: 4.99 is 4,99%. */
export function writePercent(value: number): string {
  return `${percent.format(value)}%`
}

/** 2026-04-09 is 09/04/2026. */
export function writeDate(date: string): string {
  return date.split('-').reverse().join('/')
}

/** 2026-04-09 is 9 de abril. */
export function writeDayAndMonth(date: string): string {
  return longDate.format(Date.parse(`${date}T00:00:00Z`))
}

/** In Sao Paulo time, whatever the time zone of the device. */
export function writeInstant(iso: string): string {
  return instant.format(Date.parse(iso))
}

/** Seconds as 0:42. */
export function writeCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
