import type { Queryable, Statement } from '../../../../platform/db/database.ts'
import type { BankReport } from '../billet.ts'
import { BILLET_OF_TXID, findTxid } from '../txid.ts'

const SELECT_BY_OUR_NUMBER: Statement = {
  name: 'billets.find-contract-by-our-number',
  text: `SELECT b.transaction_id FROM billets b JOIN lender_accounts a ON a.id = b.account_id
    WHERE b.our_number = $1 AND a.bank = $2`,
}
const SELECT_BY_TXID: Statement = {
  name: 'billets.find-contract-by-txid',
  text: `SELECT b.transaction_id FROM billets b WHERE ${BILLET_OF_TXID}`,
}

/** The contract of the billet that a report is about. A billet never changes its contract, so this needs no lock. */
export async function findContractOf(db: Queryable, report: BankReport): Promise<string | undefined> {
  const txid = findTxid(report)
  if (txid === undefined && report.ourNumber === undefined) return undefined
  const rows = await (txid === undefined
    ? db.run<{ transactionId: string }>(SELECT_BY_OUR_NUMBER, [report.ourNumber, report.bank])
    : db.run<{ transactionId: string }>(SELECT_BY_TXID, [txid]))
  return rows[0]?.transactionId
}
