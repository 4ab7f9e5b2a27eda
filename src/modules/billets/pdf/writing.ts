import { writeCpf } from '../../../brazil/writing.ts'
import { hasLatinWriting } from '../../../kernel/ascii-text.ts'
import { getBank } from '../banks/find-bank.ts'
import type { Billet, LenderAccount, Payer } from '../billet.ts'

export function writeInstallment({ kind, installmentNumber, installmentCount }: Billet): string {
  return kind === 'down-payment' ? 'Entrada' : `${installmentNumber} de ${installmentCount}`
}

/** In the format of its bank. */
export function writeOurNumber({ printedOurNumber }: Billet, { bank }: LenderAccount): string {
  return getBank(bank.bank).slip.writeOurNumber(bank, printedOurNumber)
}

/** The fonts of the document have Latin letters only: a name without any is told by the CPF. */
export function writePayerName({ name, cpf }: Payer): string {
  return hasLatinWriting(name) ? name : `Cliente CPF ${writeCpf(cpf)}`
}
