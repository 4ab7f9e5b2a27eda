import { RequestError } from '../contract/errors.ts'
import { decideWaiver } from '../domains/servicing/index.ts'
import { InputError } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { type Command, getOption, getWord, presentAmount } from './command.ts'
import { getProvenPerson, getReason, presentDecision } from './proof.ts'

export const waiveCommands: Readonly<Record<string, Command>> = {
  'loan waive': {
    async run(services, line) {
      const transactionId = getWord(line, 2, 'TRANSACTION_ID')
      if (!isId(transactionId)) throw new InputError(`${transactionId} is not a transaction id`)
      const installment = getOption(line, 'installment')
      if (!/^[1-9][0-9]?$/.test(installment))
        throw new InputError(`--installment ${installment} is not the number of an installment`)
      const wanted = { transactionId, installmentNumber: Number(installment), reason: getReason(line) }
      const operator = await getProvenPerson(services, line, 'loan.waive')
      const decision = await decideWaiver(services, operator, wanted).catch((error: unknown) => {
        throw error instanceof RequestError ? new InputError(error.message) : error
      })
      const waived = presentAmount(decision.amountCentavos)
      line.act?.tell(transactionId, { installment, waived })
      return presentDecision(decision, `${waived} of installment ${installment} are forgiven`)
    },
  },
}
