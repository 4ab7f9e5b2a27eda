import type { App } from '../app/app.ts'
import { holdMoney, listMoneyHolds, type MoneyHold, releaseMoney } from '../domains/payouts/index.ts'
import { InputError, Refused } from '../kernel/faults.ts'
import { type Command, type CommandLine, getOption, getPerson, presentTable } from './command.ts'
import { proveAll } from './proof.ts'

export const moneyCommands: Readonly<Record<string, Command>> = {
  'money status': {
    usage: 'money status',
    purpose: 'say whether payouts are stopped, since when and why',
    run: async services => presentHolds(await listMoneyHolds(services)),
  },

  'money hold': {
    usage: 'money hold',
    purpose: 'stop all payouts: none is approved, sent or written to a file until people release them',
    isAudited: true,
    async run(services, line) {
      const { id } = await holdMoney(services, 'person', 'a person has stopped all payouts')
      line.act?.tell(id)
      return 'all payouts are stopped from now on. Resume them with: money release'
    },
  },

  'money release': {
    usage: 'money release [--with EMAIL]',
    purpose:
      'resume payouts, after both chains were verified; in production two people, --as and the approver --with, each with a code of the authenticator, which is asked for',
    isAudited: true,
    async run(services, line) {
      if ((await listMoneyHolds(services)).length === 0) return 'money may leave: nothing to release'
      const people = await identify(services, line)
      const released = await releaseMoney(services, people).catch(refuse)
      line.act?.tell(released.at(-1)?.id, { released: released.length, with: people.approvedBy ?? '-' })
      return `released: ${released.length}. Money leaves again`
    },
  },
}

/** Homologation takes one name, and the way of production when --with is given. */
async function identify(
  services: App,
  line: CommandLine,
): Promise<{ readonly releasedBy: string; readonly approvedBy: string | undefined }> {
  const releasedBy = getPerson(line)
  if (!services.isProduction && line.options.with === undefined) return { releasedBy, approvedBy: undefined }
  const [first, second] = await proveAll(services, line, [
    { email: releasedBy, option: 'as', action: 'payout.decide' },
    { email: getOption(line, 'with'), option: 'with', action: 'proposal.answer' },
  ])
  if (first === undefined || second === undefined || first.id === second.id)
    throw new InputError('two people release money: --as and --with name the same one')
  return { releasedBy: first.email, approvedBy: second.email }
}

function presentHolds(holds: readonly MoneyHold[]): string {
  if (holds.length === 0) return 'money may leave'
  const rows = holds.map(({ heldAt, cause, problem }) => [heldAt.toISOString(), cause, problem])
  return `no money leaves\n\n${presentTable(['SINCE', 'CAUSE', 'PROBLEM'], rows)}`
}

function refuse(error: unknown): never {
  if (error instanceof Refused)
    throw new InputError(`${error.message}. Put back what was changed, from a backup; money waits until then`)
  throw error
}
