import type { CommandModule } from './table.ts'
import { ASKS_CODE } from './table-texts.ts'

/** Month ends, and what the accountant and the regulator get. */
export const BOOKS: readonly CommandModule[] = [
  {
    load: async () => (await import('./closing.ts')).closingCommands,
    commands: {
      'closing list': { summary: 'list the month ends, who closed each, and what was booked late since' },
      'closing run': {
        args: '--month YYYY-MM',
        summary:
          'book interest and provisions of a month, take its snapshot of every contract, and compare it with books and bank; may be interrupted and repeated',
        isAudited: true,
      },
      'closing verify': {
        args: '--month YYYY-MM',
        summary: 'recompute the seals, the sums and the balances of a month’s snapshot',
      },
      'closing close': {
        args: '--month YYYY-MM --reason TEXT --as EMAIL',
        summary: `propose to close a month, which another person approves; from then on nothing in it changes; ${ASKS_CODE}`,
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./books.ts')).bookCommands,
    commands: {
      'books export': {
        args: '--month YYYY-MM [--what journal|trial-balance|revenue|contracts] [--folder DIRECTORY]',
        summary:
          'write journal, trial balance, revenue by tax base and the contracts of the month end as CSV files; ids only, no personal data',
        isAudited: true,
      },
      'books cosif': {
        args: '[--file accounts.csv]',
        summary:
          'list the account of the Central Bank’s chart for each kind of account; with a file of kind,code,name lines, set your own',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./scr.ts')).scrCommands,
    commands: {
      'scr export': {
        args: '--month YYYY-MM --settings scr.json [--shipment N] [--folder DIRECTORY]',
        summary:
          'write document 3040 of a closed month for the Central Bank; the file names customers by their CPF',
        isAudited: true,
      },
      'scr settings': {
        summary: 'list what the settings of document 3040 may say, with defaults and why each is a setting',
      },
    },
  },
]
