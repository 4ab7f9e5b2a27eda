import type { Billet, LenderAccount } from '../billet.ts'

export function writeInstallment({ kind, installmentNumber, installmentCount }: Billet): string {
  return kind === 'down-payment' ? 'Entrada' : `${installmentNumber} de ${installmentCount}`
}

/** As each bank prints it: the agreement of bank 001 is already a part of the number, the others put the portfolio in front. */
export function writeOurNumber({ printedOurNumber }: Billet, { bank }: LenderAccount): string {
  return bank.bank === '001' ? printedOurNumber : `${bank.portfolio}/${printedOurNumber}`
}
