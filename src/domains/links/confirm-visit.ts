import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import type { RefusalReason } from '../../contract/enums.ts'
import { RequestError } from '../../contract/errors.ts'
import type {
  HostedOption,
  HostedOptionGroup,
  HostedParts,
  HostedRefusal,
} from '../../contract/hosted-page.ts'
import type { OptionsRequest } from '../../contract/options.ts'
import { memberId } from '../../kernel/ids.ts'
import { presentReais } from '../../kernel/money.ts'
import { type Asker, guessCode, useCode } from '../codes/index.ts'
import { computeCetAmounts, type OfferGroup, type PricedOption } from '../pricing/index.ts'
import { type Cart, type OptionsQuote, quoteOptions } from '../quoting/index.ts'
import type { HostedPage } from './hosted-page.ts'
import type { PaymentLink } from './payment-link.ts'
import { lockLink, markIdentified } from './store.ts'
import { checkUsable } from './visit-link.ts'
import {
  admitApplicant,
  confirmVisit,
  saveVisitOutcome,
  settleApplicant,
  type Visit,
  type VisitSession,
} from './visit-store.ts'

interface ConfirmVisitCommand {
  readonly code: string
  readonly trackId: string
  readonly device: 'desktop' | 'mobile'
}

/** How often, and for how long altogether, a person waits for others who are being evaluated. */
const MAX_LOOKS = 40
const LOOK_MS = 100

const REFUSALS: Readonly<Record<RefusalReason, HostedRefusal>> = {
  USER_DENIED: 'denied',
  FILTER_BELOW_AGE: 'denied',
  TOTALVALUE_LOW: 'amount',
  TOTALVALUE_HIGH: 'amount',
  PRICE_OUT_RANGE: 'amount',
  DDD_NOT_FOUND: 'phone',
  USER_HAS_TRANSACTION: 'has-purchase',
  MAX_TRIES: 'too-many-tries',
}

/** The code from the phone; now, and only now, credit is asked about. */
export async function confirmPerson(
  app: App,
  { link, visit, asker }: HostedPage,
  command: ConfirmVisitCommand,
): Promise<VisitSession> {
  const { database, secrets, clock } = app
  if (visit === undefined || visit.confirmedAt !== undefined) throw new RequestError('wrong_screen')
  checkUsable(link, clock.now())
  const guess = { transactionId: visit.id, purpose: 'link', code: command.code } as const
  const codeId = await guessCode(database, secrets, guess, clock.now())
  if (codeId === undefined) throw new RequestError('code_refused')
  const session = await admitVisit(app, link, visit, { codeId, asker })
  const isRefused = await evaluateVisit(app, link, visit, command)
  await database.transaction(async tx => {
    await lockLink(tx, secrets, link.id)
    await settleApplicant(tx, secrets, { linkId: link.id, cpf: visit.person.cpf, isRefused }, clock.now())
  })
  return session
}

/** Takes its turn where the link would be locked if all who are being evaluated right now were refused. */
async function admitVisit(
  { database, secrets, clock }: App,
  { id: linkId }: PaymentLink,
  visit: Visit,
  { codeId, asker }: { readonly codeId: string; readonly asker: Asker },
): Promise<VisitSession> {
  for (let look = 0; look < MAX_LOOKS; look++) {
    const session = await database.transaction(async tx => {
      const now = clock.now()
      checkUsable(await lockLink(tx, secrets, linkId), now)
      const admission = await admitApplicant(tx, secrets, { linkId, cpf: visit.person.cpf }, now)
      if (admission === 'locked') throw new RequestError('link_locked')
      if (admission === 'busy') return undefined
      if (!(await useCode(tx, { codeId, device: asker.device }, now))) throw new RequestError('code_refused')
      const confirmed = await confirmVisit(tx, secrets, visit, now)
      if (confirmed === undefined) throw new RequestError('code_refused')
      markIdentified(tx, linkId, now)
      return confirmed
    })
    if (session !== undefined) return session
    await delay(LOOK_MS)
  }
  throw new RequestError('service_unavailable', { retryAfterSeconds: 1 })
}

/** Whether the person was refused. What is offered is kept with the quotation, in its transaction. */
async function evaluateVisit(
  app: App,
  link: PaymentLink,
  visit: Visit,
  { trackId, device }: ConfirmVisitCommand,
): Promise<boolean> {
  const { database, secrets, retailers } = app
  const { gracePeriodEnabled } = await retailers.getRetailer(link.retailerId)
  let quoted: OptionsQuote | undefined
  let isDecided = true
  await quoteOptions(
    app,
    {
      trackId,
      retailerId: link.retailerId,
      request: { ...describeVisitor(link, visit, device), hasGracePeriod: gracePeriodEnabled },
      cart: describeCart(link),
    },
    {
      present(quote) {
        quoted = quote
        return Buffer.alloc(0)
      },
      remember: async tx => {
        if (quoted !== undefined) await saveVisitOutcome(tx, secrets, visit, describeOutcome(quoted))
      },
      decline: () => {
        isDecided = false
      },
    },
  )
  if (quoted === undefined) throw new Error(`visit ${visit.id} has no quotation`)
  const outcome = describeOutcome(quoted)
  if (!isDecided) await database.transaction(tx => saveVisitOutcome(tx, secrets, visit, outcome))
  return isDecided && outcome.refusal !== undefined
}

function describeOutcome(quote: OptionsQuote) {
  const { checkoutId, evaluation } = quote
  const groups = composeHostedGroups(quote)
  if (groups.length > 0) return { checkoutId, groups, refusal: undefined }
  const { bureauUnavailable, refusalReason } = evaluation.decision
  const reason = refusalReason === undefined ? 'amount' : REFUSALS[refusalReason]
  return { checkoutId, groups: undefined, refusal: bureauUnavailable ? ('unavailable' as const) : reason }
}

function describeVisitor(
  { source, seller }: PaymentLink,
  { person }: Visit,
  device: ConfirmVisitCommand['device'],
): OptionsRequest {
  const { name, cpf, phone, email, zipCode, street, number, complement, city, state } = person
  return {
    name,
    cpf,
    phone,
    email,
    zipCode,
    addressStreet: street,
    addressNumber: number,
    addressComplement: complement,
    city,
    state,
    source,
    device,
    ...seller,
    // The cart of the link is passed with the request.
    products: [],
    shipping: presentReais(0),
  }
}

function describeCart({ products, description, shippingCentavos, amountCentavos }: PaymentLink): Cart {
  return {
    ...(products === undefined ? {} : { products }),
    ...(description === undefined ? {} : { description }),
    shippingCentavos,
    purchaseCentavos: amountCentavos,
  }
}

/** The offer as the page compares it. Options are numbered as they are stored: an option, its insured twin, the next option. */
function composeHostedGroups({ checkoutId, offer }: OptionsQuote): HostedOptionGroup[] {
  let ordinal = 0
  const composeOptions = (options: OfferGroup['options']): HostedOption[] =>
    options.map(({ option, insuranceOption }) => {
      const optionId = memberId(checkoutId, ++ordinal)
      if (insuranceOption !== undefined) ordinal += 1
      return composeOption(optionId, option, insuranceOption)
    })
  const composeGroups = (group: OfferGroup, kind: 'standard' | 'retention'): HostedOptionGroup[] => {
    const { downPaymentPercentage, downPaymentCentavos } = group
    const terms = { downPaymentPercentage, downPayment: presentReais(downPaymentCentavos) }
    return [
      { ...terms, kind, graceDays: 0, options: composeOptions(group.options) },
      ...group.dueDateOptions.map(({ gracePeriodDays, options }) => ({
        ...terms,
        kind: kind === 'standard' ? ('grace' as const) : kind,
        graceDays: gracePeriodDays,
        options: composeOptions(options),
      })),
    ]
  }
  const groups = offer.groups.flatMap(group => composeGroups(group, 'standard'))
  const retention = offer.retention === undefined ? [] : composeGroups(offer.retention, 'retention')
  return [...groups, ...retention].filter(({ options }) => options.length > 0)
}

function composeOption(
  optionId: string,
  option: PricedOption,
  insured: PricedOption | undefined,
): HostedOption {
  return {
    optionId,
    installments: option.numberOfInstallments,
    installmentValue: presentReais(option.installmentCentavos),
    total: presentReais(option.totalCentavos),
    totalToPay: presentReais(option.downPaymentCentavos + option.totalCentavos),
    interestPM: option.interestRatePM,
    cetPA: option.cetPA,
    firstDueDate: option.firstDueDate,
    parts: composeParts(option),
    ...(insured === undefined
      ? {}
      : {
          insurance: {
            installmentValue: presentReais(insured.installmentCentavos),
            total: presentReais(insured.totalCentavos),
            cetPA: insured.cetPA,
            extraTotal: presentReais(insured.totalCentavos - option.totalCentavos),
            parts: composeParts(insured),
          },
        }),
  }
}

function composeParts(option: PricedOption): HostedParts {
  const { released, interest, iof, fee, premium } = computeCetAmounts(option)
  return [
    presentReais(released),
    presentReais(interest),
    presentReais(iof),
    presentReais(fee),
    presentReais(premium),
  ]
}
