import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Statement, Transaction } from '../../platform/db/database.ts'
import type { Purchase, PurchaseCustomer } from './purchase.ts'
import { sealDetails } from './row.ts'

const SALT_BYTES = 16

const FORGET: Statement = {
  name: 'transactions.forget',
  text: `UPDATE transactions SET key_salt = $2, details = $3, refund_account = NULL
    WHERE id = $1 AND status IN ('CANCELED', 'ABANDONED', 'CLOSED') RETURNING id`,
}

/** Shaped like a customer, so that code that reads a purchase still works. */
const NOBODY: PurchaseCustomer = {
  cpf: '00000000000',
  phone: '00000000000',
  email: '',
  address: { zipCode: '', street: '', number: '', complement: '', city: '', state: '' },
}

/** Erases buyer, products and refund account, and keeps the figures. Only for a purchase that has ended. */
export async function forgetCustomer(tx: Transaction, secrets: Secrets, purchase: Purchase): Promise<void> {
  const salt = takeRandomBytes(SALT_BYTES)
  const { description: _, ...known } = purchase
  const details = sealDetails(secrets, salt, { ...known, customer: NOBODY, products: [] })
  const rows = await tx.run(FORGET, [purchase.id, salt, details])
  if (rows.length === 0) throw new Error(`transaction ${purchase.id} has not ended`)
}
