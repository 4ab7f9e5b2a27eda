import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, parseConfig } from './app/config/config.ts'
import { openFoundation } from './app/program.ts'
import { accountCommands } from './cli/accounts.ts'
import { agreementCommands } from './cli/agreements.ts'
import { auditCommands } from './cli/audit.ts'
import { runAudited } from './cli/audited.ts'
import { bankCommands } from './cli/bank.ts'
import type { Command, CommandLine, OfflineCommand } from './cli/command.ts'
import { creditCommands } from './cli/credit.ts'
import { databaseCommands, restoreCommands } from './cli/database.ts'
import { doctorCommands } from './cli/doctor.ts'
import { encryptionCommands } from './cli/encryption.ts'
import { evidenceChecks, evidenceCommands } from './cli/evidence.ts'
import { fileCommands } from './cli/files.ts'
import { headCommands } from './cli/heads.ts'
import { jobCommands } from './cli/jobs.ts'
import { keyCommands } from './cli/keys.ts'
import { ledgerCommands } from './cli/ledger.ts'
import { listingCommands } from './cli/listings.ts'
import { loanCommands } from './cli/loans.ts'
import { messageCommands } from './cli/messages.ts'
import { moneyCommands } from './cli/money.ts'
import { findNearestName } from './cli/nearest-name.ts'
import { operatorCommands } from './cli/operators.ts'
import { payoutFileCommands } from './cli/payout-files.ts'
import { payoutCommands } from './cli/payouts.ts'
import { peopleCommands } from './cli/people.ts'
import { retailerTermsCommands } from './cli/retailer-terms.ts'
import { retailerCommands } from './cli/retailers.ts'
import { statementCommands } from './cli/statements.ts'
import { writeOffCommands } from './cli/write-off.ts'
import { InputError, Refused, StartError } from './kernel/faults.ts'
import { DatabaseUnavailable } from './platform/db/database-errors.ts'
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

const ALL_COMMANDS = { ...COMMANDS, ...OFFLINE_COMMANDS }

/** In one sentence; anything else is a defect, and shows where. */
const EXPECTED = [InputError, Refused, StartError, DatabaseUnavailable]

async function main(args: readonly string[]): Promise<void> {
  const line = parseLine(args)
  if (line.options.version === true) {
    process.stdout.write(`crediario ${readVersion()}\n`)
    return
  }
  if (line.options.help === true || line.words[0] === 'help') {
    process.stdout.write(presentHelp(line.words[0] === 'help' ? line.words.slice(1).join(' ') : ''))
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
    if (name !== '') throw new InputError(presentUnknown(name))
    process.stdout.write(presentHelp(''))
    return
  }
  const config = parseConfig(process.env)
  const foundation = await openFoundation(config, createLog({ level: 'error' }), {
    acceptsForgotten: command.acceptsForgotten,
    onNewDatabase: () => announceNewDatabase(config),
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
    throw new InputError(error instanceof Error ? error.message : String(error))
  }
}

/** Without the help, which would push the error off the screen. */
function presentUnknown(name: string): string {
  const names = Object.keys(ALL_COMMANDS)
  const ofTopic = names.filter(each => each.startsWith(`${name} `))
  if (ofTopic.length > 0) return `${name} is only the first word of a command: ${ofTopic.join(', ')}`
  const nearest = findNearestName(name, names)
  return `there is no command ${name}: the nearest is \`${nearest}\`, and \`help\` lists all`
}

/** All commands, or those of one topic. */
function presentHelp(topic: string): string {
  const all = Object.values(ALL_COMMANDS)
  const wanted = topic === '' ? all : all.filter(({ usage }) => `${usage} `.startsWith(`${topic} `))
  if (wanted.length === 0) {
    const topics = Object.keys(ALL_COMMANDS).map(name => name.split(' ')[0] ?? name)
    const nearest = findNearestName(topic, topics)
    throw new InputError(
      `there is no help on ${topic}: the nearest is \`help ${nearest}\`, and \`help\` lists all`,
    )
  }
  const rows = wanted.map(each => {
    // Some commands need an operator's e-mail address there, and say so themselves.
    const asPerson = 'isAudited' in each && !each.usage.includes(' --as ') ? ' [--as NAME]' : ''
    return `  ${each.usage}${asPerson}\n      ${each.purpose}\n`
  })
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
function announceNewDatabase({ dataDir }: Config): void {
  process.stderr.write(
    `crediario: there is no database in ${dataDir}: creating a new one. If the service uses another, set its DATA_DIR or DATABASE_URL\n`,
  )
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  const isExpected = EXPECTED.some(kind => error instanceof kind)
  process.stderr.write(
    isExpected && error instanceof Error
      ? `crediario: ${error.message}\n`
      : `${error instanceof Error ? error.stack : error}\n`,
  )
  process.exitCode = 1
}
