/** Mato Grosso, Mato Grosso do Sul, Rondônia, Roraima and Amazonas. */
const ONE_HOUR_BEHIND = new Set(['65', '66', '67', '69', '92', '95', '97'])
/** Acre. */
const TWO_HOURS_BEHIND = new Set(['68'])

/**
 * Hours by which clocks at the place of a phone number are behind those of Brasília. An area code has one time zone here,
 * the one in which nearly all of its people live.
 */
export function findHoursBehind(phoneDigits: string): number {
  const areaCode = phoneDigits.slice(0, 2)
  if (TWO_HOURS_BEHIND.has(areaCode)) return 2
  return ONE_HOUR_BEHIND.has(areaCode) ? 1 : 0
}
