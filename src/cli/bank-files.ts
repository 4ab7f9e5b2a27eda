import { createHash } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { App } from '../app/app.ts'
import { type LenderAccount, listAccounts } from '../domains/lender/index.ts'
import { InputError } from '../kernel/faults.ts'
import { syncFolder } from '../platform/files/make-folder.ts'
import { type CommandLine, getWord } from './command.ts'

const FILE_NAME_LENGTH = 200
const EXPLANATION = { minimum: 5, maximum: 500 }
/** Limit for lists of open cases. */
export const LISTED_CASES = 500

export async function getLenderAccount({ database, secrets }: App, id: string): Promise<LenderAccount> {
  const account = (await listAccounts(database, secrets)).accounts.find(each => each.id === id)
  if (account === undefined) throw new InputError(`there is no account ${id}`)
  return account
}

/** Orders in a file would wait for ever at the simulated bank: no one delivers files to it. */
export async function getFileAccount(services: App, id: string): Promise<LenderAccount> {
  const account = await getLenderAccount(services, id)
  if (account.channel !== 'file')
    throw new InputError(`account ${id} is at the sandbox bank, which takes no files`)
  return account
}

/** A file of a bank, and what the audit log keeps of it. Record it before the file is parsed: a refused file leaves its trace too. */
export async function readBankFile(path: string): Promise<{
  readonly bytes: Buffer
  readonly trace: { readonly file: string; readonly sha256: string }
}> {
  const bytes = await readFile(path).catch(error => {
    throw new InputError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, trace: { file: basename(path).slice(0, FILE_NAME_LENGTH), sha256 } }
}

/** The explanation for closing a case: the fourth word of the line. */
export function getExplanation(line: CommandLine): string {
  const explanation = getWord(line, 3, 'the explanation').trim()
  if (explanation.length < EXPLANATION.minimum || explanation.length > EXPLANATION.maximum)
    throw new InputError(`an explanation has ${EXPLANATION.minimum} to ${EXPLANATION.maximum} characters`)
  return explanation
}

/** Files for banks contain names, addresses, documents and accounts. */
const PRIVATE_FILE = 0o600

/**
 * Writes the whole file or nothing, and syncs it before reporting success. Never overwrites a file, which may not have
 * been sent yet.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const present = await readFile(path, 'latin1').catch(() => undefined)
  if (present === text) return
  if (present !== undefined) throw new InputError(`${path} already exists with other contents`)
  const part = `${path}.part`
  try {
    const file = await open(part, 'w', PRIVATE_FILE)
    try {
      await file.writeFile(text, 'latin1')
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    await syncFolder(dirname(path))
  } catch (error) {
    throw new InputError(`${path} cannot be written: ${error instanceof Error ? error.message : error}`)
  }
}
