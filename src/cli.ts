import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from './app/config/config.ts'
import type { CommandLine } from './cli/command.ts'
import { COMMANDS, type CommandEntry } from './cli/table.ts'
import { InputError, Refused, StartError } from './kernel/faults.ts'

async function main(args: readonly string[]): Promise<void> {
  const line = parseLine(args)
  if (line.options.version === true) {
    process.stdout.write(`crediario ${readVersion()}\n`)
    return
  }
  if (line.options.help === true || line.words[0] === 'help') {
    process.stdout.write(await presentHelp(line.words[0] === 'help' ? line.words.slice(1).join(' ') : ''))
    return
  }
  const name = line.words.slice(0, 2).join(' ')
  const entry = COMMANDS.get(name)
  if (entry !== undefined) return runCommand(entry, line)
  if (name !== '') throw new InputError(await presentUnknown(name))
  process.stdout.write(await presentHelp(''))
}

async function runCommand(entry: CommandEntry, line: CommandLine): Promise<void> {
  const command = await entry.load()
  if ('runOffline' in command) {
    const answer = await command.runOffline(line)
    process.stdout.write(`${typeof answer === 'string' ? answer : answer.text}\n`)
    if (typeof answer !== 'string' && answer.hasFailed) process.exitCode = 1
    return
  }
  const { parseConfig } = await import('./app/config/config.ts')
  const { createLog } = await import('./platform/telemetry/log.ts')
  const { openFoundation } = await import('./app/program.ts')
  const { runAudited } = await import('./cli/audited.ts')
  const config = parseConfig(process.env)
  const foundation = await openFoundation(config, createLog({ level: 'error', format: config.logFormat }), {
    acceptsForgotten: command.acceptsForgotten,
    onNewDatabase: () => announceNewDatabase(config),
  })
  try {
    const { services } = foundation
    const reporting = { ...line, report: (text: string) => process.stdout.write(`${text}\n`) }
    const answer = await (entry.isAudited
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
async function presentUnknown(name: string): Promise<string> {
  const { findNearestName } = await import('./cli/nearest-name.ts')
  const names = [...COMMANDS.keys()]
  const ofTopic = names.filter(each => each.startsWith(`${name} `))
  if (ofTopic.length > 0) return `${name} is only the first word of a command: ${ofTopic.join(', ')}`
  const nearest = findNearestName(name, names)
  return `there is no command ${name}: the nearest is \`${nearest}\`, and \`help\` lists all`
}

/** All commands, or those of one topic. */
async function presentHelp(topic: string): Promise<string> {
  const all = [...COMMANDS.values()]
  const wanted = topic === '' ? all : all.filter(({ usage }) => `${usage} `.startsWith(`${topic} `))
  if (wanted.length === 0) {
    const { findNearestName } = await import('./cli/nearest-name.ts')
    const topics = [...COMMANDS.keys()].map(name => name.split(' ')[0] ?? name)
    const nearest = findNearestName(topic, topics)
    throw new InputError(
      `there is no help on ${topic}: the nearest is \`help ${nearest}\`, and \`help\` lists all`,
    )
  }
  const rows = wanted.map(({ usage, summary, isAudited }) => {
    // Some commands need an operator's e-mail address there, and say so themselves.
    const asPerson = isAudited && !usage.includes(' --as ') ? ' [--as NAME]' : ''
    return `  ${usage}${asPerson}\n      ${summary}\n`
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

/** In one sentence; anything else is a defect, and shows where. */
async function isExpected(error: unknown): Promise<boolean> {
  if ([InputError, Refused, StartError].some(kind => error instanceof kind)) return true
  const { DatabaseUnavailable } = await import('./platform/db/database-errors.ts')
  return error instanceof DatabaseUnavailable
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(
    (await isExpected(error)) && error instanceof Error
      ? `crediario: ${error.message}\n`
      : `${error instanceof Error ? error.stack : error}\n`,
  )
  process.exitCode = 1
}
