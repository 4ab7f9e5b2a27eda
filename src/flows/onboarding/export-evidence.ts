import { composeBundle, findSignedContract, presentPublicKey } from '../../modules/contracts/index.ts'
import { listDocuments, openDocument } from '../../modules/onboarding/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'

/** All evidence of the signature of a contract; undefined when it was not signed. */
export async function exportEvidence(
  { database, secrets }: { readonly database: Database; readonly secrets: Secrets },
  transactionId: string,
): Promise<string | undefined> {
  const contract = await findSignedContract(database, secrets, transactionId)
  if (contract === undefined) return undefined
  const documents = await listDocuments(database, transactionId)
  const pictures = []
  for (const { id, kind } of documents) {
    const document = await openDocument(database, secrets, transactionId, id)
    if (document !== undefined) pictures.push({ kind, ...document })
  }
  return composeBundle(contract, pictures, presentPublicKey(secrets.evidence))
}
