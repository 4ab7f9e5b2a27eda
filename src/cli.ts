import { parseArgs } from 'node:util'
import { accountCommands } from './commands/accounts.ts'
import { auditCommands } from './commands/audit.ts'
import { bankCommands } from './commands/bank.ts'
import { type Command, type CommandLine, type OfflineCommand, UsageError } from './commands/command.ts'
import { creditCommands } from './commands/credit.ts'
import { databaseCommands } from './commands/database.ts'
import { evidenceChecks, evidenceCommands } from './commands/evidence.ts'
import { jobCommands } from './commands/jobs.ts'
import { keyCommands } from './commands/keys.ts'
import { ledgerCommands } from './commands/ledger.ts'
import { operatorCommands } from './commands/operators.ts'
import { peopleCommands } from './commands/people.ts'
import { retailerCommands } from './commands/retailers.ts'
import { openFoundation, StartError } from './composition/program.ts'
import { ConfigError, parseConfig } from './config.ts'
import { createLog } from './platform/telemetry/log.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  ...retailerCommands,
  ...keyCommands,
  ...creditCommands,
  ...accountCommands,
  ...ledgerCommands,
  ...bankCommands,
  ...jobCommands,
  ...peopleCommands,
  ...operatorCommands,
  ...auditCommands,
  ...evidenceCommands,
}

const OFFLINE_COMMANDS: Readonly<Record<string, OfflineCommand>> = { ...evidenceChecks, ...databaseCommands }

async function main(args: readonly string[]): Promise<void> {
  const line = parseLine(args)
  const name = line.words.slice(0, 2).join(' ')
  const offline = OFFLINE_COMMANDS[name]
  if (offline !== undefined) {
    process.stdout.write(`${await offline.runOffline(line)}\n`)
    return
  }
  const command = COMMANDS[name]
  if (command === undefined) {
    process.stdout.write(presentHelp())
    if (line.words.length > 0) throw new UsageError(`there is no command ${line.words.join(' ')}`)
    return
  }
  const foundation = await openFoundation(parseConfig(process.env), createLog({ level: 'error' }))
  try {
    process.stdout.write(`${await command.run(foundation.services, line)}\n`)
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
        head: text,
        key: text,
        bank: text,
        agency: text,
        account: text,
        digit: text,
        portfolio: text,
        agreement: text,
        'service-code': text,
        beneficiary: text,
        document: text,
        address: text,
        'pix-key': text,
        email: text,
        role: text,
        city: text,
        by: text,
        from: text,
        to: text,
        publishable: flag,
        'grace-period': flag,
        retention: flag,
        insurance: flag,
        'no-script': flag,
        all: flag,
      },
    })
    return { words: positionals, options: values }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function presentHelp(): string {
  const rows = Object.values({ ...COMMANDS, ...OFFLINE_COMMANDS }).map(
    ({ usage, purpose }) => `  ${usage}\n      ${purpose}\n`,
  )
  return `Usage: npm run crediario -- COMMAND\n\n${rows.join('\n')}\n`
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
