import { writeMoney } from '../design/format.ts'

export function writeCentavos(centavos: number): string {
  return writeMoney(centavos / 100)
}
