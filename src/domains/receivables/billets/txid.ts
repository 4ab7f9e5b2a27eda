import { isId } from '../../../kernel/ids.ts'
import type { BankReport, Billet, BilletKind } from './billet.ts'

const PREFIXES = {
  'down-payment': 'ENTR',
  installment: 'PARC',
  settlement: 'QUIT',
} as const satisfies Record<BilletKind, string>
const CHARGE_TXID = /^(?:ENTR|PARC|QUIT)[0-9a-f]{24}$/

/**
 * The name of the billet's charge at the PSP: 28 letters and digits. It is fixed at issue, so that a registration can be
 * repeated, and never given twice, because ids are not.
 */
export function composeTxid({ id, kind }: Pick<Billet, 'id' | 'kind'>): string {
  return PREFIXES[kind] + id
}

/** The txid of a charge, or of a static code, which is the billet's id alone; any other text is ignored. */
export const findTxid = ({ pixTxid }: Pick<BankReport, 'pixTxid'>): string | undefined =>
  pixTxid !== undefined && (isId(pixTxid) || CHARGE_TXID.test(pixTxid)) ? pixTxid : undefined

/** `$1` is a txid. Only a down payment has a static code, so no payment can name another billet by its id alone. */
export const BILLET_OF_TXID = `b.id = right($1, 24) AND CASE length($1)
  WHEN 24 THEN b.pix_code IS NOT NULL ELSE b.kind = CASE left($1, 4) WHEN 'ENTR' THEN 'down-payment' WHEN 'QUIT' THEN 'settlement'
    ELSE 'installment' END END`
