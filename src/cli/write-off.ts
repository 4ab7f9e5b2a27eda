import { RequestError } from '../contract/errors.ts'
import { decideWriteOff } from '../domains/collection/index.ts'
import { InputError } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { type Command, getWord, presentAmount } from './command.ts'
import { getProvenPerson, getReason, presentDecision } from './proof.ts'

export const writeOffCommands: Readonly<Record<string, Command>> = {
  'loan write-off': {
    async run(services, line) {
      const transactionId = getWord(line, 2, 'TRANSACTION_ID')
      if (!isId(transactionId)) throw new InputError(`${transactionId} is not a transaction id`)
      const wanted = { transactionId, reason: getReason(line) }
      const operator = await getProvenPerson(services, line, 'loan.write-off')
      const decision = await decideWriteOff(services, operator, wanted).catch((error: unknown) => {
        throw error instanceof RequestError ? new InputError(error.message) : error
      })
      const loss = presentAmount(decision.amountCentavos)
      line.act?.tell(transactionId, { loss })
      return presentDecision(decision, `${transactionId} is written off: a loss of ${loss}`)
    },
  },
}
