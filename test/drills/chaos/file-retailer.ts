import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listWireOptions, type OptionsBody } from '../../support/answer-schemas.ts'
import { newOrdinaryPerson, optionsBody } from '../../support/people.ts'
import type { HandedOut } from './checkers.ts'
import type { PersistentCaller } from './persistent-caller.ts'
import { runCommand } from './run-command.ts'

/** A retailer whose billets are registered at a bank that takes files. */
export interface FileRetailer {
  /** Sells once, and writes the file that registers its billets: the number of that file may never be given out again. */
  sellAndExport(caller: PersistentCaller, orderId: string): Promise<HandedOut>
}

export const FILE_NUMBER = 'number of a file'
const ACCOUNT = [
  ...['--bank', '237', '--agency', '1172', '--account', '0403005', '--digit', '2', '--portfolio', '09'],
  ...['--beneficiary', 'Financeira Exemplo S.A.', '--document', '11.222.333/0001-81'],
  ...['--address', 'Rua A, 1', '--city', 'SAO PAULO', '--pix-key', '11222333000181'],
]
const OPERATOR = ['--as', 'Restore Drill']
const APPROVALS = 20

export async function openFileRetailer(
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<FileRetailer> {
  const command = (...words: string[]): Promise<string> => runCommand(env, ...words, ...OPERATOR)
  const retailer = findFirst(
    /^[0-9a-f]{24}/,
    await command('retailers', 'create', '--name', 'Loja de Arquivos'),
  )
  const policy = join(folder, 'policy.json')
  await writeFile(policy, await runCommand(env, 'policies', 'example'))
  await command('policies', 'publish', '--retailer', retailer, '--file', policy)
  const account = findFirst(/^[0-9a-f]{24}/, await command('accounts', 'create', ...ACCOUNT))
  await command('accounts', 'assign', '--retailer', retailer, '--account', account)
  const apiKey = findFirst(/^sk_\w+/, await command('keys', 'create', '--retailer', retailer))

  return {
    async sellAndExport(caller, orderId) {
      const optionId = await askForOption(caller, apiKey)
      const { body } = await caller.call('/authorize', { apiKey, optionId, orderId })
      const path = `/sandbox/transaction/${body.transactionId}/onboarding`
      const { status, text } = await caller.call(path, { apiKey, until: 'COMPLETE' })
      if (status !== 200) throw new Error(`the onboarding of ${orderId} was answered ${status}: ${text}`)
      const file = join(folder, `${orderId}.rem`)
      const told = await command('bank', 'export', '--account', account, '--file', file)
      return { kind: FILE_NUMBER, id: findFirst(/(?<=^file )\d+/, told), owner: file }
    },
  }
}

/** Not every ordinary person gets credit. */
async function askForOption(caller: PersistentCaller, apiKey: string): Promise<string> {
  for (let count = 0; count < APPROVALS; count += 1) {
    const { body } = await caller.call('/options', optionsBody(apiKey, newOrdinaryPerson(), 600))
    if (body.result !== 'APPROVED') continue
    // Without a down payment the purchase opens, and its billets are issued, as soon as the customer is identified.
    const option = listWireOptions(body as OptionsBody).find(({ downPaymentValue }) => downPaymentValue === 0)
    if (option !== undefined) return option._id
  }
  throw new Error(`nobody of ${APPROVALS} was approved without a down payment`)
}

function findFirst(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[0]
  if (found === undefined) throw new Error(`unexpected output of a command: ${text}`)
  return found
}
