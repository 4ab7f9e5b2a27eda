import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  BigNumberInput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types'
import { AbstractPaymentProvider, MathBN, MedusaError } from '@medusajs/framework/utils'
import { toCentavos } from '../../domain/centavos.ts'
import { parseOptions } from '../../domain/options.ts'
import { newSessionData, noteRefund, parseSessionData, type SessionData } from '../../domain/session-data.ts'
import { type Lender, openLender } from '../../lender.ts'
import { keepOnly, ReturnRefused } from '../../return-goods.ts'

type Options = Readonly<Record<string, unknown>>

/**
 * Orders are placed first and paid afterwards: a session is authorized once the lender itself says that the purchase of its order stands.
 * What the browser or a webhook claims never reaches this class.
 */
export class CrediarioProvider extends AbstractPaymentProvider<Options> {
  static override identifier = 'crediario'

  static override validateOptions(options: Options): void {
    parseOptions(options)
  }

  readonly #lender: Lender
  readonly #logger: Logger

  constructor(cradle: { readonly logger: Logger }, options: Options) {
    super(cradle, options)
    this.#lender = openLender(parseOptions(options))
    this.#logger = cradle.logger
  }

  async initiatePayment({
    amount,
    currency_code,
    data,
  }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    checkCurrency(currency_code)
    const session = newSessionData(data, readAmount(amount))
    return { id: session.session_id, status: 'pending', data: { ...session } }
  }

  async updatePayment({ amount, currency_code, data }: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    checkCurrency(currency_code)
    return { data: { ...parseSessionData(data), centavos: readAmount(amount) } }
  }

  /** Before the order is placed there is no link; afterwards Medusa deletes no session. */
  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const session = parseSessionData(data)
    if (session.link_id !== null) await this.#lender.deleteLink(session.link_id)
    return { data: { ...session } }
  }

  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const session = parseSessionData(data)
    const purchaseId = await this.#findPurchase(session)
    if (purchaseId === undefined) return { status: 'pending_authorization', data: { ...session } }
    return { status: 'captured', data: { ...session, transaction_id: purchaseId } }
  }

  /** The lender pays the shop by its terms; nothing is drawn here. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const session = parseSessionData(data)
    if ((await this.#findPurchase(session)) === undefined) throw refuse('A compra ainda não foi aprovada.')
    return { data: { ...session } }
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const session = parseSessionData(data)
    const isPaid = (await this.#findPurchase(session)) !== undefined
    return { status: isPaid ? 'captured' : 'pending_authorization', data: { ...session } }
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: { ...parseSessionData(data) } }
  }

  /**
   * Medusa also calls this, without a payment's id, when it could not write down a payment that succeeded, as the second of two
   * authorizations at once. That is not a wish to cancel: the comparison writes it down.
   */
  async cancelPayment({ data, context }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const session = parseSessionData(data)
    const { idempotency_key: paymentId } = context ?? {}
    if (paymentId === undefined || session.order_id === null) {
      this.#logger.warn(`Crediário: the payment of session ${session.session_id} was not written and stands.`)
      return { data: { ...session } }
    }
    await this.#keepOnly(session, 0, paymentId)
    return { data: { ...session } }
  }

  async refundPayment({ amount, data, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const session = parseSessionData(data)
    const { idempotency_key: refundId } = context ?? {}
    if (refundId === undefined || session.order_id === null) throw refuse('O pagamento não tem pedido.')
    const noted = noteRefund(session, { id: refundId, centavos: readAmount(amount) })
    const transactionId = await this.#keepOnly(session, noted.keptCentavos, refundId)
    return { data: { ...noted.data, transaction_id: transactionId ?? session.transaction_id } }
  }

  /** The plugin's own route receives webhooks: this one answers before anything is verified or kept. */
  async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: 'not_supported' }
  }

  async #findPurchase(session: SessionData): Promise<string | undefined> {
    const { order_id, link_id, centavos } = session
    if (order_id === null || link_id === null) return undefined
    const { link, purchases } = await this.#lender.look(order_id, link_id)
    if (link?.centavos !== centavos) return undefined
    return purchases.find(({ status }) => status === 'OPEN' || status === 'CLOSED')?.id
  }

  async #keepOnly(session: SessionData, keptCentavos: number, key: string): Promise<string | undefined> {
    try {
      return await keepOnly(this.#lender, session.order_id ?? '', keptCentavos, key)
    } catch (error) {
      if (error instanceof ReturnRefused) throw refuse(error.message)
      this.#logger.error(`Crediário: ${error instanceof Error ? error.message : String(error)}`)
      throw refuse('O Crediário não aceitou a devolução. Tente de novo em alguns minutos.')
    }
  }
}

const readAmount = (amount: BigNumberInput): number => toCentavos(MathBN.convert(amount).toNumber())

function checkCurrency(currency: string): void {
  if (currency.toLowerCase() !== 'brl') throw refuse('O Crediário vende em reais.')
}

const refuse = (message: string): MedusaError => new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
