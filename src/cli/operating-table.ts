import type { CommandModule } from './table.ts'
import { ASKS_CODE, HEAD_OPTIONS, HEADS_MEANING } from './table-texts.ts'

/** Operators, audit, jobs, keys, files and the database. */
export const OPERATING: readonly CommandModule[] = [
  {
    load: async () => (await import('./compliance.ts')).complianceCommands,
    commands: {
      'screening load': {
        args: 'FILE --kind PEP|SANCTIONS --source NAME --date YYYY-MM-DD --as EMAIL',
        summary:
          'load a list of politically exposed or sanctioned people (CSV) in place of the last one of the same source; customers with a running contract are compared with it',
        isAudited: true,
      },
      'screening list': { summary: 'list the lists of people, in use and replaced' },
      'screening show': {
        args: 'LIST_ID --as EMAIL',
        summary: 'show a list and its first entries',
        isAudited: true,
      },
      'compliance cases': {
        args: '[--closed]',
        summary:
          'list matches with lists and unusual payments that wait for a decision; with --closed, all of them',
      },
      'compliance decide': {
        args: 'CASE_ID NO_MATCH|ACCEPTED|CONFIRMED|REPORT|NO_REPORT --reason TEXT [--checks-made] --as EMAIL',
        summary: `decide a case; reporting or not, clearing a sanction and accepting an exposed person wait for a second person; ${ASKS_CODE}`,
        isAudited: true,
      },
      'compliance register': { summary: 'list what was decided about reports to COAF, with their receipts' },
      'compliance receipt': {
        args: 'REGISTER_ID --number TEXT --date YYYY-MM-DD --as EMAIL',
        summary: `record the number under which COAF took a report or a statement; ${ASKS_CODE}`,
        isAudited: true,
      },
      'compliance no-occurrence': {
        args: 'YEAR --reason TEXT --as EMAIL',
        summary: `state to COAF that a year had nothing to report; waits for a second person; ${ASKS_CODE}`,
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./jobs.ts')).jobCommands,
    commands: {
      'jobs dead': {
        summary: 'list the background jobs that were given up, newest first, with the last error',
      },
      'jobs revive': {
        args: 'JOB_ID',
        summary: 'retry a job that was given up, with all its attempts',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./proposals.ts')).proposalCommands,
    commands: {
      'proposals list': {
        summary: 'list what one person has proposed, at the desk or here, and another has to answer',
      },
      'proposals approve': {
        args: 'PROPOSAL_ID --reason TEXT --as EMAIL',
        summary: `approve a proposal of another person, which carries it out; ${ASKS_CODE}, an approver`,
        isAudited: true,
      },
      'proposals decline': {
        args: 'PROPOSAL_ID --reason TEXT --as EMAIL',
        summary: `decline a proposal of another person; ${ASKS_CODE}, an approver`,
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./operators.ts')).operatorCommands,
    commands: {
      'operators create': {
        args: '--email ana@example.com --name "Ana Souza" --role viewer|analyst|approver',
        summary:
          'register an operator of the credit desk; password and authenticator key are shown only once',
        isAudited: true,
      },
      'operators list': { summary: 'list the operators of the credit desk' },
      'operators role': {
        args: 'EMAIL --role viewer|analyst|approver',
        summary: "change an operator's role; an operator who is signed in must sign in again",
        isAudited: true,
      },
      'operators disable': {
        args: 'EMAIL',
        summary: 'disable an operator: end all sessions and refuse sign-in; past decisions stand',
        isAudited: true,
      },
      'operators enable': { args: 'EMAIL', summary: 'enable a disabled operator', isAudited: true },
      'operators reset': {
        args: 'EMAIL [--role viewer|analyst|approver]',
        summary:
          'issue a new password and authenticator key, shown only once; ends all sessions; --role repairs a row changed by SQL',
        isAudited: true,
      },
      'operators code': {
        args: 'EMAIL',
        summary: 'print the current authenticator code of a demonstration operator',
      },
    },
  },
  {
    load: async () => (await import('./audit.ts')).auditCommands,
    commands: {
      'audit seal': {
        summary: 'sign the end of the audit log and print its head; keep a copy of it elsewhere',
      },
      'audit show': {
        args: 'TRANSACTION_ID',
        summary:
          'print the audit entries about a transaction, such as who canceled it, with which key and request',
      },
      'audit verify': {
        args: HEAD_OPTIONS,
        summary: `recompute the whole audit log; ${HEADS_MEANING}`,
      },
    },
  },
  {
    load: async () => (await import('./heads.ts')).headCommands,
    commands: {
      'heads show': {
        summary: 'print the last signed heads of ledger and audit log on this machine, for --heads',
      },
      'heads accept': {
        summary:
          'after a restore: continue from what the database holds and record the heads known before; payouts stay stopped until money release',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./encryption.ts')).encryptionCommands,
    commands: {
      'encryption status': {
        summary:
          'show whether ENCRYPTION_KEY_PREVIOUS is still needed, and how much is encrypted under each data key',
      },
      'encryption rotate': {
        args: '--as NAME',
        summary:
          'make ENCRYPTION_KEY the key of this database and encrypt all data again; after an interruption, run it again',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./evidence.ts')).evidenceCommands,
    commands: {
      'evidence export': {
        args: 'TRANSACTION_ID > bundle.json',
        summary:
          'print contract, document, pictures and evidence of a signature: personal data, handle with care',
        isAudited: true,
      },
      'evidence key': {
        summary: 'print the public key that seals evidence; publish it, so that others can verify bundles',
      },
    },
  },
  {
    load: async () => (await import('./evidence.ts')).evidenceChecks,
    commands: {
      'evidence verify': {
        args: 'bundle.json --key PUBLIC_KEY',
        summary:
          'verify all hashes and the seal of exported evidence, without database or secrets; --key is the key that the lender has published (evidence key)',
      },
    },
  },
  {
    load: async () => (await import('./evidence.ts')).evidenceCommands,
    commands: {
      'files move': {
        summary:
          'move all pictures and signed documents to FILES_URL; the worker moves them an hour after they are written',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./doctor.ts')).doctorCommands,
    commands: {
      doctor: {
        summary:
          'check everything that a first purchase needs, and name the command that fixes what is missing',
      },
    },
  },
  {
    load: async () => (await import('./database.ts')).databaseCommands,
    commands: {
      'database migrate': {
        summary: 'migrate the schema with DATABASE_MIGRATION_URL and grant the other roles access to it',
      },
      'database roles': {
        args: '[--name crediario]',
        summary:
          'print the SQL that creates the roles on a server of your own: NAME_migrator, NAME_app, NAME_readonly',
      },
    },
  },
  {
    load: async () => (await import('./database.ts')).restoreCommands,
    commands: {
      'database after-restore': {
        summary: 'after restoring a backup: skip the our-numbers and file numbers that were given out since',
        isAudited: true,
      },
    },
  },
]
