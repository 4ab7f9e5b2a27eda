import { readPurchase } from '../domains/purchases/index.ts'
import { readDebt } from '../domains/receivables/index.ts'
import { offerRenegotiations } from '../domains/servicing/index.ts'
import { calendarDateAt } from '../kernel/calendar-date.ts'
import { InputError } from '../kernel/faults.ts'
import { parseWrittenReais } from '../kernel/money.ts'
import { type Command, getRetailerId, getWord, presentAmount, presentTable, refuse } from './command.ts'

export const agreementCommands: Readonly<Record<string, Command>> = {
  'agreements offer': {
    async run(services, line) {
      const transactionId = getWord(line, 2, 'the id of the transaction')
      const retailerId = await getRetailerId(services, line)
      const { installments, entry } = line.options
      const command = {
        retailerId,
        transactionId,
        numberOfInstallments: installments === undefined ? undefined : parseNumber(String(installments)),
        entryCentavos: entry === undefined ? undefined : parseAmount(String(entry)),
      }
      const { debtCentavos, offers } = await offerRenegotiations(services, command).catch(refuse)
      line.act?.tell(transactionId, { options: offers.length })
      const rows = offers.map(({ id, terms: { entryCentavos, contract } }) => [
        id,
        presentAmount(entryCentavos),
        `${contract.numberOfInstallments} x ${presentAmount(contract.installmentCentavos)}`,
        presentAmount(contract.totalCentavos),
        `${contract.interestRatePM}`,
        contract.firstDueDate,
      ])
      const table = presentTable(['OPTION', 'ENTRY', 'INSTALLMENTS', 'TOTAL', 'RATE', 'FIRST DUE'], rows)
      return `owed today: ${presentAmount(debtCentavos)}\n\n${table}`
    },
  },

  'agreements show': {
    async run(services, line) {
      const { clock } = services
      const id = getWord(line, 2, 'the id of the transaction')
      const retailerId = await getRetailerId(services, line)
      const view = await readPurchase(services, retailerId, id)
      if (view === undefined) throw new InputError(`this retailer has no transaction ${id}`)
      const { purchase, renegotiatedBy } = view
      const { totalCentavos } = await readDebt(services, purchase, calendarDateAt(clock.now()))
      const rows = [
        ['status', `${purchase.status}/${purchase.step}`],
        ['renegotiates', purchase.renegotiates ?? '-'],
        ['renegotiated by', renegotiatedBy ?? '-'],
        ['owed today', presentAmount(totalCentavos)],
      ]
      return presentTable(['TRANSACTION', id], rows)
    },
  },
}

function parseNumber(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) < 1) throw new InputError('--installments must be from 1 to 24')
  return Number(text)
}

function parseAmount(text: string): number {
  try {
    return parseWrittenReais(text)
  } catch {
    throw new InputError('--entry must be an amount such as 100.00')
  }
}
