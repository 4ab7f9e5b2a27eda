const PARTS = new Intl.DateTimeFormat('pt-BR', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'America/Sao_Paulo',
})

/** Agora são 20h12 de 1º de junho de 2027 */
export function writeMoment(instant: string): string {
  const parts = PARTS.formatToParts(Date.parse(instant)).map(({ type, value }) => [type, value])
  const { hour, minute, day, month, year } = Object.fromEntries(parts)
  const isOne = Number(hour) === 1
  return `Agora ${isOne ? 'é' : 'são'} ${Number(hour)}h${minute} de ${day === '1' ? '1º' : day} de ${month} de ${year}`
}
