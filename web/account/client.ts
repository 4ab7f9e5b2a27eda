import type { AccountState } from '../../src/contract/account.ts'
import type { Reply } from '../customer/exchange.ts'
import { PageClient, type PageRules, type Snapshot } from '../customer/page-client.ts'

const RULES: PageRules<AccountState> = {
  // The address is the same for everybody: it always leads somewhere.
  notFound: '',
  describeProgress: state =>
    [
      state?.screen,
      state?.code?.expiresAt,
      state?.account?.email,
      state?.account?.requests.length,
      ...(state?.account?.purchases.flatMap(
        ({ standing, addendum, settlement, agreement, renegotiatedBy }) => [
          standing,
          addendum?.confirmedOn,
          settlement?.value,
          settlement?.installments.join(' '),
          agreement?.options[0]?.optionId,
          renegotiatedBy,
        ],
      ) ?? []),
    ].join(),
  hasEnded: () => false,
}

export class AccountClient extends PageClient<AccountState> {
  /** Whether the user left the code or the account: otherwise the page says why it did. */
  isLeaving = false

  constructor(base: string, onChange: (snapshot: Snapshot<AccountState>) => void) {
    super(base, RULES, onChange)
  }

  leave(path: 'restart' | 'sign-out'): Promise<Reply<AccountState>> {
    this.isLeaving = true
    return this.act(path)
  }
}
