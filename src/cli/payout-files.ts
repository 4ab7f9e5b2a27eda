import { join } from 'node:path'
import type { LenderAccount } from '../domains/lender/index.ts'
import {
  agreeToFiles,
  closePayoutCase,
  exportPayouts,
  listPayoutCases,
  readPaymentReturn,
  takePaymentReturn,
} from '../domains/payouts/index.ts'
import { InputError, Refused } from '../kernel/faults.ts'
import { isId } from '../kernel/ids.ts'
import { getExplanation, getFileAccount, LISTED_CASES, readBankFile, writeWhole } from './bank-files.ts'
import { type Command, type CommandLine, getOption, getWord, presentAmount, presentTable } from './command.ts'

export const payoutFileCommands: Readonly<Record<string, Command>> = {
  'payouts agreement': {
    async run(services, line) {
      const account = await getFileAccount(services, getOption(line, 'account'))
      const made = {
        agreement: String(line.options.agreement ?? ''),
        paysAccountsBy: parseMethod(line),
        address: parseAddress(line),
      }
      await agreeToFiles(services, account, made).catch(refuse('nothing was changed'))
      line.act?.tell(account.id, { agreement: made.agreement, by: made.paysAccountsBy })
      return `account ${account.id} pays by files from now on`
    },
  },

  'payouts remit': {
    async run(services, line) {
      const account = await getFileAccount(services, getOption(line, 'account'))
      const folder = String(line.options.folder ?? '.')
      const findPath = (file: PayoutFile) => join(folder, nameFile(account, file))
      const remitted = await exportPayouts(services, account, file => writeWhole(findPath(file), file.text))
      if (remitted === undefined)
        throw new InputError(`account ${account.id} does not pay by files: see payouts agreement`)
      line.act?.tell(account.id, tellFiles(remitted))
      const written = remitted.files.map(file => presentFile(file, findPath(file)))
      return [...written, ...presentLeft(remitted)].join('\n')
    },
  },

  'payouts import': {
    async run(services, line) {
      const path = getOption(line, 'file')
      const { bytes, trace } = await readBankFile(path)
      line.act?.tell(undefined, trace)
      // Latin-1 reads every byte as one character: positions are counted in bytes.
      const { accountId, file } = await readPaymentReturn(services, bytes.toString('latin1')).catch(
        refuse(`${path} was not imported`),
      )
      line.act?.tell(accountId, trace)
      const taken = await takePaymentReturn(services, accountId, file, services.clock.now())
      return presentTaken(file, taken).join('\n')
    },
  },

  'payouts cases': {
    async run({ database }) {
      const cases = await listPayoutCases(database, LISTED_CASES)
      if (cases.length === 0) return 'no line of a return file waits for a person'
      const rows = cases.map(each => [
        each.id,
        each.reason,
        each.payoutKey,
        each.orderId ?? '',
        each.codes,
        presentAmount(each.amountCentavos),
        each.openedAt.toISOString().slice(0, 10),
      ])
      return presentTable(['case', 'reason', 'key', 'order', 'codes', 'amount', 'opened'], rows)
    },
  },

  'payouts explain': {
    async run({ database, clock }, line) {
      const caseId = getWord(line, 2, 'the case')
      const explanation = getExplanation(line)
      const closing = { by: line.act?.person ?? '', explanation, now: clock.now() }
      if (!isId(caseId) || !(await closePayoutCase(database, caseId, closing)))
        throw new InputError(`there is no open case ${caseId}`)
      line.act?.tell(caseId, {})
      return `case ${caseId} is closed`
    },
  },
}

function parseMethod({ options }: CommandLine): Agreement['paysAccountsBy'] {
  const by = options.by ?? 'PIX'
  if (by !== 'PIX' && by !== 'TED') throw new InputError('--by must be PIX or TED')
  return by
}

function parseAddress(line: CommandLine): Agreement['address'] {
  const [street = '', number = '', complement = ''] = getOption(line, 'address')
    .split(',')
    .map(part => part.trim())
  if (!/^[0-9]{1,5}$/.test(number))
    throw new InputError('--address must be street, number and complement, such as "Avenida Exemplo, 1000"')
  const zipCode = getOption(line, 'postal-code').replace('-', '')
  return {
    street,
    number,
    complement,
    city: getOption(line, 'city'),
    zipCode,
    state: getOption(line, 'state').toUpperCase(),
  }
}

type Agreement = Parameters<typeof agreeToFiles>[2]
type Remittance = NonNullable<Awaited<ReturnType<typeof exportPayouts>>>
type PayoutFile = Remittance['files'][number]
type PaymentReturn = Awaited<ReturnType<typeof readPaymentReturn>>['file']
type TakenReturn = Awaited<ReturnType<typeof takePaymentReturn>>

const nameFile = ({ bank }: LenderAccount, { fileSequence, method }: PayoutFile): string =>
  `payouts-${bank.bank}-${String(fileSequence).padStart(6, '0')}-${method.toLowerCase()}.rem`

const presentFile = ({ fileSequence, orderCount, amountCentavos }: PayoutFile, path: string): string =>
  `file ${fileSequence} with ${orderCount} orders of ${presentAmount(amountCentavos)} is in ${path}`

function presentLeft({ files, left }: Remittance): string[] {
  const lines = left.map(({ orderId, reason }) => `order ${orderId} stays: ${reason}`)
  return files.length === 0 ? ['no order can leave by a file now', ...lines] : lines
}

const tellFiles = ({ files, left }: Remittance): Readonly<Record<string, string | number>> => ({
  files: files.map(({ fileSequence }) => fileSequence).join(' '),
  orders: files.reduce((sum, { orderCount }) => sum + orderCount, 0),
  left: left.length,
})

function presentTaken(file: PaymentReturn, { isRepeated, lines }: TakenReturn): string[] {
  const name = `file ${file.fileSequence} of bank ${file.bank}`
  if (isRepeated) return [`${name} was imported before: nothing changed`]
  const count = (result: string) => lines.filter(each => each.result === result).length
  const counts = (['applied', 'known', 'case'] as const)
    .map(result => `${result} ${count(result)}`)
    .join(', ')
  return [
    `${name}: ${counts}`,
    ...file.remarks,
    ...lines.map(
      ({ line, result, reason }) =>
        `${line.key} ${line.outcome.state} ${presentAmount(line.amountCentavos)}: ${line.reasons.join(', ')}; ${reason ?? result}`,
    ),
  ]
}

function refuse(what: string): (error: unknown) => never {
  return error => {
    if (error instanceof InputError || error instanceof Refused)
      throw new InputError(`${what}. ${error.message}`)
    throw error
  }
}
