import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Files } from '../../platform/files/files.ts'
import {
  composeBundle,
  findReleaseStatement,
  findSignedContract,
  presentPublicKey,
} from '../contracts/index.ts'
import { listReplacements, type ReadAddendum, readAddendum } from '../purchases/index.ts'
import { listDocuments, openDocument } from './evidence.ts'

interface EvidenceContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly files: Files
}

/**
 * All evidence of the signature of a contract and of what became part of it later; undefined when it was not signed. A
 * purchase whose products were returned is asked for by the id of any of its transactions.
 */
export async function exportEvidence(context: EvidenceContext, askedId: string): Promise<string | undefined> {
  const { database, secrets } = context
  const transactionId = await findRootId(context, askedId)
  const contract = await findSignedContract(context, transactionId)
  if (contract === undefined) return undefined
  const documents = await listDocuments(database, transactionId)
  const pictures = []
  for (const { id, kind } of documents) {
    const document = await openDocument(context, transactionId, id)
    if (document !== undefined) pictures.push({ kind, ...document })
  }
  const { retailer } = contract.agreement
  const changes = {
    release: await findReleaseStatement(database, transactionId),
    addenda: await listAddenda(context, { retailerId: retailer.id, id: transactionId }),
  }
  return composeBundle({ contract, pictures, changes, publicKey: presentPublicKey(secrets.evidence) })
}

async function findRootId(context: EvidenceContext, transactionId: string): Promise<string> {
  const addendum = await readAddendum(context, transactionId)
  if (addendum === undefined) return transactionId
  const { replaces } = addendum.statement
  return findRootId(context, replaces)
}

async function listAddenda(
  context: EvidenceContext,
  root: { readonly retailerId: string; readonly id: string },
): Promise<ReadAddendum[]> {
  const addenda: ReadAddendum[] = []
  for (const { id } of await listReplacements(context, root)) {
    const addendum = await readAddendum(context, id)
    if (addendum === undefined) break
    addenda.push(addendum)
  }
  return addenda
}
