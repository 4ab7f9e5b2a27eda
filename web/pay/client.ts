import type { ChooseAnswer, ChooseRequest, HostedPageState } from '../../src/contract/hosted-page.ts'
import { type Reply, send } from '../customer/exchange.ts'
import { PageClient, type PageRules, type Snapshot } from '../customer/page-client.ts'

const RULES: PageRules<HostedPageState> = {
  notFound: 'link_not_found',
  describeProgress: state =>
    [state?.screen, state?.code?.expiresAt, state?.refusal, state?.ending, state?.returnUrl].join(),
  hasEnded: state => state?.screen === 'ended',
}

export class PayClient extends PageClient<HostedPageState> {
  #isOpened = false

  constructor(base: string, onChange: (snapshot: Snapshot<HostedPageState>) => void) {
    super(base, RULES, onChange)
  }

  /** Once, when a person sees it: robots that draw previews of links run no script, or none on a page in sight. */
  async open(): Promise<void> {
    if (this.#isOpened || document.hidden) return
    this.#isOpened = true
    const reply = await this.act('open')
    if (reply.kind === 'lost') this.#isOpened = false
  }

  /** The answer is not a state: what is known stays, with the way on. */
  choose(request: ChooseRequest): Promise<Reply<HostedPageState>> {
    return this.perform(async () => {
      const reply = await send<ChooseAnswer>(this.base, 'choose', request)
      if (reply.kind !== 'state') return reply
      const { state } = this
      if (state === undefined) return { kind: 'lost' }
      return { kind: 'state', state: { ...state, returnUrl: reply.state.returnUrl } }
    })
  }
}
