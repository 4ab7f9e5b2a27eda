import { isId } from '../../kernel/ids.ts'
import type { BankNotice, Billet } from './billet.ts'

/** ENTR for a down payment, PARC for an installment. */
const CHARGE_TXID = /^(?:ENTR|PARC)[0-9a-f]{24}$/

/**
 * The name of the billet's charge at the PSP: 28 letters and digits. It is fixed at issue, so that a registration can be
 * repeated, and never given twice, because ids are not.
 */
export function composeTxid({ id, kind }: Pick<Billet, 'id' | 'kind'>): string {
  return (kind === 'down-payment' ? 'ENTR' : 'PARC') + id
}

/** The txid of a charge, or of a static code, which is the billet's id alone; any other text is ignored. */
export const findTxid = ({ pixTxid }: Pick<BankNotice, 'pixTxid'>): string | undefined =>
  pixTxid !== undefined && (isId(pixTxid) || CHARGE_TXID.test(pixTxid)) ? pixTxid : undefined

/** `$1` is a txid. An installment has no static code, so no payment can name it by its id alone. */
export const BILLET_OF_TXID = `b.id = right($1, 24) AND CASE length($1)
  WHEN 24 THEN b.pix_code IS NOT NULL ELSE b.kind = CASE left($1, 4) WHEN 'ENTR' THEN 'down-payment' ELSE 'installment' END END`
