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
    load: async () => (await import('./bookkeeping.ts')).bookkeepingCommands,
    commands: {
      'balances list': {
        summary: 'list balances with retailers, Treasury and insurer, and how each leaves the books',
      },
      'balances settle': {
        args: 'EXIT [--retailer ID] [--period YYYY-MM-DD] [--line CASE | --amount REAIS --date YYYY-MM-DD --account ID --reference NUMBER] [--file PDF] --reason TEXT --as EMAIL',
        summary: `propose how a balance was settled, by a line of the bank statement or a document: CLAWBACK_RECEIVED, COMMISSION_PAID, IOF_REFUNDED, IOF_OFFSET, INSURER_RECEIVED, INSURER_NETTED; ${ASKS_CODE}`,
        isAudited: true,
      },
      'balances commission': {
        args: '--retailer ID --reason TEXT --as EMAIL',
        summary: `order the commission that is owed to a retailer, and propose the order; ${ASKS_CODE}`,
        isAudited: true,
      },
      'taxes list': {
        args: '[--date YYYY-MM-DD]',
        summary:
          'print the values of the DARF of each period of the IOF, with fine and interest if it is paid on that day',
      },
      'taxes pay': {
        args: '--period YYYY-MM-DD --date YYYY-MM-DD --account ID --authentication NUMBER --file PDF [--principal REAIS] [--fine REAIS] [--interest REAIS] --reason TEXT --as EMAIL',
        summary: `propose what the receipt of a paid DARF shows; another person books it; ${ASKS_CODE}`,
        isAudited: true,
      },
      'taxes selic': {
        args: 'FILE --source TEXT',
        summary: 'load the monthly Selic rates, a line each such as 2026-01;1,16; known months are replaced',
        isAudited: true,
      },
      'journal propose': {
        args: '--lines ACCOUNT=REAIS,ACCOUNT=-REAIS [--date YYYY-MM-DD] --file PDF --reason TEXT --as EMAIL',
        summary: `propose a manual entry, debits above zero and credits below; another person books it; ${ASKS_CODE}`,
        isAudited: true,
      },
      'journal reverse': {
        args: 'ENTRY_ID [--date YYYY-MM-DD] [--file PDF] --reason TEXT --as EMAIL',
        summary: `propose the entry that undoes a manual one exactly, once; ${ASKS_CODE}`,
        isAudited: true,
      },
      'journal show': {
        args: '[ENTRY_ID]',
        summary:
          'list the entries that people made or proposed, or print one with its lines and its document',
      },
    },
  },
  {
    load: async () => (await import('./tax-loss.ts')).taxLossCommands,
    commands: {
      'ledger tax-loss': {
        args: '--month YYYY-MM [--csv]',
        summary:
          'print the deductible losses of a month by contract (Law 14.467), and what of earlier ones is taxed',
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
    load: async () => (await import('./loan-decisions.ts')).loanDecisionCommands,
    commands: {
      'loan waive': {
        args: 'TRANSACTION_ID --installment N --reason TEXT --as EMAIL',
        summary: `forgive what is open of an installment that is due, with its charges; above a small sum a second person approves; ${ASKS_CODE}`,
        isAudited: true,
      },
      'loan write-off': {
        args: 'TRANSACTION_ID --reason TEXT --as EMAIL',
        summary: `propose to write off a contract that is fully provided for; the customer still owes it, and later payments are recoveries; ${ASKS_CODE}`,
        isAudited: true,
      },
    },
  },
  {
    load: async () => (await import('./cases.ts')).caseCommands,
    commands: {
      'cases list': {
        args: '[--contract TRANSACTION_ID] --as EMAIL',
        summary: `list cases that end or change a contract otherwise than by payment, newest first; ${ASKS_CODE}`,
        isAudited: true,
      },
      'cases show': {
        args: 'CASE_ID --as EMAIL',
        summary: `show a case, its documents and decisions; ${ASKS_CODE}`,
        isAudited: true,
      },
      'cases open': {
        args: 'TRANSACTION_ID --kind KIND --note TEXT [--contact EMAIL] [--document FILE] --as EMAIL',
        summary: `open a case; for a court order or a death, collection stops at once; ${ASKS_CODE}`,
        isAudited: true,
      },
      'cases attach': {
        args: 'CASE_ID --document FILE --as EMAIL',
        summary: `keep a document (PDF) with a case; ${ASKS_CODE}`,
        isAudited: true,
      },
      'cases decide': {
        args: 'CASE_ID --effect EFFECT [--amount REAIS] [--day YYYY-MM-DD] [--installments N] --reason TEXT --as EMAIL',
        summary: `propose what a case does to its contract; ${ASKS_CODE}`,
        isAudited: true,
      },
      'cases end': {
        args: 'CASE_ID --reason TEXT --as EMAIL',
        summary: `end a case that is not decided, an unpaid offer or a suspension; ${ASKS_CODE}`,
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
    load: async () => (await import('./loan-decisions.ts')).loanDecisionCommands,
    commands: {
      'notices serve': {
        args: 'TRANSACTION_ID --kind listing|acceleration --as EMAIL',
        summary: `serve a formal notice of the present delay once more, with a proof and days of its own; ${ASKS_CODE}`,
        isAudited: true,
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
    load: async () => (await import('./assignments.ts')).assignmentCommands,
    commands: {
      'assignments fund': {
        args: '--name NAME --document CNPJ --pix-key KEY --rules rules.json --as EMAIL',
        summary: `register a fund that buys contracts, where it is paid and which contracts it takes; ${ASKS_CODE}`,
        isAudited: true,
      },
      'assignments funds': { summary: 'list the funds with what they own, are owed and owe' },
      'assignments list': { summary: 'list sales and purchases of contracts, newest first' },
      'assignments sell': {
        args: 'FUND_ID --reason TEXT --as EMAIL',
        summary: `propose to sell every contract that the fund's rules take today; ${ASKS_CODE}`,
        isAudited: true,
      },
      'assignments buy-back': {
        args: 'FUND_ID TRANSACTION_ID... [--percent N] --reason TEXT --as EMAIL',
        summary: `propose to buy contracts back at a percentage of today's value (default 100); ${ASKS_CODE}`,
        isAudited: true,
      },
      'assignments receive': {
        args: 'ASSIGNMENT_ID --date YYYY-MM-DD --reference TEXT [--account ID] --reason TEXT --as EMAIL',
        summary: `propose that the fund has paid for a sale, as the bank's statement shows it; ${ASKS_CODE}`,
        isAudited: true,
      },
      'assignments export': {
        args: 'ASSIGNMENT_ID --file contracts.csv --as EMAIL',
        summary: `write the contracts of a batch with the hashes of their evidence; ${ASKS_CODE}`,
        isAudited: true,
      },
      'assignments statement': {
        args: 'FUND_ID --from YYYY-MM-DD --to YYYY-MM-DD',
        summary: 'print what a fund is owed over some days: opening, every movement, closing',
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
          'verify both chains and resume payouts; in production by two people, --as and the approver --with; asks for the authenticator code of each',
        isAudited: true,
      },
    },
  },
]
