import type { App } from '../../../app/app.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Remember, Transaction } from '../../../platform/db/database.ts'
import { lockPurchase, type Purchase } from '../../purchases/index.ts'
import {
  attachPixCodes,
  type Billet,
  type BilletRow,
  type ComputedSettlement,
  cancelPayoffBillet,
  exchangeCharge,
  findAccount,
  findBillet,
  findLastSettlement,
  insertSettlement,
  isPayableByLine,
  issuePayoffBillet,
  type LenderAccount,
  lockBillet,
  lockDebt,
  type Settlement,
  writeSelection,
} from '../../receivables/index.ts'
import type { WantedSettlement } from './parse-settlement.ts'
import { getRunning, getSettlement } from './quote-settlement.ts'

export interface IssuedSettlement {
  readonly transactionId: string
  readonly settlement: ComputedSettlement<BilletRow>
  readonly billet: Billet
  readonly account: LenderAccount
}

/**
 * Issues the billet and the Pix of a settlement. Repeated for the same day, selection and debt it gives the same billet;
 * any other takes the place of one that is open. The PSP is asked for the code at once, after the commit; where it does
 * not answer, the billet gets its code later, as any other.
 */
export async function issueSettlement(
  app: App,
  { retailerId, transactionId }: { readonly retailerId: string; readonly transactionId: string },
  wanted: WantedSettlement,
  remember?: Remember<IssuedSettlement>,
): Promise<IssuedSettlement> {
  const { database, secrets, pixApi } = app
  if (pixApi === undefined && !isPayableByLine(wanted.date))
    throw invalidParameter('date', 'must be a business day: there is no Pix, and banks take billets on those')
  const issued = await database.transaction(async tx => {
    const found = isId(transactionId) ? await lockPurchase(tx, secrets, transactionId) : undefined
    const purchase = getRunning(found?.retailerId === retailerId ? found : undefined)
    const settlement = getSettlement(purchase, await lockDebt(tx, secrets, purchase, wanted.date), wanted)
    const billet = await lockOrIssue(app, tx, purchase, { settlement, wanted })
    return { settlement, billet }
  })
  if (pixApi !== undefined) await exchangeCharge(app, issued.billet)
  const [[billet = issued.billet], account] = await Promise.all([
    attachPixCodes(database, secrets, [issued.billet]),
    findAccount(database, secrets, issued.billet.accountId),
  ])
  if (account === undefined) throw new Error(`billet ${billet.id} names an account that does not exist`)
  const outcome = { transactionId, settlement: issued.settlement, billet, account }
  // Its effects are committed: repeated after a crash in between, the request gives the same billet.
  if (remember !== undefined) await database.transaction(tx => remember(tx, outcome))
  return outcome
}

interface ToIssue {
  readonly settlement: ComputedSettlement<BilletRow>
  readonly wanted: WantedSettlement
}

async function lockOrIssue(
  app: App,
  tx: Transaction,
  purchase: Purchase,
  { settlement, wanted }: ToIssue,
): Promise<Billet> {
  const { secrets } = app
  const { id: transactionId, retailerId, contract } = purchase
  const now = app.clock.now()
  const quoted = {
    settlesOn: wanted.date,
    selection: writeSelection(wanted.selection),
    installmentNumbers: settlement.parts.map(({ installmentNumber }) => installmentNumber),
    valueCentavos: settlement.valueCentavos,
  }
  const last = await findLastSettlement(tx, secrets, transactionId)
  const open = last && (await lockBillet(tx, secrets, last.billetId))
  if (open?.paymentStatus === 'PENDING' && open.canceledAt === null) {
    if (isSame(last, quoted)) {
      const same = await findBillet(tx, secrets, retailerId, open.id)
      if (same !== undefined) return same
    }
    cancelPayoffBillet(tx, secrets, open, now)
  }
  const billet = await issuePayoffBillet(app, tx, {
    retailerId,
    transactionId,
    installmentCount: contract.numberOfInstallments,
    amountCentavos: settlement.valueCentavos,
    settlesOn: wanted.date,
    now,
  })
  insertSettlement(tx, secrets, { ...quoted, billetId: billet.id, transactionId, issuedAt: now })
  return billet
}

function isSame(
  last: Settlement | undefined,
  quoted: Pick<Settlement, 'settlesOn' | 'selection' | 'installmentNumbers' | 'valueCentavos'>,
): boolean {
  return (
    last !== undefined &&
    last.settlesOn === quoted.settlesOn &&
    last.selection === quoted.selection &&
    last.valueCentavos === quoted.valueCentavos &&
    last.installmentNumbers.join() === quoted.installmentNumbers.join()
  )
}
