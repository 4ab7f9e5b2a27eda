import { BOOKS } from './books-table.ts'
import type { Command, OfflineCommand } from './command.ts'
import { MONEY } from './money-table.ts'
import { OPERATING } from './operating-table.ts'
import { SELLING } from './selling-table.ts'

/**
 * All commands, with what `help` says about them. The tables import nothing, and a module is loaded only when one of its
 * commands is called.
 */

export interface CommandEntry {
  /** The name and its arguments. */
  readonly usage: string
  readonly summary: string
  /** Changes something or gives out personal data: the audit log names who did it (`--as`). */
  readonly isAudited: boolean
  load(): Promise<Command | OfflineCommand>
}

export interface CommandModule {
  load(): Promise<Readonly<Record<string, Command | OfflineCommand>>>
  readonly commands: Readonly<
    Record<string, { readonly args?: string; readonly summary: string; readonly isAudited?: true }>
  >
}

/** By name, in the order of the help. */
export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map(
  [...SELLING, ...MONEY, ...BOOKS, ...OPERATING].flatMap(({ load, commands }) =>
    Object.entries(commands).map(([name, { args, summary, isAudited = false }]) => [
      name,
      {
        usage: args === undefined ? name : `${name} ${args}`,
        summary,
        isAudited,
        async load() {
          const command = (await load())[name]
          if (command === undefined) throw new Error(`no module runs ${name}`)
          return command
        },
      },
    ]),
  ),
)
