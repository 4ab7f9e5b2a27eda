import type { App } from '../app/app.ts'
import { answerProposal, listForgedDecisionIds, listOpenProposals } from '../domains/desk/index.ts'
import { InputError } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { type Command, type CommandLine, presentAmount, refuse } from './command.ts'
import { getProposalId, getProvenPerson, getReason, presentProposals } from './proof.ts'

/** Everything that one person has proposed, at the desk or here, is answered by these commands. */
export const proposalCommands: Readonly<Record<string, Command>> = {
  'proposals list': {
    async run(services) {
      const { proposals, operators } = await listOpenProposals(services)
      const shown = proposals.map(
        ({ id, subject, result, target, amountCentavos, decidedBy, decidedAt, reason }) =>
          [
            `${id}  ${result}${target === undefined ? '' : ` ${target}`} of ${subject.kind} ${subject.id}`,
            `  amount  ${presentAmount(amountCentavos)}`,
            `  by      ${operators.get(decidedBy)?.email ?? decidedBy}, ${decidedAt.toISOString()}`,
            `  reason  ${reason}`,
          ].join('\n'),
      )
      return presentProposals(shown, await listForgedDecisionIds(services.database, services.secrets))
    },
  },

  'proposals approve': { run: (services, line) => answer(services, line, true) },

  'proposals decline': { run: (services, line) => answer(services, line, false) },
}

async function answer(services: App, line: CommandLine, approve: boolean): Promise<string> {
  const proposalId = getProposalId(line)
  if (!isId(proposalId)) throw new InputError(`${proposalId} is not the id of a proposal`)
  const reason = getReason(line)
  const operator = await getProvenPerson(services, line, 'proposal.answer')
  line.act?.tell(proposalId, { approve: String(approve) })
  const { subject } = await answerProposal(services, operator, { proposalId, approve, reason }).catch(refuse)
  return `${approve ? 'approved and done' : 'declined'}: ${subject.kind} ${subject.id}`
}
