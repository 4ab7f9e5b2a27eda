import { InputError } from '../kernel/faults.ts'
import { listDeadJobs, reviveJob } from '../platform/jobs/queue.ts'
import { type Command, getWord, presentTable } from './command.ts'

const MAX_LISTED = 100

export const jobCommands: Readonly<Record<string, Command>> = {
  'jobs dead': {
    async run({ database }) {
      const dead = await listDeadJobs(database, MAX_LISTED)
      if (dead.length === 0) return 'no job was given up'
      return presentTable(
        ['ID', 'KIND', 'ABOUT', 'ATTEMPTS', 'GIVEN UP', 'LAST ERROR'],
        dead.map(job => [
          job.id,
          job.kind,
          job.key,
          String(job.attempts),
          job.deadAt.toISOString(),
          job.lastError ?? 'its worker disappeared',
        ]),
      )
    },
  },

  'jobs revive': {
    async run({ database, clock }, line) {
      const id = getWord(line, 2, 'the id of the job')
      if (!(await reviveJob(database, id, clock.now()))) throw new InputError(`no job ${id} was given up`)
      line.act?.tell(id)
      return `${id} is tried again`
    },
  },
}
