import type { OnboardingState, PictureKind } from '../../src/contract/onboarding.ts'
import { type Reply, sendPicture } from '../customer/exchange.ts'
import { PageClient, type PageRules, type Snapshot } from '../customer/page-client.ts'

const RULES: PageRules<OnboardingState> = {
  notFound: 'onboarding_not_found',
  describeProgress: state =>
    [
      state?.version,
      state?.needsConfirmation,
      state?.code?.purpose,
      state?.code?.expiresAt,
      state?.contract?.clauses !== undefined,
    ].join(),
  hasEnded: state => state?.status === 'CANCELED' || state?.status === 'ABANDONED',
}

export class OnboardingClient extends PageClient<OnboardingState> {
  constructor(base: string, onChange: (snapshot: Snapshot<OnboardingState>) => void) {
    super(base, RULES, onChange)
  }

  sendPicture(
    kind: PictureKind,
    picture: Blob,
    onProgress: (share: number) => void,
  ): Promise<Reply<OnboardingState>> {
    return this.perform(() => sendPicture(`${this.base}/documents/${kind}`, picture, onProgress))
  }
}
