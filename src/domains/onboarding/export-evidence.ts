import type { App } from '../../app/app.ts'
import {
  composeBundle,
  findReleaseStatement,
  findSignedContract,
  presentPublicKey,
} from '../contracts/index.ts'
import { listReplacements, type ReadAddendum, readAddendum } from '../purchases/index.ts'
import { listDocuments, openDocument } from './evidence.ts'

/**
 * All evidence of the signature of a contract and of what became part of it later; undefined when it was not signed. A
 * purchase whose products were returned is asked for by the id of any of its transactions.
 */
export async function exportEvidence(app: App, askedId: string): Promise<string | undefined> {
  const { database, secrets } = app
  const transactionId = await findRootId(app, askedId)
  const contract = await findSignedContract(app, transactionId)
  if (contract === undefined) return undefined
  const documents = await listDocuments(database, transactionId)
  const pictures = []
  for (const { id, kind } of documents) {
    const document = await openDocument(app, transactionId, id)
    if (document !== undefined) pictures.push({ kind, ...document })
  }
  const { retailer } = contract.agreement
  const changes = {
    release: await findReleaseStatement(database, transactionId),
    addenda: await listAddenda(app, { retailerId: retailer.id, id: transactionId }),
  }
  return composeBundle({ contract, pictures, changes, publicKey: presentPublicKey(secrets.evidence) })
}

async function findRootId(app: App, transactionId: string): Promise<string> {
  const addendum = await readAddendum(app, transactionId)
  if (addendum === undefined) return transactionId
  const { replaces } = addendum.statement
  return findRootId(app, replaces)
}

async function listAddenda(
  app: App,
  root: { readonly retailerId: string; readonly id: string },
): Promise<ReadAddendum[]> {
  const addenda: ReadAddendum[] = []
  for (const { id } of await listReplacements(app, root)) {
    const addendum = await readAddendum(app, id)
    if (addendum === undefined) break
    addenda.push(addendum)
  }
  return addenda
}
