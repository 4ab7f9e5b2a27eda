import { type Payee, parsePayee } from '../domains/payouts/index.ts'
import { InputError } from '../kernel/faults.ts'
import { type CommandLine, getOption } from './command.ts'

const ACCOUNT_OPTIONS = ['bank', 'agency', 'account-number', 'digit', 'account-type'] as const

/** The option in which each field is typed. */
const OPTIONS: Readonly<Record<string, string>> = {
  'payee.name': 'name',
  'payee.document': 'document',
  'payee.to.key': 'pix-key',
  'payee.to.bankCode': 'bank',
  'payee.to.agency': 'agency',
  'payee.to.account': 'account-number',
  'payee.to.accountDigit': 'digit',
  'payee.to.accountType': 'account-type',
}

/** Whom and where to pay: a Pix key or an account at a bank. Throws InputError. */
export function readPayee(line: CommandLine): Payee {
  const named = { name: getOption(line, 'name'), document: getOption(line, 'document') }
  const [given] = ACCOUNT_OPTIONS.filter(name => line.options[name] !== undefined)
  const hasKey = line.options['pix-key'] !== undefined
  if (hasKey && given !== undefined)
    throw new InputError(`--pix-key and --${given} contradict each other: money goes to one place`)
  if (!hasKey && given === undefined) throw new InputError('--pix-key or --bank is missing')
  try {
    return parsePayee({
      ...named,
      ...(hasKey ? { pixKey: getOption(line, 'pix-key') } : { account: readAccount(line) }),
    })
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const option = OPTIONS[error.field ?? '']
    throw new InputError(option === undefined ? error.message : `--${option} ${error.problem}`)
  }
}

const readAccount = (line: CommandLine) => ({
  bankCode: getOption(line, 'bank'),
  agency: getOption(line, 'agency'),
  account: getOption(line, 'account-number'),
  accountDigit: getOption(line, 'digit'),
  accountType: String(line.options['account-type'] ?? 'CHECKING'),
})
