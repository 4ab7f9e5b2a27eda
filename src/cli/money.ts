import type { App } from '../app/app.ts'
import { holdMoney, listMoneyHolds, releaseMoney } from '../domains/payouts/index.ts'
import { InputError, Refused } from '../kernel/faults.ts'
import { type Command, type CommandLine, getOption, getPerson, presentTable } from './command.ts'
import { proveAll } from './proof.ts'

export const moneyCommands: Readonly<Record<string, Command>> = {
  'money status': {
    run: async services => presentHolds(await listMoneyHolds(services)),
  },

  'money hold': {
    async run(services, line) {
      const { id } = await holdMoney(services, 'person', 'a person has stopped all payouts')
      line.act?.tell(id)
      return 'all payouts are stopped from now on. Resume them with: money release'
    },
  },

  'money release': {
    async run(services, line) {
      if ((await listMoneyHolds(services)).length === 0) return 'payouts are not stopped: nothing to release'
      const people = await identify(services, line)
      const released = await releaseMoney(services, people).catch(refuse)
      line.act?.tell(released.at(-1)?.id, { released: released.length, with: people.approvedBy ?? '-' })
      return `released: ${released.length}. Payouts resume`
    },
  },
}

/** Homologation needs one name; with --with it works as in production. */
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

function presentHolds(holds: Awaited<ReturnType<typeof listMoneyHolds>>): string {
  if (holds.length === 0) return 'payouts are not stopped'
  const rows = holds.map(({ heldAt, cause, problem }) => [heldAt.toISOString(), cause, problem])
  return `payouts are stopped\n\n${presentTable(['SINCE', 'CAUSE', 'PROBLEM'], rows)}`
}

function refuse(error: unknown): never {
  if (error instanceof Refused)
    throw new InputError(
      `${error.message}. Restore what was changed from a backup; payouts stay stopped until then`,
    )
  throw error
}
