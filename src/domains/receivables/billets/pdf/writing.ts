import { writeCpf } from '../../../../brazil/writing.ts'
import { hasLatinWriting } from '../../../../kernel/ascii-text.ts'
import { getBank } from '../banks/find-bank.ts'
import type { Billet, LenderAccount, Payer } from '../billet.ts'

export function writeInstallment({ kind, installmentNumber, installmentCount }: Billet): string {
  if (kind === 'settlement') return 'Antecipação'
  return kind === 'down-payment' ? 'Entrada' : `${installmentNumber} de ${installmentCount}`
}

/** In the format of its bank. */
export function writeOurNumber({ printedOurNumber }: Billet, { bank }: LenderAccount): string {
  return getBank(bank.bank).slip.writeOurNumber(bank, printedOurNumber)
}

/**
 * The fonts of the document have Latin letters only. The CPF stands beside the name: it is not written a second time
 * where nobody gave a name, or none that can be printed.
 */
export function writePayerName({ name, cpf }: Payer): string {
  const isNamed = hasLatinWriting(name) && !name.includes(writeCpf(cpf))
  return isNamed ? name : 'Cliente'
}
