import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Statement, Transaction } from '../../platform/db/database.ts'
import { forgetFiles } from '../../platform/files/file-keys.ts'
import { composePictureName } from './evidence.ts'

const LIST_DOCUMENTS: Statement = {
  name: 'onboarding-documents.list-of-roots',
  text: 'SELECT id FROM onboarding_documents WHERE root_id = ANY ($1)',
}
/* Cascades to pictures, sessions and picture requests. */
const DELETE_ONBOARDINGS: Statement = {
  name: 'onboardings.forget',
  text: 'DELETE FROM onboardings WHERE transaction_id = ANY ($1)',
}

/**
 * Deletes pictures, their keys where they are files, and the keys to the addresses and devices of signatures. The fact
 * of a signature and its hash stay. A picture that becomes a file at this moment has its key deleted too: the name of
 * the file is known before it is written.
 */
export async function forgetOnboardings(
  tx: Transaction,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<void> {
  const documents = await tx.run<{ id: string }>(LIST_DOCUMENTS, [transactionIds])
  await tx.run(DELETE_ONBOARDINGS, [transactionIds])
  await forgetFiles(
    tx,
    documents.map(({ id }) => composePictureName(secrets, id)),
  )
}
