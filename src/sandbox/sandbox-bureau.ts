import { hash } from 'node:crypto'
import type { Bureau } from '../domains/credit/index.ts'
import { addMonths, calendarDateAt, fromEpochDay } from '../kernel/calendar-date.ts'
import type { Clock } from '../kernel/clock.ts'
import { findPersona } from './personas.ts'

/** The bureau of homologation: fictitious people, the same answer for the same CPF every time, no network. */
export function createSandboxBureau(clock: Clock): Bureau {
  return {
    async fetchReport({ cpf }) {
      const invented = inventPerson(cpf)
      const profile = findPersona(cpf)?.bureau ?? { score: invented.score }
      if (profile === 'unavailable') return { status: 'unavailable', reason: 'timeout' }
      const { isMinor, ...figures } = profile
      // Relative to the current date, or the minor would come of age while a test moves the clock.
      const birthDate = isMinor ? addMonths(calendarDateAt(clock.now()), -16 * 12) : invented.birthDate
      return { status: 'ok', report: { ...figures, birthDate, reference: invented.reference } }
    },
  }
}

const DAYS_1950_TO_1999 = 18_262
const EPOCH_DAY_OF_1950 = -7_305

/**
 * Derives a score from 200 to 1000, an adult's birth date and an inquiry id from the CPF, without revealing it. Taking
 * the better of two hash values makes low scores rare, so that a random CPF can usually buy.
 */
function inventPerson(cpf: string) {
  const digest = hash('sha256', `sandbox bureau ${cpf}`, 'buffer')
  const draw = (offset: number, size: number) => digest.readUInt32BE(offset) % size
  return {
    score: 200 + Math.max(draw(0, 801), draw(4, 801)),
    birthDate: fromEpochDay(EPOCH_DAY_OF_1950 + draw(8, DAYS_1950_TO_1999)),
    reference: `sandbox-${digest.toString('hex', 12, 20)}`,
  }
}
