import {
  findListing,
  isRemovalLate,
  LISTING_STATES,
  type Listing,
  listFormalNotices,
  listListings,
} from '../domains/collection/index.ts'
import { InputError } from '../kernel/faults.ts'
import { type Command, getWord, presentAmount, presentTable } from './command.ts'

const PAGE = 100

export const listingCommands: Readonly<Record<string, Command>> = {
  'listings list': {
    async run({ database, clock }, line) {
      const given = line.options.state
      const state = LISTING_STATES.find(each => each === given)
      if (given !== undefined && state === undefined)
        throw new InputError(`--state must be one of ${LISTING_STATES.join(', ')}`)
      const listings = await listListings(database, state, PAGE)
      const header = ['ID', 'CONTRACT', 'DUE', 'REAIS', 'STATE', 'REMOVE BY', 'PROBLEM']
      return presentTable(
        header,
        listings.map(listing => presentRow(listing, clock.now())),
      )
    },
  },

  'listings show': {
    async run({ database }, line) {
      const id = getWord(line, 2, 'LISTING_ID')
      const listing = await findListing(database, id)
      if (listing === undefined) throw new InputError(`there is no listing ${id}`)
      const { transactionId, noticeId } = listing
      const notices = (await listFormalNotices(database, [transactionId])).get(transactionId)
      const notice = notices?.find(each => each.id === noticeId)
      const write = (at: Date | null | undefined): string => at?.toISOString() ?? ''
      return presentTable(
        ['FIELD', 'VALUE'],
        [
          ['id', id],
          ['contract', transactionId],
          ['due date', listing.dueDate],
          ['reais', presentAmount(listing.amountCentavos)],
          ['state', listing.state],
          ['notice sent', `${write(notice?.sentAt)} ${notice?.channel ?? ''}`.trim()],
          ['notice delivered', write(notice?.deliveredAt)],
          ['receipt', notice?.receipt ?? ''],
          ['decided', write(listing.decidedAt)],
          ['listed', write(listing.listedAt)],
          ['ends on', listing.endsOn],
          ['removal because', listing.removalReason ?? ''],
          ['remove by', listing.removeBy ?? ''],
          ['removed', write(listing.removedAt)],
          ['id at the bureau', listing.providerId ?? ''],
          ['requests', String(listing.attempts)],
          ['problem', listing.problem ?? ''],
        ],
      )
    },
  },
}

const presentRow = (listing: Listing, now: Date): string[] => [
  listing.id,
  listing.transactionId,
  listing.dueDate,
  presentAmount(listing.amountCentavos),
  listing.state,
  `${listing.removeBy ?? ''}${isRemovalLate(listing, now) ? ' late' : ''}`,
  listing.problem ?? '',
]
