import type { CommandModule } from './table.ts'
import { ASKS_CODE, BANK_ACCOUNT, HEAD_OPTIONS, HEADS_MEANING } from './table-texts.ts'

/** Accounts, books, contracts, bank files and payouts. */
export const MONEY: readonly CommandModule[] = [
  {
    load: async () => (await import('./accounts.ts')).accountCommands,
    commands: {
      'accounts create': {
        args: '--bank CODE --agency N --account N --digit D --portfolio N [--agreement N] [--service-code N] --beneficiary NAME --document CNPJ --address TEXT --city NAME --pix-key KEY [--propose]',
        summary: `register a bank account of the lender for billets; the oldest serves every retailer without its own; in production, and with --propose, it waits for a second person, and the command ${ASKS_CODE}`,
        isAudited: true,
      },
      'accounts proposals': { summary: 'list proposed accounts that wait for a second person' },
      'accounts approve': {
        args: 'PROPOSAL_ID',
        summary: `register a proposed account, as an approver other than its proposer; ${ASKS_CODE}`,
        isAudited: true,
      },
      'accounts decline': { args: 'PROPOSAL_ID', summary: 'decline a proposed account', isAudited: true },
      'accounts list': { summary: 'list the accounts for billets, oldest first' },
      'accounts assign': {
        args: '--retailer ID --account ID',
        summary: "issue a retailer's new billets for this account",
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./ledger.ts')).ledgerCommands,
    commands: {
      'ledger seal': {
        summary: 'chain the entries that are not sealed yet and print the head; keep a copy of it elsewhere',
      },
      'ledger verify': {
        args: HEAD_OPTIONS,
        summary: `recompute sums, balances and seals of the books, and compare billets, contracts and payouts with them; ${HEADS_MEANING}`,
      },
      'ledger trial-balance': {
        args: '[--date YYYY-MM-DD]',
        summary: 'print the balance of every kind of account at the end of a day, and income not booked yet',
      },
      'ledger provision': {
        args: '--month YYYY-MM',
        summary: 'print the provision for losses at a month end, by stage, and compare it with the books',
      },
    },
  },
  {
    load: async () => (await import('./loans.ts')).loanCommands,
    commands: {
      'loan show': {
        args: 'TRANSACTION_ID [--date YYYY-MM-DD] [--json]',
        summary:
          'print schedule, payments, balance, journal and payoff amount of a contract, without personal data',
      },
    },
  },
  {
    load: async () => (await import('./write-off.ts')).writeOffCommands,
    commands: {
      'loan write-off': {
        args: 'TRANSACTION_ID --as EMAIL',
        summary:
          'write off a contract that is fully provided for; the customer still owes it, and later payments are recoveries',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./agreements.ts')).agreementCommands,
    commands: {
      'agreements offer': {
        args: 'TRANSACTION_ID --retailer ID [--installments N] [--entry REAIS]',
        summary:
          'list the agreements possible today for an overdue debt; the customer area and the API accept one',
        isAudited: true,
      },
      'agreements show': {
        args: 'TRANSACTION_ID --retailer ID',
        summary: 'show an agreement, or the transaction it renegotiates: its status and what is owed today',
      },
    },
  },
  {
    load: async () => (await import('./listings.ts')).listingCommands,
    commands: {
      'listings list': {
        args: '[--state STATE]',
        summary: 'list the debts reported to the credit bureau, newest first',
      },
      'listings show': {
        args: 'LISTING_ID',
        summary: 'show one listing, the notice sent before it and its history',
      },
    },
  },
  {
    load: async () => (await import('./bank.ts')).bankCommands,
    commands: {
      'bank export': {
        args: '--account ID --file remittance.rem',
        summary:
          'write the orders that wait for the bank as a CNAB 240 file; after a crash, writes the same file again',
        isAudited: true,
      },
      'bank import': {
        args: '--file return.ret',
        summary: "import a bank's CNAB 240 return file; a file imported before changes nothing",
        isAudited: true,
      },
      'bank read-until': {
        args: '--account ID --date YYYY-MM-DD',
        summary:
          'declare all returns of an account imported up to that day, where files are missing or not numbered',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./statements.ts')).statementCommands,
    commands: {
      'bank statement': {
        args: 'FILE --account ID',
        summary:
          'import an account statement (CNAB 240 segment E, or OFX); one imported before changes nothing',
        isAudited: true,
      },
      'bank reconcile': {
        args: '--date YYYY-MM-DD [--account ID]',
        summary: 'compare statements with the books up to that day and list the differences',
        isAudited: true,
      },
      'bank differences': {
        summary: 'list the differences between books and statements that wait for an explanation',
      },
      'bank explain': {
        args: 'CASE "WHAT IT IS"',
        summary: 'close a difference with an explanation; it moves no money',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./payouts.ts')).payoutCommands,
    commands: {
      'payouts list': {
        args: '[--state STATE] [--kind KIND]',
        summary: 'list payout orders, newest first, with what blocks each',
      },
      'payouts show': { args: 'ORDER_ID', summary: 'show one order with its purchases and its history' },
      'payouts approve': {
        args: 'ORDER_ID --reason TEXT --as EMAIL',
        summary: `approve an order that needs two people: the first proposes it, an approver approves it; ${ASKS_CODE}`,
        isAudited: true,
      },
      'payouts decline': {
        args: 'ORDER_ID --reason TEXT --as EMAIL',
        summary: `cancel an order that was not sent; its amount stays owed; ${ASKS_CODE}`,
        isAudited: true,
      },
      'payouts retry': {
        args: 'ORDER_ID --reason TEXT --as EMAIL',
        summary: `replace a failed, canceled or returned order by a new one, which an approver must approve; ${ASKS_CODE}`,
        isAudited: true,
      },
      'payouts correct': {
        args: `ORDER_ID --name NAME --document CPF|CNPJ (--pix-key KEY | ${BANK_ACCOUNT}) --reason TEXT --as EMAIL`,
        summary: `like retry, but to another account or Pix key of the customer who gets the refund; ${ASKS_CODE}`,
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./payout-files.ts')).payoutFileCommands,
    commands: {
      'payouts agreement': {
        args: '--account ID [--agreement N] --address "STREET, NUMBER[, COMPLEMENT]" --city NAME --postal-code N --state UF [--by PIX|TED]',
        summary:
          "let an account pay by CNAB 240 files: the bank's agreement number, and how bank accounts are paid",
        isAudited: true,
      },
      'payouts remit': {
        args: '--account ID [--folder DIRECTORY]',
        summary:
          'write the approved orders that are due as CNAB 240 files, Pix in its own; after a crash, writes the same files again',
        isAudited: true,
      },
      'payouts import': {
        args: '--file return.ret',
        summary: "apply a bank's payment return file to its orders; a file imported before changes nothing",
        isAudited: true,
      },
      'payouts cases': { summary: 'list the lines of return files that match no order or cannot be read' },
      'payouts explain': {
        args: 'CASE "WHAT IT IS"',
        summary: 'close a case of a return file with an explanation; it moves no money',
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./money.ts')).moneyCommands,
    commands: {
      'money status': { summary: 'show whether payouts are stopped, since when and why' },
      'money hold': {
        summary: 'stop all payouts: none is approved, sent or written to a file until they are released',
        isAudited: true,
      },
      'money release': {
        args: '[--with EMAIL]',
        summary:
          'verify both chains and resume payouts; in production two people do it, --as and the approver --with, each with an authenticator code, which is asked for',
        isAudited: true,
      },
    },
  },
]
