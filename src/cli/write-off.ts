import { writeOffLoan } from '../domains/collection/index.ts'
import { InputError } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { type Command, getWord, presentAmount } from './command.ts'

export const writeOffCommands: Readonly<Record<string, Command>> = {
  'loan write-off': {
    async run(services, line) {
      const id = getWord(line, 2, 'TRANSACTION_ID')
      if (!isId(id)) throw new InputError(`${id} is not a transaction id`)
      const { faceCentavos, lossCentavos } = await writeOffLoan(services, id)
      line.act?.tell(id, { loss: presentAmount(lossCentavos) })
      return `${id} is written off: a loss of ${presentAmount(lossCentavos)}; ${presentAmount(faceCentavos)} are still owed, and charges`
    },
  },
}
