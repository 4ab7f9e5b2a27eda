import type { App } from '../../app/app.ts'
import { findPurchase } from '../purchases/index.ts'
import { type BundledPicture, composeBundle } from './bundle.ts'
import { readAddendum } from './contract-changes.ts'
import { presentPublicKey } from './statements.ts'
import { findReleaseStatement, findSignedContract } from './store.ts'

/**
 * All evidence of the signature of a contract and of what became part of it later; undefined when it was not signed. A
 * purchase whose products were returned is asked for by the id of any of its transactions.
 */
export async function composeEvidence(
  app: App,
  askedId: string,
  openPictures: (transactionId: string) => Promise<readonly BundledPicture[]>,
): Promise<string | undefined> {
  const { database, secrets } = app
  const transactionId = await findRootId(app, askedId)
  const contract = await findSignedContract(app, transactionId)
  if (contract === undefined) return undefined
  const pictures = await openPictures(transactionId)
  const changes = {
    release: await findReleaseStatement(database, transactionId),
    addenda: await listAddenda(app, contract.terms.retailer.id, transactionId),
  }
  return composeBundle({ contract, pictures, changes, publicKey: presentPublicKey(secrets.evidence) })
}

async function findRootId(app: App, transactionId: string): Promise<string> {
  const addendum = await readAddendum(app, transactionId)
  if (addendum === undefined) return transactionId
  const { replaces } = addendum.statement
  return findRootId(app, replaces)
}

/** Of the purchases that took one another's place after this one, in their order. */
async function listAddenda(app: App, retailerId: string, rootId: string) {
  const { database, secrets } = app
  const addenda = []
  for (let replacesId = rootId; ; ) {
    const next = await findPurchase(database, secrets, { retailerId, replacesId })
    const addendum = next && (await readAddendum(app, next.id))
    if (addendum === undefined) return addenda
    addenda.push(addendum)
    replacesId = addendum.statement.transactionId
  }
}
