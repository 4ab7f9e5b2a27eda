import { LOAN_NOTICE_KINDS } from '../contract/desk-loans.ts'
import { decideWriteOff, serveAgain } from '../domains/collection/index.ts'
import { decideWaiver } from '../domains/servicing/index.ts'
import { InputError } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { type Command, type CommandLine, getOption, getWord, presentAmount, refuse } from './command.ts'
import { getProvenPerson, getReason, presentDecision } from './proof.ts'

export const loanDecisionCommands: Readonly<Record<string, Command>> = {
  'loan waive': {
    async run(services, line) {
      const transactionId = getTransactionId(line)
      const installment = getOption(line, 'installment')
      if (!/^[1-9][0-9]?$/.test(installment))
        throw new InputError(`--installment ${installment} is not the number of an installment`)
      const wanted = { transactionId, installmentNumber: Number(installment), reason: getReason(line) }
      const operator = await getProvenPerson(services, line, 'loan.waive')
      const decision = await decideWaiver(services, operator, wanted).catch(refuse)
      const waived = presentAmount(decision.amountCentavos)
      line.act?.tell(transactionId, { installment, waived })
      return presentDecision(decision, `${waived} of installment ${installment} was forgiven`)
    },
  },

  'loan write-off': {
    async run(services, line) {
      const transactionId = getTransactionId(line)
      const wanted = { transactionId, reason: getReason(line) }
      const operator = await getProvenPerson(services, line, 'loan.write-off')
      const decision = await decideWriteOff(services, operator, wanted).catch(refuse)
      const loss = presentAmount(decision.amountCentavos)
      line.act?.tell(transactionId, { loss })
      return presentDecision(decision, `${transactionId} is written off: a loss of ${loss}`)
    },
  },

  'notices serve': {
    async run(services, line) {
      const transactionId = getTransactionId(line)
      const wanted = getOption(line, 'kind')
      const kind = LOAN_NOTICE_KINDS.find(each => each === wanted)
      if (kind === undefined) throw new InputError(`--kind must be one of ${LOAN_NOTICE_KINDS.join(', ')}`)
      const operator = await getProvenPerson(services, line, 'loan.serve')
      const id = await serveAgain(services, operator, { transactionId, kind }).catch(refuse)
      line.act?.tell(transactionId, { notice: id, kind })
      return `${id} will be served in the next hours in which customers may be contacted`
    },
  },
}

function getTransactionId(line: CommandLine): string {
  const transactionId = getWord(line, 2, 'TRANSACTION_ID')
  if (!isId(transactionId)) throw new InputError(`${transactionId} is not a transaction id`)
  return transactionId
}
