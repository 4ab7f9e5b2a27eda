import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accountCommands } from './commands/accounts.ts'
import { agreementCommands } from './commands/agreements.ts'
import { auditCommands } from './commands/audit.ts'
import { runAudited } from './commands/audited.ts'
import { bankCommands } from './commands/bank.ts'
import { type Command, type CommandLine, type OfflineCommand, UsageError } from './commands/command.ts'
import { creditCommands } from './commands/credit.ts'
import { databaseCommands, restoreCommands } from './commands/database.ts'
import { doctorCommands } from './commands/doctor.ts'
import { encryptionCommands } from './commands/encryption.ts'
import { evidenceChecks, evidenceCommands } from './commands/evidence.ts'
import { fileCommands } from './commands/files.ts'
import { headCommands } from './commands/heads.ts'
import { jobCommands } from './commands/jobs.ts'
import { keyCommands } from './commands/keys.ts'
import { ledgerCommands } from './commands/ledger.ts'
import { listingCommands } from './commands/listings.ts'
import { loanCommands } from './commands/loans.ts'
import { messageCommands } from './commands/messages.ts'
import { moneyCommands } from './commands/money.ts'
import { operatorCommands } from './commands/operators.ts'
import { payoutFileCommands } from './commands/payout-files.ts'
import { payoutCommands } from './commands/payouts.ts'
import { peopleCommands } from './commands/people.ts'
import { retailerTermsCommands } from './commands/retailer-terms.ts'
import { retailerCommands } from './commands/retailers.ts'
import { statementCommands } from './commands/statements.ts'
import { writeOffCommands } from './commands/write-off.ts'
import { openFoundation, StartError } from './composition/program.ts'
import { type Config, ConfigError, parseConfig } from './config.ts'
import { embeddedDatabaseExists } from './platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from './platform/telemetry/log.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  ...retailerCommands,
  ...retailerTermsCommands,
  ...keyCommands,
  ...creditCommands,
  ...accountCommands,
  ...ledgerCommands,
  ...loanCommands,
  ...agreementCommands,
  ...listingCommands,
  ...writeOffCommands,
  ...bankCommands,
  ...statementCommands,
  ...payoutCommands,
  ...payoutFileCommands,
  ...moneyCommands,
  ...jobCommands,
  ...peopleCommands,
  ...messageCommands,
  ...operatorCommands,
  ...auditCommands,
  ...headCommands,
  ...encryptionCommands,
  ...evidenceCommands,
  ...fileCommands,
  ...restoreCommands,
}

const OFFLINE_COMMANDS: Readonly<Record<string, OfflineCommand>> = {
  ...doctorCommands,
  ...evidenceChecks,
  ...databaseCommands,
}

async function main(args: readonly string[]): Promise<void> {
  const line = parseLine(args)
  if (line.options.version === true) {
    process.stdout.write(`crediario ${readVersion()}\n`)
    return
  }
  if (line.options.help === true || line.words[0] === 'help') {
    process.stdout.write(presentHelp(line.words[0] === 'help' ? line.words[1] : undefined))
    return
  }
  const name = line.words.slice(0, 2).join(' ')
  const offline = OFFLINE_COMMANDS[name]
  if (offline !== undefined) {
    const answer = await offline.runOffline(line)
    process.stdout.write(`${typeof answer === 'string' ? answer : answer.text}\n`)
    if (typeof answer !== 'string' && answer.hasFailed) process.exitCode = 1
    return
  }
  const command = COMMANDS[name]
  if (command === undefined) {
    process.stdout.write(presentHelp())
    if (line.words.length > 0) throw new UsageError(`there is no command ${line.words.join(' ')}`)
    return
  }
  const config = parseConfig(process.env)
  announceNewDatabase(config)
  const foundation = await openFoundation(config, createLog({ level: 'error' }), {
    acceptsForgotten: command.acceptsForgotten,
  })
  try {
    const { services } = foundation
    const reporting = { ...line, report: (text: string) => process.stdout.write(`${text}\n`) }
    const answer = await (command.isAudited
      ? runAudited(services, command, reporting)
      : command.run(services, reporting))
    process.stdout.write(`${answer}\n`)
  } finally {
    await foundation.close()
  }
}

function parseLine(args: readonly string[]): CommandLine {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: text,
        retailer: text,
        scopes: text,
        expires: text,
        'rate-limit': text,
        file: text,
        as: text,
        head: text,
        heads: text,
        key: text,
        bank: text,
        agency: text,
        account: text,
        digit: text,
        portfolio: text,
        agreement: text,
        'service-code': text,
        beneficiary: text,
        cnpj: text,
        'legal-name': text,
        schedule: text,
        'account-number': text,
        'account-type': text,
        holder: text,
        reason: text,
        accent: text,
        logo: text,
        document: text,
        address: text,
        'pix-key': text,
        email: text,
        role: text,
        state: text,
        kind: text,
        city: text,
        'postal-code': text,
        folder: text,
        by: text,
        date: text,
        month: text,
        installments: text,
        entry: text,
        with: text,
        from: text,
        to: text,
        publishable: flag,
        'grace-period': flag,
        retention: flag,
        insurance: flag,
        'no-script': flag,
        propose: flag,
        all: flag,
        json: flag,
        help: { ...flag, short: 'h' },
        version: flag,
      },
    })
    return { words: positionals, options: values }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** All commands, or those of one topic where there are any. */
function presentHelp(topic?: string): string {
  const all = Object.values({ ...COMMANDS, ...OFFLINE_COMMANDS })
  const wanted = all.filter(({ usage }) => `${usage} `.startsWith(`${topic} `))
  const rows = (wanted.length > 0 ? wanted : all).map(
    each => `  ${each.usage}${'isAudited' in each ? ' [--as NAME]' : ''}\n      ${each.purpose}\n`,
  )
  return `Usage: npm run crediario -- COMMAND\n       npm run crediario -- help [TOPIC] | --version\n\n${rows.join('\n')}\n`
}

function readVersion(): string {
  const path = join(import.meta.dirname, '..', 'package.json')
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}

/**
 * The service may use another database: run in another folder or without its DATABASE_URL, a command would succeed on a new, empty
 * one and change nothing that anybody sees.
 */
function announceNewDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || embeddedDatabaseExists(dataDir)) return
  process.stderr.write(
    `crediario: there is no database in ${dataDir}: creating a new one. If the service uses another, set its DATA_DIR or DATABASE_URL\n`,
  )
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isExpected =
    error instanceof UsageError || error instanceof ConfigError || error instanceof StartError
  process.stderr.write(
    isExpected ? `crediario: ${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  )
  process.exitCode = 1
}
