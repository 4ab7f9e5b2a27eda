import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { listAccounts } from '../billets/accounts.ts'
import { findContractOf } from '../billets/belonging.ts'
import type { BankNotice, LenderAccount } from '../billets/billet.ts'
import { NoticeError } from '../billets/notice-error.ts'
import { createNoticeBatcher, type SettleNotice } from '../settle-together.ts'
import type { ReceivedPix } from './pix-api.ts'
import type { PixContext } from './pix-context.ts'
import { takeReturn } from './take-return.ts'

/** foreign: it came to no account of ours; refused: it contradicts what was booked before. */
export type TakenPix = 'booked' | 'known' | 'foreign' | 'refused'

/**
 * Books a payment that the PSP told of, once, and what was given back of it. The day that counts is the payer's, in São
 * Paulo. Only what the PSP answers comes here, never the body of a webhook.
 */
export async function takePix(
  context: PixContext,
  pix: ReceivedPix,
  receiver?: PixReceiver,
): Promise<TakenPix> {
  const { accounts, settle } = receiver ?? (await openReceiver(context))
  const notice = composeNotice(pix, accounts)
  if (await isForeign(context, pix, notice, accounts)) return 'foreign'
  try {
    const settled = await settle({ notice })
    for (const refund of pix.refunds) await takeReturn(context, { refund, notice })
    return settled.outcome === 'repeated' ? 'known' : 'booked'
  } catch (error) {
    if (!(error instanceof NoticeError)) throw error
    context.log.error(
      { reference: notice.reference, fault: error.fault },
      'a Pix was reported with other figures',
    )
    return 'refused'
  }
}

/** Takes many payments: the accounts are read once, and payments that come together are booked together. */
export interface PixReceiver {
  readonly accounts: readonly LenderAccount[]
  readonly settle: SettleNotice
}

export async function openReceiver(context: PixContext): Promise<PixReceiver> {
  const { accounts } = await listAccounts(context.database, context.secrets)
  return { accounts, settle: createNoticeBatcher(context) }
}

function composeNotice(pix: ReceivedPix, accounts: readonly LenderAccount[]): BankNotice {
  const account = accounts.find(({ pixKey }) => pixKey === pix.pixKey) ?? accounts[0]
  const paidOn = calendarDateAt(pix.receivedAt)
  return {
    reference: `pix:${pix.endToEndId}`,
    kind: 'paid',
    method: 'PIX',
    bank: account?.bank.bank ?? '000',
    ourNumber: undefined,
    pixTxid: pix.txid,
    amountCentavos: pix.amountCentavos,
    paidOn,
    creditedOn: paidOn,
    occurrence: 'PIX',
    reasons: [],
  }
}

/** The PSP lists the payments of all accounts of its client. What names a billet of ours is ours in any case. */
async function isForeign(
  { database }: PixContext,
  pix: ReceivedPix,
  notice: BankNotice,
  accounts: readonly LenderAccount[],
): Promise<boolean> {
  if (pix.pixKey === undefined || accounts.some(({ pixKey }) => pixKey === pix.pixKey)) return false
  return (await findContractOf(database, notice)) === undefined
}
