import type { Transaction } from '../../platform/db/database.ts'
import type { ChargeBody, ChargeKind, Debtor } from './charge-body.ts'
import { clearDebtorIndex, lockChargesOf, replaceBody } from './charge-store.ts'
import { openCharge, sealBody } from './charges.ts'
import { computeDocumentIndex } from './document.ts'
import type { PspContext } from './psp-context.ts'

/** The interface asks for a debtor of every charge with a due date. */
const NOBODY: Debtor = { cpf: '00000000000', nome: 'Pessoa esquecida' }

/** Leaves the charges with their terms and payments, and takes from each revision whom it was for. */
export async function forgetDebtor(
  context: Pick<PspContext, 'secrets'>,
  tx: Transaction,
  document: string,
): Promise<number> {
  const debtorIndex = computeDocumentIndex(context, document)
  const revisions = await lockChargesOf(tx, debtorIndex)
  for (const record of revisions) {
    const { txid, revision, kind, body } = openCharge(context, record)
    await replaceBody(tx, { txid, revision }, sealBody(context, txid, revision, omitDebtor(kind, body)))
  }
  await clearDebtorIndex(tx, debtorIndex)
  return new Set(revisions.map(({ txid }) => txid)).size
}

function omitDebtor(kind: ChargeKind, { devedor: _, ...body }: ChargeBody): object {
  return kind === 'cobv' ? { ...body, devedor: NOBODY } : body
}
