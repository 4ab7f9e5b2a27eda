import type { Entry } from '../../src/domains/ledger/entry.ts'

/** Accounts and amounts in the order of the lines. */
export const listLines = (entry: Entry): string[] =>
  entry.postings.map(({ account, amountCentavos }) => `${account} ${amountCentavos}`)
/** All of an entry but its lines. */
export const describeEntry = ({ postings: _, ...rest }: Entry): Omit<Entry, 'postings'> => rest
export const sumLines = ({ postings }: Entry): number =>
  postings.reduce((total, { amountCentavos }) => total + amountCentavos, 0)
export const amountOn = ({ postings }: Entry, account: string): number | undefined =>
  postings.find(posting => posting.account === account)?.amountCentavos
