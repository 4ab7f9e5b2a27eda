import { getBank } from '../banks/find-bank.ts'
import type { Billet, LenderAccount } from '../billet.ts'

export function writeInstallment({ kind, installmentNumber, installmentCount }: Billet): string {
  return kind === 'down-payment' ? 'Entrada' : `${installmentNumber} de ${installmentCount}`
}

/** In the format of its bank. */
export function writeOurNumber({ printedOurNumber }: Billet, { bank }: LenderAccount): string {
  return getBank(bank.bank).slip.writeOurNumber(bank, printedOurNumber)
}
