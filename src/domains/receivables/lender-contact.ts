import { writeCnpj } from '../../brazil/writing.ts'
import type { LenderChannels, LenderContact } from '../../contract/lender.ts'
import type { Presented } from '../../contract/presented.ts'
import { Refused } from '../../kernel/faults.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import { createAccountFinder } from './billets/accounts.ts'

export type FindLenderContact = (retailerId: string) => Promise<Presented<LenderContact> | undefined>

/** Who lends is the beneficiary of the retailer's billets. A deployment without an account has none yet, and pages do without. */
export function createLenderFinder(
  { database, secrets }: { database: Database; secrets: Secrets },
  { sac, ouvidoria, privacy, insurer, susepProcess, insuranceTerms }: LenderChannels,
): FindLenderContact {
  const findAccountOf = createAccountFinder(database, secrets)
  return async retailerId => {
    try {
      const { beneficiaryName, beneficiaryDocument } = await findAccountOf(retailerId)
      const cnpj = writeCnpj(beneficiaryDocument)
      const insurance = { insurer, susepProcess, insuranceTerms }
      return { name: beneficiaryName, cnpj, sac, ouvidoria, privacy, ...insurance }
    } catch (error) {
      if (error instanceof Refused) return undefined
      throw error
    }
  }
}
