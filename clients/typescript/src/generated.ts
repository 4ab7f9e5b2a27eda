// Generated from docs/api/openapi.json by `npm run generate`: edit the source, not this file.
import type { Call, CallOptions } from './call.ts'

/** The version of the interface that these calls were generated from. */
export const API_VERSION = '2026-11-01'

export interface AdvanceClockRequest {
  /** ISO 8601 duration, more than nothing and at most 366 days */
  readonly advance: string
}

export interface AuthorizeAnswer {
  /** Whether there is a down payment */
  readonly downPayment: boolean
  /** 44 digits */
  readonly downPaymentBarcodeNumber?: string
  /** ISO 8601 */
  readonly downPaymentDueDate?: string
  /** Page with the billet of the down payment */
  readonly downPaymentLink?: string
  /** Down payment, in reais */
  readonly downPaymentValue: number
  /** What is financed, in reais */
  readonly financedAmount: number
  /** Monthly interest, percent */
  readonly interestRatePM: number
  /** Registration fee, in reais */
  readonly tcValue: number
  /** Number of installments */
  readonly numberOfInstallments: number
  /** The part of returnUrl that names the customer’s purchase */
  readonly onboardingToken: string
  /** The retailer’s order */
  readonly orderId: string
  /** Value of one installment, in reais */
  readonly paymentInstallments: number
  /** Masked */
  readonly phone: string
  /** Page where the customer identifies and signs */
  readonly returnUrl: string
  /** Sum of the installments, in reais */
  readonly totalAmount: number
  /** Identifier of the purchase */
  readonly transactionId: string
}

export interface AuthorizeRequest {
  /** Option received from /options, or its insurance twin */
  readonly optionId: string
  /** The retailer’s order, to match the charge with it */
  readonly orderId: string
  /** Full name of the customer, as on the document; any alphabet */
  readonly name?: string
  /** What the customer chose beside the option */
  readonly additionalOptions?: {
    /** The customer accepted credit insurance */
    readonly hasInsurance?: boolean
  }
}

export interface Balance {
  /** When it was read; ISO 8601 */
  readonly asOf: string
  /** What the lender owes the retailer, as the statement of today closes: sent + scheduled + held + other − owedBack, in reais */
  readonly balance: number
  /** Transfers that were ordered, and that the bank has not confirmed, in reais */
  readonly sent: number
  /** Sales with a day of transfer, in reais */
  readonly scheduled: number
  /** Sales that wait for something else, in reais */
  readonly held: number
  /** Owed back by the retailer; kept from the next transfers, in reais */
  readonly owedBack: number
  /** What was booked between lender and retailer besides sales; almost always 0, in reais */
  readonly other: number
  /** The next one that is to be ordered; null where there is none */
  readonly nextTransfer: NextTransfer | null
  /** What comes when: by day, then what has no day yet */
  readonly calendar: readonly (CalendarRow)[]
}

export interface BankAnswer {
  /** How the bank treats Pix charges */
  readonly pix: {
    /** No webhook is sent; a query still shows the payment */
    readonly loseWebhooks: boolean
    /** How many more times each webhook is sent */
    readonly repeatWebhooks: number
    /** How long a webhook waits, by the clock of the sandbox */
    readonly delaySeconds: number
    /** Every second webhook waits some seconds, and is overtaken by the next */
    readonly reorder: boolean
    /** Requests about charges of this retailer are answered with 503; ends by itself after a day */
    readonly down: boolean
    /** How long each answer of the Pix API takes */
    readonly slowMs: number
  }
  /** What becomes of new billets and Pix charges */
  readonly registration: "ok" | "reject" | "slow"
  /** What becomes of money that is sent or given back */
  readonly payouts: "confirm" | "fail" | "unknown"
}

export interface BankRequest {
  /** How the bank treats Pix charges */
  readonly pix?: {
    /** No webhook is sent; a query still shows the payment */
    readonly loseWebhooks?: boolean
    /** How many more times each webhook is sent */
    readonly repeatWebhooks?: number
    /** How long a webhook waits, by the clock of the sandbox */
    readonly delaySeconds?: number
    /** Every second webhook waits some seconds, and is overtaken by the next */
    readonly reorder?: boolean
    /** Requests about charges of this retailer are answered with 503; ends by itself after a day */
    readonly down?: boolean
    /** How long each answer of the Pix API takes */
    readonly slowMs?: number
  }
  /** What becomes of new billets and Pix charges */
  readonly registration?: "ok" | "reject" | "slow"
  /** What becomes of money that is sent or given back */
  readonly payouts?: "confirm" | "fail" | "unknown"
}

export interface Billet {
  /** Amount, in reais */
  readonly amount?: number
  /** What is printed on the billet */
  readonly billetDetails?: BilletDetails
  /** YYYY-MM-DD */
  readonly dueDate: string
  /** Last moment at which it can be paid; ISO 8601 */
  readonly expirationDate: string
  /** Identifier */
  readonly id: string
  /** Page with the billet, copy buttons and its PDF */
  readonly installmentLink: string
  /** Which installment: 1, 2, 3 … */
  readonly installmentNumber?: number
  /** Total installments */
  readonly installmentNumbers?: number
  /** Always false */
  readonly isCreditCardAvailable: boolean
  /** Down payment only */
  readonly isPixAvailable?: boolean
  /** Digit line, 47 digits; empty until the bank has registered the billet */
  readonly payNumber: string
  /** When it was paid; ISO 8601 */
  readonly payday?: string
  /** Whether it was paid */
  readonly paymentStatus: "PAID" | "PENDING"
  /** How it is paid */
  readonly paymentType?: "BILLET"
  /** Down payment only */
  readonly pixCode?: string
  /** What the billet is about */
  readonly reference?: string
  /** Id of the billet in whose place this one was issued, as its second copy */
  readonly replaces?: string
  /** Whether the bank knows the billet: it can be paid once it is REGISTERED */
  readonly registrationStatus?: "PENDING" | "REGISTERED" | "REJECTED"
  /** Value, in reais */
  readonly value: number
}

export interface BilletDetails {
  /** agency/account-digit */
  readonly bankAccount: string
  /** 44 digits; empty until the bank has registered the billet */
  readonly barcodeNumber: string
  /** Number of the billet at the bank */
  readonly ourNumber: string
  /** Portfolio of the bank account */
  readonly portfolio: string
}

export interface BilletsRequest {
  /** One billet a page, or three */
  readonly layout?: "page" | "booklet"
}

export interface CalendarRow {
  /** Day on which it is to be paid; absent where it waits for something else; YYYY-MM-DD, in São Paulo */
  readonly date?: string
  /** SENT: ordered, and not confirmed by the bank. SCHEDULED: to be ordered on its day. HELD: waits for what `reason` says */
  readonly kind: "SENT" | "SCHEDULED" | "HELD"
  /** INVOICE_MISSING, INVOICE_UNDER_REVIEW, INVOICE_REFUSED: the invoice. TRANSFER_FAILED, TRANSFER_RETURNED: a transfer failed or came back, and the lender looks at the account. LENDER: the lender has to act. ACCOUNT_MISSING: there is no account to pay to. SHOP_SUSPENDED: no sales and transfers at present */
  readonly reason?: "INVOICE_MISSING" | "INVOICE_UNDER_REVIEW" | "INVOICE_REFUSED" | "TRANSFER_FAILED" | "TRANSFER_RETURNED" | "LENDER" | "ACCOUNT_MISSING" | "SHOP_SUSPENDED"
  /** What the orders come to, in reais */
  readonly amount: number
  /** What is kept of it because it is owed back, as far as that is known today, in reais */
  readonly nettedAmount: number
  /** How many orders; of SENT, how many transfers */
  readonly orders: number
}

export interface CancelAnswer {
  /** Latest day of the refund; ISO 8601 */
  readonly maxRefundDate: string
  /** What the customer gets back, in reais */
  readonly refundValue: number
  /** Current status */
  readonly status: "CANCELED"
  /** Identifier of the purchase */
  readonly transactionId: string
}

export interface CancelPreview {
  /** Identifier of the purchase */
  readonly transactionId: string
  /** Latest day of the refund; ISO 8601 */
  readonly maxRefundDate: string
  /** Who bears, by the retailer’s conditions, the interest and tax of a purchase canceled after its transfer */
  readonly costsBorneBy: "RETAILER" | "LENDER"
  /** The customer */
  readonly customer: CancelPreviewCustomer
  /** The retailer; the next transfers are lower by `owedValue` */
  readonly retailer: CancelPreviewRetailer
  /** The lender */
  readonly lender: CancelPreviewLender
}

export interface CancelPreviewCustomer {
  /** What the customer gets back, in reais */
  readonly refundValue: number
  /** What the customer no longer has to pay, in reais */
  readonly releasedValue: number
}

export interface CancelPreviewLender {
  /** Interest that the lender gives up, in reais */
  readonly interest: number
  /** Earned registration fee that the lender gives up, in reais */
  readonly fee: number
  /** Earned retention that the lender gives up, in reais */
  readonly retention: number
  /** Tax that the lender has to claim back from the Treasury, in reais */
  readonly iof: number
}

export interface CancelPreviewRequest {
  /** Received from /authorize */
  readonly transactionId: string
}

export interface CancelPreviewRetailer {
  /** Was transferred, or is on its way, and is owed back, in reais */
  readonly transferValue: number
  /** Was to be transferred, and will not be, in reais */
  readonly untransferredValue: number
  /** Interest that the lender gives back to the customer and the retailer bears, in reais */
  readonly interest: number
  /** Tax that the Treasury has already and the retailer bears, in reais */
  readonly iof: number
  /** All that the retailer owes: `transferValue`, `interest` and `iof`, in reais */
  readonly owedValue: number
}

export interface CancelRequest {
  /** Received from /authorize */
  readonly transactionId: string
  /** Bank of the refund */
  readonly numeroBanco?: string
  /** Branch */
  readonly agencia?: string
  /** Branch digit */
  readonly digitoAgencia?: string
  /** Account */
  readonly numeroConta?: string
  /** Account digit */
  readonly digitoConta?: string
  /** Kind of account */
  readonly tipoConta?: "POUPANCA" | "CONTACORRENTE"
  /** CPF of the account's owner, which must be the customer's. An addition of this service: without it the bank compares the owner with the customer, and refuses an account of somebody else */
  readonly documentoTitular?: string
}

export interface ClockAnswer {
  /** ISO 8601 */
  readonly now: string
}

export interface CountPaymentLinksQuery {
  /** First day of their creation; YYYY-MM-DD, in São Paulo */
  readonly from: string
  /** Last day of their creation, today at the latest, at most 366 days in all; YYYY-MM-DD, in São Paulo */
  readonly to: string
}

export interface DeletedWebhookEndpoint {
  /** What was deleted; 24 hexadecimal characters */
  readonly id: string
  /** Always true */
  readonly deleted: true
}

export interface DeliveredAnswer {
  /** Identifier of the purchase */
  readonly transactionId: string
  /** The day that was reported; YYYY-MM-DD */
  readonly deliveredAt: string
}

export interface DeliveredRequest {
  /** The day on which the customer received the goods, from the day of the purchase to today; YYYY-MM-DD, in São Paulo */
  readonly date: string
}

export interface DownPaymentOption {
  /** Down payment, percent of the purchase */
  readonly downPaymentPercentage: number
  /** Down payment, in reais */
  readonly downPaymentValue: number
  /** What the customer saves against the smallest down payment */
  readonly economyValue: number
  /** Largest down payment + installments among the options */
  readonly maxTotalAmount: number
  /** Smallest down payment + installments among the options */
  readonly minTotalAmount: number
  /** One option for each number of installments */
  readonly options: readonly (Option)[]
  /** Grace-period variant */
  readonly dueDateOptions?: readonly (DueDateOption)[]
}

export interface DueDateOption {
  /** Due date of the first installment */
  readonly firstDueDate: string
  /** Due date of the first installment after the grace period */
  readonly gracePeriodDueDate: string
  /** Days of grace */
  readonly gracePeriod: number
  /** One option for each number of installments */
  readonly installmentOptions: readonly (Option)[]
}

export interface Event {
  /** Identifier of the event; 24 hexadecimal characters */
  readonly eventId: string
  /** Type of the event */
  readonly type: "transaction.approved" | "transaction.denied" | "transaction.canceled" | "transaction.closed" | "transaction.transfered" | "transaction.refunded" | "installment.paid" | "installment.overdue" | "renegotiation.accepted" | "renegotiation.failed" | "onboarding.step" | "invoice.validated" | "invoice.refused" | "payment_link.opened" | "payment_link.claimed" | "payment_link.completed" | "payment_link.expired" | "payment_link.deleted" | "endpoint.disabled"
  /** When it happened; ISO 8601 */
  readonly createdAt: string
  /** 1, 2, 3 … over all events of the transaction, without gaps; of a payment_link event, over all events of the link */
  readonly sequence: number
  /** Always present, except before a payment link is claimed and in endpoint.disabled */
  readonly transactionId?: string
  /** Of a payment_link event */
  readonly paymentLinkId?: string
  /** Always present, except in endpoint.disabled */
  readonly orderId?: string
  /** APPROVED, DENIED, CANCELED, CLOSED, TRANSFERED, REFUNDED; PAID, OVERDUE; STEP; VALIDATED, REFUSED; OPENED, CLAIMED, COMPLETED, EXPIRED, DELETED; absent in endpoint.disabled */
  readonly action?: string
  /** Of a transaction event: its status from then on */
  readonly status?: "ABANDONED" | "CANCELED" | "CLOSED" | "PENDING" | "PROCESSING_CANCEL" | "OPEN"
  /** Of a transaction event: why it ended; UNSPECIFIED_CANCEL_REASON where it goes on or was paid */
  readonly cancelReason?: "ONBOARDING_REFUSED" | "RETAILER_CANCELED" | "RENEGOTIATION_FAILED" | "CUSTOMER_ABANDONED" | "CANCELLED_BY_CUSTOMER" | "PAYMENT_LINK_DELETED" | "NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS" | "UNSPECIFIED_CANCEL_REASON"
  /** Of an agreement: the transaction whose debt it is about */
  readonly renegotiates?: string
  /** Of a STEP: the step that was entered */
  readonly step?: string
  /** Whether the customer chose insurance */
  readonly hasInsurance?: boolean
  /** Monthly interest, percent */
  readonly interestRatePM?: number
  /** Yearly interest, percent */
  readonly interestRatePA?: number
  /** Number of installments */
  readonly numberOfInstallments?: number
  /** Value of one installment, in reais */
  readonly paymentInstallments?: number
  /** Down payment, in reais */
  readonly downPaymentValue?: number
  /** What is financed, in reais */
  readonly financedAmount?: number
  /** Sum of the installments, in reais */
  readonly totalAmount?: number
  /** Of transaction.transfered: what the retailer was paid for this purchase; of transaction.refunded: what the customer got back; of installment.paid: what the payment that closed it paid for it; of installment.overdue: what is owed for it, fine and interest included */
  readonly amount?: number
  /** Of an installment: 1, 2, 3 … */
  readonly installmentNumber?: number
  /** Of an installment: its billet, or the second copy in its place */
  readonly billetId?: string
  /** Of an installment: its due date in the contract; YYYY-MM-DD */
  readonly dueDate?: string
  /** Of an installment: `amount` without fine and interest */
  readonly faceValue?: number
  /** Of an installment: the fine in `amount` */
  readonly fine?: number
  /** Of an installment: the late interest in `amount` */
  readonly interest?: number
  /** Of an installment: days since its due date; 0 when it was paid by the next business day */
  readonly daysLate?: number
  /** Of installment.paid: the day on which the customer paid; YYYY-MM-DD */
  readonly paidOn?: string
  /** Of transaction.refunded: when the bank confirmed it; ISO 8601 */
  readonly refundedAt?: string
  /** Of an invoice: the version that was decided about */
  readonly invoiceId?: string
  /** Of an invoice: why, in Portuguese */
  readonly message?: string
  /** Of an invoice: why, for programs */
  readonly code?: string
  /** Of endpoint.disabled */
  readonly endpointId?: string
  /** Of endpoint.disabled */
  readonly url?: string
  /** Of endpoint.disabled: `gone` or `failing`, as in the list of endpoints */
  readonly reason?: string
}

export interface Events {
  /** The rows of this page */
  readonly data: readonly (Event)[]
  /** What to send as `after` for the rest; null when there is none */
  readonly next: string | null
}

export interface Figures {
  /** First day; YYYY-MM-DD, in São Paulo */
  readonly from: string
  /** Last day; YYYY-MM-DD, in São Paulo */
  readonly to: string
  /** One row for each day, also where nothing happened */
  readonly days: readonly (FiguresOfDay)[]
  /** Of all days */
  readonly total: FiguresTotal
}

export interface FiguresOfDay {
  /** Day; YYYY-MM-DD, in São Paulo */
  readonly date: string
  /** Purchases that customers began */
  readonly applications: number
  /** Purchases whose customer was approved and signed, by the day of the signature; those with a down payment become sales when it is paid */
  readonly approvals: number
  /** Purchases that became complete, canceled later or not. One that took the place of another, with fewer products, is not a second sale */
  readonly sales: number
  /** Value of these sales with delivery, in reais */
  readonly salesAmount: number
  /** salesAmount by sales, rounded to the centavo, in reais; null without a sale */
  readonly averageTicket: number | null
  /** Transfers that the bank paid and that did not come back, by the day of the bank */
  readonly transfers: number
  /** Sum of these transfers, in reais */
  readonly transferredAmount: number
}

export interface FiguresTotal {
  /** Purchases that customers began */
  readonly applications: number
  /** Purchases whose customer was approved and signed, by the day of the signature; those with a down payment become sales when it is paid */
  readonly approvals: number
  /** Purchases that became complete, canceled later or not. One that took the place of another, with fewer products, is not a second sale */
  readonly sales: number
  /** Value of these sales with delivery, in reais */
  readonly salesAmount: number
  /** salesAmount by sales, rounded to the centavo, in reais; null without a sale */
  readonly averageTicket: number | null
  /** Transfers that the bank paid and that did not come back, by the day of the bank */
  readonly transfers: number
  /** Sum of these transfers, in reais */
  readonly transferredAmount: number
}

export interface GetFiguresQuery {
  /** First day; YYYY-MM-DD, in São Paulo */
  readonly from: string
  /** Last day, today at the latest, at most 366 days in all; YYYY-MM-DD, in São Paulo */
  readonly to: string
}

export interface GetStatementQuery {
  /** First day; YYYY-MM-DD, in São Paulo */
  readonly from: string
  /** Last day, today at the latest, at most 366 days in all; YYYY-MM-DD, in São Paulo */
  readonly to: string
  /** json when absent */
  readonly format?: "json" | "csv" | "pdf"
}

export interface GetStatementSummaryQuery {
  /** First day; YYYY-MM-DD, in São Paulo */
  readonly from: string
  /** Last day, today at the latest, at most 92 days in all; YYYY-MM-DD, in São Paulo */
  readonly to: string
}

export interface GetTransactionsCountsQuery {
  /** The retailer’s order */
  readonly orderId?: string
  /** PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being canceled. CANCELED, CLOSED and ABANDONED are final */
  readonly status?: "ABANDONED" | "CANCELED" | "CLOSED" | "PENDING" | "PROCESSING_CANCEL" | "OPEN"
  /** What people have at hand: order, transaction id, CPF, whole words of the customer’s name, or the id or address of a payment link */
  readonly q?: string
  /** First day of their creation; YYYY-MM-DD, in São Paulo */
  readonly from?: string
  /** Last day of their creation; YYYY-MM-DD, in São Paulo */
  readonly to?: string
}

export interface GetTransactionSettlementQuery {
  /** Day of the payment: today, which it is when absent, or up to 5 business days later; YYYY-MM-DD, in São Paulo */
  readonly date?: string
  /** What is paid before it is due: `all`, which it is when absent, `next`, or the last ones, such as `last:2`. Overdue installments are always included */
  readonly installments?: string
  /** Instead of `installments`: an amount of at least 1.00, at most all that is owed. It pays what is overdue, then the last installments */
  readonly amount?: string
}

export interface GetTransactionsQuery {
  /** The retailer’s order */
  readonly orderId?: string
  /** PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being canceled. CANCELED, CLOSED and ABANDONED are final */
  readonly status?: "ABANDONED" | "CANCELED" | "CLOSED" | "PENDING" | "PROCESSING_CANCEL" | "OPEN"
  /** What people have at hand: order, transaction id, CPF, whole words of the customer’s name, or the id or address of a payment link */
  readonly q?: string
  /** ONBOARDING: the customer identifies and signs. ANALYSIS: the lender looks at it. DOWN_PAYMENT: signed, the down payment is not paid. UNSCHEDULED: complete, the transfer has no day yet: it waits for an invoice, or came back. SCHEDULED: the transfer has a day, or is on its way. TRANSFERED: paid. AGREEMENT: new installments for the debt of another transaction. CANCELED and ABANDONED: ended */
  readonly group?: "ONBOARDING" | "ANALYSIS" | "DOWN_PAYMENT" | "UNSCHEDULED" | "SCHEDULED" | "TRANSFERED" | "AGREEMENT" | "CANCELED" | "ABANDONED"
  /** First day of their creation; YYYY-MM-DD, in São Paulo */
  readonly from?: string
  /** Last day of their creation; YYYY-MM-DD, in São Paulo */
  readonly to?: string
  /** `next` of the page before */
  readonly after?: string
  /** json when absent. csv: everything that the filters find, without `limit` */
  readonly format?: "json" | "csv"
  /** How many at most: 1 to 100, 50 when absent */
  readonly limit?: string
}

export interface GroupCount {
  /** ONBOARDING: the customer identifies and signs. ANALYSIS: the lender looks at it. DOWN_PAYMENT: signed, the down payment is not paid. UNSCHEDULED: complete, the transfer has no day yet: it waits for an invoice, or came back. SCHEDULED: the transfer has a day, or is on its way. TRANSFERED: paid. AGREEMENT: new installments for the debt of another transaction. CANCELED and ABANDONED: ended */
  readonly group: "ONBOARDING" | "ANALYSIS" | "DOWN_PAYMENT" | "UNSCHEDULED" | "SCHEDULED" | "TRANSFERED" | "AGREEMENT" | "CANCELED" | "ABANDONED"
  /** How many transactions */
  readonly count: number
}

export interface InsuranceOption {
  /** Option identifier: the optionId of /authorize */
  readonly _id: string
  /** totalAmount − financedAmount */
  readonly additionAmount: number
  /** Sum of the amortizations: financed amount, premium and financed IOF */
  readonly amortizationTotal: number
  /** Total effective cost per year, percent */
  readonly cetPA: number
  /** Total effective cost per month, percent */
  readonly cetPM: number
  /** Has commission */
  readonly cm: boolean
  /** Commission, percent */
  readonly cmPercentage: number
  /** Commission */
  readonly cmValue: number
  /** Identifier of the checkout */
  readonly checkoutId: string
  /** ISO 8601 */
  readonly createdAt: string
  /** Daily IOF rate, percent */
  readonly dailyIof: number
  /** Has a down payment */
  readonly downPayment: boolean
  /** Down payment, percent of the purchase */
  readonly downPaymentPercentage: number
  /** Down payment */
  readonly downPaymentValue: number
  /** Products + delivery + registration fee − down payment */
  readonly financedAmount: number
  /** YYYY-MM-DD */
  readonly firstDueDate: string
  /** Additional fixed IOF rate, percent */
  readonly fixedIof: number
  /** Yearly interest, percent */
  readonly interestRatePA: number
  /** Monthly interest, percent */
  readonly interestRatePM: number
  /** totalIof ÷ numberOfInstallments */
  readonly iofPM: number
  /** Financed amount − retention */
  readonly netValue: number
  /** Number of installments */
  readonly numberOfInstallments: number
  /** Each installment */
  readonly paymentInstallments: number
  /** Installment without interest and charges */
  readonly paymentInstallmentsWithoutIof: number
  /** The down payment, where there is one, then one row per installment */
  readonly priceDetails: readonly (PriceDetail)[]
  /** Retention, percent */
  readonly retentionPercentage: number
  /** Retention */
  readonly retentionValue: number
  /** Has registration fee */
  readonly tc: boolean
  /** Registration fee, percent */
  readonly tcPercentage: number
  /** Registration fee */
  readonly tcValue: number
  /** numberOfInstallments × paymentInstallments */
  readonly totalAmount: number
  /** Total without interest and charges */
  readonly totalAmountWithoutIof: number
  /** Sum of the IOF of the rows */
  readonly totalIof: number
  /** Grace-period variant; YYYY-MM-DD */
  readonly gracePeriodDueDate?: string
  /** Grace-period variant; days */
  readonly gracePeriod?: number
  /** Grace-period variant */
  readonly hasGracePeriod?: boolean
}

export interface InvoiceAnswer {
  /** 24 hexadecimal characters; another one for each version */
  readonly invoiceId: string
  /** Identifier of the purchase */
  readonly transactionId: string
  /** ISO 8601 */
  readonly receivedAt: string
  /** Of the decoded file, in hexadecimal */
  readonly sha256: string
}

export interface InvoiceRequest {
  /** A PDF of at most 10 MiB in base64, with or without `data:application/pdf;base64,` before it */
  readonly invoiceFile: string
}

export interface IssuedSettlement {
  /** Identifier of the purchase */
  readonly transactionId: string
  /** YYYY-MM-DD */
  readonly date: string
  /** Installments due by that day, with their charges */
  readonly overdueValue: number
  /** Present value of those that are paid before they are due */
  readonly futureValue: number
  /** Interest that is saved */
  readonly discount: number
  /** Part of the insurance premium for the time that is left, when nothing is owed afterwards */
  readonly premiumRefund: number
  /** To be paid: overdueValue + futureValue − premiumRefund */
  readonly value: number
  /** What is settled, one row for each installment */
  readonly installments: readonly (SettledInstallment)[]
  /** The billet to pay */
  readonly billet: Billet
}

export interface ListDeliveriesQuery {
  /** Only to this endpoint; 24 hexadecimal characters */
  readonly endpointId?: string
  /** Only of this event; 24 hexadecimal characters */
  readonly eventId?: string
  /** Current status */
  readonly status?: "pending" | "delivered" | "failed" | "canceled"
  /** `next` of the page before */
  readonly after?: string
  /** How many at most: 1 to 100, 50 when absent */
  readonly limit?: string
}

export interface ListedTransaction {
  /** Identifier of the purchase */
  readonly transactionId: string
  /** The retailer’s order */
  readonly orderId: string
  /** PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being canceled. CANCELED, CLOSED and ABANDONED are final */
  readonly status: "ABANDONED" | "CANCELED" | "CLOSED" | "PENDING" | "PROCESSING_CANCEL" | "OPEN"
  /** What the purchase is waiting for */
  readonly step: "WAITING" | "CONFIRMATION" | "FRONTDOC" | "BACKDOC" | "SELFIE" | "ASYNC_ANALYSE" | "INSURANCE" | "SIGNATURE" | "DESK" | "ENTRY" | "COMPLETE"
  /** Sum of the installments */
  readonly totalAmount: number
  /** Products + delivery − down payment, without the registration fee */
  readonly financedAmount: number
  /** Down payment, in reais */
  readonly downPaymentValue: number
  /** ISO 8601 */
  readonly createdAt: string
  /** What the retailer is or was paid for it; absent until it is known */
  readonly transferValue?: number
  /** When the bank confirmed the transfer; ISO 8601 */
  readonly transferedAt?: string
  /** What became of the money that is owed back */
  readonly refundStatus?: "DUE" | "SENT" | "PAID" | "FAILED"
  /** Of an agreement: the transaction whose debt it is about */
  readonly renegotiates?: string
  /** The agreement on this debt that waits, is being paid, or was paid */
  readonly renegotiatedBy?: string
}

export interface ListedTransfer {
  /** Identifier; the `reference` of its lines on the statement */
  readonly transferId: string
  /** SCHEDULED: ordered, not sent yet. SENT: the bank has it. PAID: the bank confirmed. FAILED, CANCELED: the money never left. RETURNED: it came back. What FAILED, CANCELED and RETURNED were to pay is owed as before */
  readonly status: "SCHEDULED" | "SENT" | "PAID" | "FAILED" | "CANCELED" | "RETURNED"
  /** Amount of the transfer, in reais */
  readonly amount: number
  /** What its orders come to, in reais */
  readonly salesAmount: number
  /** What was kept of it because it was owed back: salesAmount − nettedAmount = amount, in reais */
  readonly nettedAmount: number
  /** How many orders */
  readonly orders: number
  /** Day on which the bank paid it, or on which it is to be paid; YYYY-MM-DD, in São Paulo */
  readonly date: string
  /** When it was ordered; ISO 8601 */
  readonly orderedAt: string
  /** When it was paid, failed, was canceled or came back; ISO 8601 */
  readonly settledAt?: string
  /** What the bank names it by, as on the bank statement: the end-to-end id of a Pix, or the document number of the bank; absent until the bank has told one */
  readonly bankReference?: string
  /** Our number for it at every bank */
  readonly documentNumber: string
}

export interface ListEventsQuery {
  /** eventId of the last event that you have */
  readonly after?: string
  /** How many at most: 1 to 100, 50 when absent */
  readonly limit?: string
}

export interface ListPaymentLinksQuery {
  /** ACTIVE: nobody has opened it yet, or its purchase ended early. OPENED: somebody opened it. CLAIMED: a purchase is under way. COMPLETED: that purchase is OPEN. EXPIRED and DELETED: it can no longer be used */
  readonly status?: "ACTIVE" | "OPENED" | "CLAIMED" | "COMPLETED" | "EXPIRED" | "DELETED"
  /** The retailer’s order */
  readonly orderId?: string
  /** Exactly as it was given; capitals make no difference */
  readonly seller?: string
  /** First day of their creation; YYYY-MM-DD, in São Paulo */
  readonly from?: string
  /** Last day of their creation; YYYY-MM-DD, in São Paulo */
  readonly to?: string
  /** `next` of the page before */
  readonly after?: string
  /** How many at most: 1 to 100, 50 when absent */
  readonly limit?: string
}

export interface ListRequestsQuery {
  /** Only this request: the `trackId` of its answer, or the header `x-track-id` */
  readonly trackId?: string
  /** Only from this moment on; ISO 8601 */
  readonly from?: string
  /** Only with this HTTP status, such as 404, or with one of a class, such as 4xx */
  readonly status?: string
  /** `next` of the page before */
  readonly after?: string
  /** How many at most: 1 to 100, 50 when absent */
  readonly limit?: string
}

export interface ListTransfersQuery {
  /** First day on which they were ordered; YYYY-MM-DD, in São Paulo */
  readonly from?: string
  /** Last day on which they were ordered; YYYY-MM-DD, in São Paulo */
  readonly to?: string
  /** `next` of the page before */
  readonly after?: string
  /** How many at most: 1 to 100, 50 when absent */
  readonly limit?: string
}

export interface LoggedRequest {
  /** What its answer said in the header `x-track-id` */
  readonly trackId: string
  /** When it arrived; ISO 8601 */
  readonly at: string
  /** HTTP method */
  readonly method: string
  /** The route, with the names of its parameters instead of their values */
  readonly route: string
  /** HTTP status; 499 when you did not wait for the answer */
  readonly status: number
  /** Code of the error that was answered */
  readonly code?: string
  /** How long it took here, in milliseconds */
  readonly durationMs: number
  /** Beginning and end of the key */
  readonly key: string
}

export interface MessagesAnswer {
  /** Newest first, at most 100 */
  readonly messages: readonly ({
    /** Identifier */
    readonly id: string
    /** Phone digits or e-mail address */
    readonly to: string
    /** SMS or EMAIL */
    readonly channel: "SMS" | "EMAIL"
    /** What it is about: `code`, `billets-issued` … */
    readonly template?: string
    /** Why the message was sent */
    readonly purpose?: "CODE" | "CONTRACT" | "REMINDER" | "COLLECTION"
    /** HANDED_OVER: a service has it, or the sandbox would have sent it */
    readonly state: "QUEUED" | "HANDED_OVER" | "FAILED"
    /** Why it could not be sent */
    readonly failure?: "ADDRESS_INVALID" | "OPTED_OUT" | "BLOCKED" | "EXPIRED" | "UNAVAILABLE"
    /** The message */
    readonly text: string
    /** Of an e-mail */
    readonly subject?: string
    /** The e-mail as mail programs show it */
    readonly html?: string
    /** The one-time code that the text holds */
    readonly code?: string
    /** ISO 8601 */
    readonly sentAt: string
  })[]
}

export interface NewPaymentLink {
  /** With `shipping`; instead of `amount` and `description` */
  readonly products?: readonly (Product)[]
  /** Delivery fee, in reais; 0 is valid */
  readonly shipping?: number
  /** With `description`, instead of `products`: what is to be paid, in reais; more than two decimals are rounded half up */
  readonly amount?: number
  /** What is bought, in a few words */
  readonly description?: string
  /** Where the customer is: store checkout, product page, the shop’s own pages, telesales, assisted sale, app */
  readonly source?: "checkout" | "pdp" | "site" | "tdv" | "guide" | "app"
  /** The retailer’s order; the id of the link when absent */
  readonly orderId?: string
  /** With `orderId`: where that order has a link that is valid or was used for a purchase that was not canceled, that link is the answer, and nothing is sent again. Apart from `expiresAt` and `notify` it must say what this request says, else the answer is 409 `order_already_linked` */
  readonly oncePerOrder?: boolean
  /** Until when it can be used; ISO 8601, at most 60 days from now. 7 days when absent */
  readonly expiresAt?: string
  /** What the shop knows of the customer; the page shows it masked */
  readonly customer?: PaymentLinkCustomer
  /** Who sells; with `source` guide */
  readonly seller?: string
  /** Taxpayer id of the customer, with or without mask */
  readonly sellerCpf?: string
  /** Brazilian mobile or landline with area code; mask and +55 are accepted */
  readonly sellerPhone?: string
  /** How the link is sent to the customer at once; needs that contact */
  readonly notify?: readonly ("SMS" | "EMAIL")[]
  /** Where the customer goes after the purchase; where absent, to `cancelUrl`. https, of an origin that is allowed for the retailer; with `source` app also a link of an allowed scheme */
  readonly returnUrl?: string
  /** Where the customer goes without a purchase; where absent, to `returnUrl`. https, of an origin that is allowed for the retailer; with `source` app also a link of an allowed scheme */
  readonly cancelUrl?: string
}

export interface NewWebhookEndpoint {
  /** https address of the receiver; port 443 or one from 1024 on, no credentials in it */
  readonly url: string
  /** Types of events; when absent: transaction.approved, transaction.denied, transaction.canceled, transaction.closed, transaction.transfered, onboarding.step, invoice.validated, invoice.refused */
  readonly events?: readonly ("transaction.approved" | "transaction.denied" | "transaction.canceled" | "transaction.closed" | "transaction.transfered" | "transaction.refunded" | "installment.paid" | "installment.overdue" | "renegotiation.accepted" | "renegotiation.failed" | "onboarding.step" | "invoice.validated" | "invoice.refused" | "payment_link.opened" | "payment_link.claimed" | "payment_link.completed" | "payment_link.expired" | "payment_link.deleted")[]
}

export interface NextTransfer {
  /** Day; YYYY-MM-DD, in São Paulo */
  readonly date: string
  /** Less what is owed back, in reais */
  readonly amount: number
  /** How many orders */
  readonly orders: number
}

export interface NoStorefrontPreview {
  /** Whether there is something to show */
  readonly showScript: false
}

export interface OnboardingLinkAnswer {
  /** Page where the customer finishes the purchase */
  readonly onboardingLink: string
}

export interface Option {
  /** Option identifier: the optionId of /authorize */
  readonly _id: string
  /** totalAmount − financedAmount */
  readonly additionAmount: number
  /** Sum of the amortizations: financed amount, premium and financed IOF */
  readonly amortizationTotal: number
  /** Total effective cost per year, percent */
  readonly cetPA: number
  /** Total effective cost per month, percent */
  readonly cetPM: number
  /** Has commission */
  readonly cm: boolean
  /** Commission, percent */
  readonly cmPercentage: number
  /** Commission */
  readonly cmValue: number
  /** Identifier of the checkout */
  readonly checkoutId: string
  /** ISO 8601 */
  readonly createdAt: string
  /** Daily IOF rate, percent */
  readonly dailyIof: number
  /** Has a down payment */
  readonly downPayment: boolean
  /** Down payment, percent of the purchase */
  readonly downPaymentPercentage: number
  /** Down payment */
  readonly downPaymentValue: number
  /** Products + delivery + registration fee − down payment */
  readonly financedAmount: number
  /** YYYY-MM-DD */
  readonly firstDueDate: string
  /** Additional fixed IOF rate, percent */
  readonly fixedIof: number
  /** Yearly interest, percent */
  readonly interestRatePA: number
  /** Monthly interest, percent */
  readonly interestRatePM: number
  /** totalIof ÷ numberOfInstallments */
  readonly iofPM: number
  /** Financed amount − retention */
  readonly netValue: number
  /** Number of installments */
  readonly numberOfInstallments: number
  /** Each installment */
  readonly paymentInstallments: number
  /** Installment without interest and charges */
  readonly paymentInstallmentsWithoutIof: number
  /** The down payment, where there is one, then one row per installment */
  readonly priceDetails: readonly (PriceDetail)[]
  /** Retention, percent */
  readonly retentionPercentage: number
  /** Retention */
  readonly retentionValue: number
  /** Has registration fee */
  readonly tc: boolean
  /** Registration fee, percent */
  readonly tcPercentage: number
  /** Registration fee */
  readonly tcValue: number
  /** numberOfInstallments × paymentInstallments */
  readonly totalAmount: number
  /** Total without interest and charges */
  readonly totalAmountWithoutIof: number
  /** Sum of the IOF of the rows */
  readonly totalIof: number
  /** Grace-period variant; YYYY-MM-DD */
  readonly gracePeriodDueDate?: string
  /** Grace-period variant; days */
  readonly gracePeriod?: number
  /** Grace-period variant */
  readonly hasGracePeriod?: boolean
  /** The same option with credit insurance */
  readonly insuranceOption?: InsuranceOption
}

export interface OptionsAnswer {
  /** Identifier of the checkout */
  readonly checkoutId: string
  /** One group for each down payment */
  readonly downPaymentOptions?: readonly (DownPaymentOption)[]
  /** Options in which the retailer keeps a part of the risk */
  readonly retentionOptions?: DownPaymentOption
  /** true when the credit bureau could not answer: ask again later */
  readonly error?: boolean
  /** The limit of an approved customer and what it buys */
  readonly preApprovedCredit?: PreApprovedCredit
  /** What a page may show before the checkout */
  readonly preview?: Preview
  /** APPROVED: may buy. DENIED: refused. NO_ACTION: not refused, but cannot buy now. PRICE_OUT_RANGE: the approved limit does not cover the amount to finance */
  readonly result?: "APPROVED" | "DENIED" | "NO_ACTION" | "PRICE_OUT_RANGE"
  /** Why the customer cannot buy; absent when approved */
  readonly refusalReason?: "USER_DENIED" | "TOTALVALUE_LOW" | "TOTALVALUE_HIGH" | "PRICE_OUT_RANGE" | "DDD_NOT_FOUND" | "USER_HAS_TRANSACTION" | "MAX_TRIES" | "FILTER_BELOW_AGE"
  /** With TOTALVALUE_LOW, TOTALVALUE_HIGH and PRICE_OUT_RANGE: the limit that the purchase misses, in reais */
  readonly details?: readonly ({
    /** What the limit is about: `price` or `products` */
    readonly field: string
    /** For people */
    readonly message: string
  })[]
  /** Tracking id of this call; quote it when you ask for help */
  readonly trackId: string
  /** Why the contact data look suspicious */
  readonly blocklistInfo?: {
    /** The phone is used by several customers */
    readonly phoneAlert: boolean
  }
  /** Grace-period variant */
  readonly hasGracePeriod?: boolean
  /** Grace-period variant */
  readonly downPayment?: boolean
}

export interface OptionsRequest {
  /** Complement; may be empty */
  readonly addressComplement: string
  /** Number */
  readonly addressNumber: string
  /** Street */
  readonly addressStreet: string
  /** City */
  readonly city: string
  /** State (UF) */
  readonly state: string
  /** Postal code (CEP) of the delivery, with or without mask */
  readonly zipCode: string
  /** Taxpayer id of the customer, with or without mask */
  readonly cpf: string
  /** Full name of the customer, as on the document; any alphabet */
  readonly name?: string
  /** E-mail address of the customer */
  readonly email: string
  /** Brazilian mobile or landline with area code; mask and +55 are accepted */
  readonly phone: string
  /** Device of the customer */
  readonly device: "desktop" | "mobile" | "app"
  /** Where the customer is: store checkout, product page, the shop’s own pages, telesales, assisted sale, app */
  readonly source: "checkout" | "pdp" | "site" | "tdv" | "guide" | "app"
  /** What is bought */
  readonly products: readonly (Product)[]
  /** Delivery fee, in reais; 0 is valid */
  readonly shipping: number
  /** Ask for options with a grace period; needs a retailer enabled for it */
  readonly hasGracePeriod?: boolean
  /** Category id */
  readonly categoryId?: string
  /** Category */
  readonly categoryName?: string
  /** Informative; products decides */
  readonly productAmount?: number
  /** Informative; products decides */
  readonly productCategory?: string
  /** Informative */
  readonly productDescription?: string
  /** Informative; products decides; kept as text, never fetched */
  readonly productImage?: string
  /** Informative; products decides */
  readonly productName?: string
  /** Informative; products decides, in reais; more than two decimals are rounded half up */
  readonly productPrice?: number
  /** Informative; products decides; kept as text, never fetched */
  readonly productUrl?: string
  /** Seller of an assisted sale */
  readonly seller?: string
  /** Taxpayer id of the customer, with or without mask */
  readonly sellerCpf?: string
  /** Brazilian mobile or landline with area code; mask and +55 are accepted */
  readonly sellerPhone?: string
  /** Session of the shop */
  readonly sessionId?: string
  /** Informative */
  readonly skuNumber?: string
  /** Informative; every answer has a tracking id of its own */
  readonly trackId?: string
}

export interface PayableAnswer {
  /** Settlements first, then by number; those of the agreement last */
  readonly billets: readonly (PayableBillet)[]
}

export interface PayableBillet {
  /** Identifier */
  readonly id: string
  /** The transaction itself, or the agreement on its debt */
  readonly transactionId: string
  /** SECOND_COPY of an installment that is late, SETTLEMENT of what is paid early */
  readonly kind: "DOWN_PAYMENT" | "INSTALLMENT" | "SECOND_COPY" | "SETTLEMENT"
  /** What it asks for today, with fine and interest where it is late */
  readonly value: number
  /** YYYY-MM-DD */
  readonly dueDate: string
  /** Which installment: 1, 2, 3 … */
  readonly installmentNumber?: number
  /** Total installments */
  readonly installmentNumbers?: number
  /** How it can be paid today */
  readonly methods: readonly ("BILLET" | "PIX")[]
}

export interface PaymentLink {
  /** 24 hexadecimal characters */
  readonly id: string
  /** The page where the customer buys */
  readonly url: string
  /** The url as a QR code: an SVG picture in a data URL */
  readonly qrCode: string
  /** ACTIVE: nobody has opened it yet, or its purchase ended early. OPENED: somebody opened it. CLAIMED: a purchase is under way. COMPLETED: that purchase is OPEN. EXPIRED and DELETED: it can no longer be used */
  readonly status: "ACTIVE" | "OPENED" | "CLAIMED" | "COMPLETED" | "EXPIRED" | "DELETED"
  /** Where the customer is: store checkout, product page, the shop’s own pages, telesales, assisted sale, app */
  readonly source: "checkout" | "pdp" | "site" | "tdv" | "guide" | "app"
  /** The retailer’s order */
  readonly orderId: string
  /** All that is bought, delivery included */
  readonly amount: number
  /** What is bought, in a few words */
  readonly description?: string
  /** What is bought */
  readonly products?: readonly (PaymentLinkProduct)[]
  /** Delivery fee, in reais */
  readonly shipping?: number
  /** Who sells */
  readonly seller?: string
  /** Until when it can be used; ISO 8601 */
  readonly expiresAt: string
  /** When it was created; ISO 8601 */
  readonly createdAt: string
  /** When somebody looked at it first; ISO 8601 */
  readonly openedAt?: string
  /** When it was locked, because five different people were refused on it; ISO 8601 */
  readonly lockedAt?: string
  /** The purchase made with it */
  readonly transactionId?: string
  /** Messages that carried the link */
  readonly notifications: readonly (PaymentLinkNotification)[]
}

export interface PaymentLinkCustomer {
  /** Full name of the customer, as on the document; any alphabet */
  readonly name?: string
  /** Taxpayer id of the customer, with or without mask */
  readonly cpf?: string
  /** Brazilian mobile or landline with area code; mask and +55 are accepted */
  readonly phone?: string
  /** E-mail address of the customer */
  readonly email?: string
  /** Postal code (CEP) of the delivery, with or without mask */
  readonly zipCode?: string
  /** Street */
  readonly addressStreet?: string
  /** Number */
  readonly addressNumber?: string
  /** Complement; may be empty */
  readonly addressComplement?: string
  /** City */
  readonly city?: string
  /** State (UF) */
  readonly state?: string
}

export interface PaymentLinkFunnel {
  /** First day */
  readonly from: string
  /** Last day */
  readonly to: string
  /** Links created in the period */
  readonly created: number
  /** Of these, links that somebody opened */
  readonly opened: number
  /** Of these, links on which somebody confirmed a phone */
  readonly identified: number
  /** Of these, links by which a contract was signed */
  readonly signed: number
  /** Of these, links whose purchase became OPEN: signed, and the down payment paid */
  readonly paid: number
  /** What all of them sell, in reais */
  readonly createdAmount: number
  /** What those that are paid sold, in reais */
  readonly paidAmount: number
  /** By seller, whoever was paid most first: 200 at most */
  readonly sellers: readonly (PaymentLinkSellerFunnel)[]
}

export interface PaymentLinkNotification {
  /** SMS or EMAIL */
  readonly channel: "SMS" | "EMAIL"
  /** Masked */
  readonly to: string
  /** When it was handed over to be sent; ISO 8601 */
  readonly sentAt: string
}

export interface PaymentLinkProduct {
  /** Quantity */
  readonly amount: number
  /** Category of the product */
  readonly category?: string
  /** Category id of the shop */
  readonly categoryId?: number
  /** Identifier */
  readonly id: string
  /** Picture of the product */
  readonly image?: string
  /** Name */
  readonly name: string
  /** Address */
  readonly url?: string
  /** Unit price */
  readonly value: number
  /** Who sells */
  readonly seller?: string
}

export interface PaymentLinks {
  /** The newest first */
  readonly data: readonly (PaymentLink)[]
  /** What to send as `after` for the rest; null when there is none */
  readonly next: string | null
}

export interface PaymentLinkSellerFunnel {
  /** As written in the newest link; null for links without a seller */
  readonly seller: string | null
  /** Links created in the period */
  readonly created: number
  /** Of these, links that somebody opened */
  readonly opened: number
  /** Of these, links on which somebody confirmed a phone */
  readonly identified: number
  /** Of these, links by which a contract was signed */
  readonly signed: number
  /** Of these, links whose purchase became OPEN: signed, and the down payment paid */
  readonly paid: number
  /** What all of them sell, in reais */
  readonly createdAmount: number
  /** What those that are paid sold, in reais */
  readonly paidAmount: number
}

export interface PayRequest {
  /** What is paid; what the billet asks for on that day when absent, in reais; more than two decimals are rounded half up */
  readonly amount?: number
  /** PIX only where the billet has a pixCode */
  readonly method?: "BILLET" | "PIX"
  /** Another name of `method` */
  readonly rail?: "BILLET" | "PIX"
  /** The day on which the customer paid, from the issue of the billet to today; today when absent */
  readonly paidOn?: string
  /** How many times the bank reports this payment; once when absent */
  readonly repeat?: number
  /** How long after the payment the bank reports it, by the clock of the sandbox; at once when absent */
  readonly delaySeconds?: number
}

export interface PersonAnswer {
  /** Eleven digits */
  readonly cpf: string
  /** Name */
  readonly name: string
  /** Eleven digits; nobody else of the sandbox has it */
  readonly phone: string
  /** E-mail address of the customer */
  readonly email: string
  /** Eight digits */
  readonly zipCode: string
  /** Street */
  readonly addressStreet: string
  /** Number */
  readonly addressNumber: string
  /** Complement; may be empty */
  readonly addressComplement: string
  /** City */
  readonly city: string
  /** State (UF) */
  readonly state: string
}

export interface PersonRequest {
  /** Digits 4 to 6 of the CPF, which choose the outcome */
  readonly persona: string
}

export interface PlayAnswer {
  /** Identifier of the purchase */
  readonly transactionId: string
  /** PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being canceled. CANCELED, CLOSED and ABANDONED are final */
  readonly status: "ABANDONED" | "CANCELED" | "CLOSED" | "PENDING" | "PROCESSING_CANCEL" | "OPEN"
  /** What the purchase is waiting for */
  readonly step: "WAITING" | "CONFIRMATION" | "FRONTDOC" | "BACKDOC" | "SELFIE" | "ASYNC_ANALYSE" | "INSURANCE" | "SIGNATURE" | "DESK" | "ENTRY" | "COMPLETE"
}

export interface PlayDeskRequest {
  /** The decision */
  readonly result: "VALIDATED" | "REFUSED" | "ASK_AGAIN"
  /** With ASK_AGAIN, and only then: the picture that the customer is to send again */
  readonly step?: "FRONTDOC" | "BACKDOC" | "SELFIE"
}

export interface PlayRequest {
  /** What the purchase is waiting for */
  readonly until?: "WAITING" | "CONFIRMATION" | "FRONTDOC" | "BACKDOC" | "SELFIE" | "ASYNC_ANALYSE" | "INSURANCE" | "SIGNATURE" | "DESK" | "ENTRY" | "COMPLETE"
  /** Instead of `until`: the customer gives up */
  readonly action?: "CANCEL"
  /** What the customer answers at INSURANCE; false when absent */
  readonly acceptInsurance?: boolean
}

export interface PreApproveAnswer {
  /** APPROVED: may buy. DENIED: refused. NO_ACTION: not refused, but cannot buy now. PRICE_OUT_RANGE: the approved limit does not cover the amount to finance */
  readonly result?: "APPROVED" | "DENIED" | "NO_ACTION" | "PRICE_OUT_RANGE"
  /** Why the customer cannot buy; absent when approved */
  readonly refusalReason?: "USER_DENIED" | "TOTALVALUE_LOW" | "TOTALVALUE_HIGH" | "PRICE_OUT_RANGE" | "DDD_NOT_FOUND" | "USER_HAS_TRANSACTION" | "MAX_TRIES" | "FILTER_BELOW_AGE"
  /** With TOTALVALUE_LOW, TOTALVALUE_HIGH and PRICE_OUT_RANGE: the limit that the purchase misses, in reais */
  readonly details?: readonly ({
    /** What the limit is about: `price` or `products` */
    readonly field: string
    /** For people */
    readonly message: string
  })[]
  /** What a page may show before the checkout */
  readonly preview?: Preview
  /** The limit of an approved customer and what it buys */
  readonly preApprovedCredit?: PreApprovedCredit
  /** true when the credit bureau could not answer: ask again later */
  readonly error?: boolean
  /** Tracking id of this call; quote it when you ask for help */
  readonly trackId: string
}

export interface PreApprovedCredit {
  /** Pre-approval identifier */
  readonly _id: string
  /** Largest amount that the customer may finance */
  readonly maxValue: number
  /** Smallest amount that the customer may finance */
  readonly minValue: number
  /** Installment options per range of the purchase value, keyed `<min>-<max>`; the upper end belongs to the range */
  readonly pricings: Readonly<Record<string, readonly ({
    readonly downPaymentPercentage: number
    readonly installments: readonly ({
      readonly times: number
      readonly interest: number
    })[]
  })[]>>
  /** In the grace-period variant */
  readonly policyConfigurationId?: string
  /** In the grace-period variant */
  readonly pricingConditions?: readonly ({
    /** A key of pricings */
    readonly conditionTag: string
    /** Sum of the installments, in reais */
    readonly totalValue: {
      /** What is compared */
      readonly ref: string
      /** At least */
      readonly gte: number
      /** At most */
      readonly lte: number
    }
  })[]
}

export interface PreApproveRequest {
  /** Taxpayer id of the customer, with or without mask */
  readonly cpf: string
  /** Brazilian mobile or landline with area code; mask and +55 are accepted */
  readonly phone: string
  /** E-mail address of the customer */
  readonly email: string
  /** Postal code (CEP) of the delivery, with or without mask */
  readonly zipCode: string
  /** Where the customer is: store checkout, product page, the shop’s own pages, telesales, assisted sale, app */
  readonly source: "checkout" | "pdp" | "site" | "tdv" | "guide" | "app"
  /** Value of the intended purchase, in reais; more than two decimals are rounded half up */
  readonly price?: number
}

export interface Preview {
  /** Whether any offered option asks for a down payment */
  readonly downPayment: boolean
  /** One group for each down payment */
  readonly downPaymentOptions: readonly ({
    /** Down payment, percent of the purchase */
    readonly downPaymentPercentage: number
    /** Down payment, in reais */
    readonly downPaymentValue: number | null
    /** What the customer saves against the smallest down payment */
    readonly economyValue: number
    /** Number of installments, or the installments themselves */
    readonly installments: readonly ({
      /** Number of installments */
      readonly installments: number
      /** Monthly interest in percent */
      readonly interest: number
      /** Sum of the installments */
      readonly total: number | null
      /** Each installment */
      readonly value: number | null
    })[]
  })[]
  /** Whether the customer may buy */
  readonly preApproved: boolean
  /** Whether the shop should show the offer */
  readonly showScript: boolean
  /** One example: the option with the lowest installment */
  readonly simulation: {
    /** Down payment, percent of the purchase */
    readonly downPaymentPercentage: number
    /** Number of installments */
    readonly installmentsNumber: number
    /** Monthly interest in percent */
    readonly interest: number
    /** Installment value */
    readonly pmt?: number
    /** Sum of the installments, in reais */
    readonly totalValue?: number
  }
}

export interface PreviewOfferQuery {
  /** Publishable key of the retailer, `pk_…` */
  readonly key: string
  /** Price of the purchase in reais, with a dot and at most two decimals */
  readonly total: string
}

export interface PriceDetail {
  /** Part of the installment that repays the loan */
  readonly amortization: number
  /** Days used for IOF, at most 365 */
  readonly days: number
  /** Tax (IOF) of this row */
  readonly iof: number
  /** Registration fee, in reais */
  readonly tcValue: number
}

export interface Product {
  /** Quantity */
  readonly amount: number
  /** Category */
  readonly category?: string
  /** Category id */
  readonly categoryId?: number
  /** Product id of the shop */
  readonly id: string
  /** Picture; kept as text, never fetched */
  readonly image?: string
  /** Name */
  readonly name: string
  /** Product page; kept as text, never fetched */
  readonly url?: string
  /** Unit price, in reais; more than two decimals are rounded half up */
  readonly value: number
  /** Seller in a marketplace */
  readonly seller?: string
}

export interface ReadStorefrontQuery {
  /** Publishable key of the retailer, `pk_…` */
  readonly key: string
}

export interface ReissueRequest {
  /** New due date, YYYY-MM-DD: a business day, today or at most 3 business days ahead. Without it today, or the next business day */
  readonly dueDate?: string
}

export interface RemovalPreview {
  /** The transaction that would be replaced */
  readonly transactionId: string
  /** Who bears, by the retailer’s conditions, the interest and tax of a purchase canceled after its transfer */
  readonly costsBorneBy: "RETAILER" | "LENDER"
  /** The customer */
  readonly customer: CancelPreviewCustomer
  /** The retailer; the next transfers are lower by `owedValue` */
  readonly retailer: CancelPreviewRetailer
  /** The lender */
  readonly lender: CancelPreviewLender
  /** The transaction that would take its place, with its schedule. It has no ids, and its billets have no lines */
  readonly transaction: Transaction
}

export interface RemovalPreviewRequest {
  /** Ids of products to remove */
  readonly products: readonly (string)[]
}

export interface RenegotiationAccepted {
  /** Of the agreement */
  readonly transactionId: string
  /** Page where the customer confirms the phone and signs */
  readonly returnUrl: string
  /** PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being canceled. CANCELED, CLOSED and ABANDONED are final */
  readonly status: "ABANDONED" | "CANCELED" | "CLOSED" | "PENDING" | "PROCESSING_CANCEL" | "OPEN"
  /** What the purchase is waiting for */
  readonly step: "WAITING" | "CONFIRMATION" | "FRONTDOC" | "BACKDOC" | "SELFIE" | "ASYNC_ANALYSE" | "INSURANCE" | "SIGNATURE" | "DESK" | "ENTRY" | "COMPLETE"
}

export interface RenegotiationOption {
  /** Can be accepted until the end of the day */
  readonly optionId: string
  /** Paid at once; counts for the debt */
  readonly downPaymentValue: number
  /** Number of installments */
  readonly numberOfInstallments: number
  /** Each installment */
  readonly paymentInstallments: number
  /** Sum of the installments */
  readonly totalAmount: number
  /** Percent a month; never above the contract’s */
  readonly interestRatePM: number
  /** Total effective cost per year, percent */
  readonly cetPA: number
  /** YYYY-MM-DD */
  readonly firstDueDate: string
}

export interface RenegotiationOptions {
  /** What is owed today: overdue installments with their charges, the others at present value */
  readonly debtValue: number
  /** One option for each number of installments */
  readonly options: readonly (RenegotiationOption)[]
}

export interface RenegotiationRequest {
  /** true: answers with the possible agreements, and changes nothing */
  readonly preview?: boolean
  /** With `preview`: only this number of installments; 3, 6, 12 and 24 when absent */
  readonly installments?: number
  /** With `preview`: paid at once, in reais, at most what is overdue; 0 when absent */
  readonly downPaymentValue?: number
  /** With `preview`: 15 to 45 days ahead, YYYY-MM-DD; in 30 days when absent */
  readonly firstDueDate?: string
  /** Instead of `preview`: accepts this option, on the day on which it was offered */
  readonly optionId?: string
}

export interface Requests {
  /** The rows of this page */
  readonly data: readonly (LoggedRequest)[]
  /** What to send as `after` for the rest; null when there is none. A page may hold fewer than `limit` */
  readonly next: string | null
}

export interface ResetAnswer {
  /** Ended by this call */
  readonly purchases: number
  /** Deleted by this call */
  readonly paymentLinks: number
  /** Free again; 0 while not done */
  readonly people: number
  /** False when there was too much for one call: call again */
  readonly done: boolean
}

export interface ReviewAnswer {
  /** Version of the invoice */
  readonly invoiceId: string
  /** Identifier of the purchase */
  readonly transactionId: string
  /** What was decided about an invoice */
  readonly result: "VALIDATED" | "REFUSED"
  /** Why, for programs */
  readonly code: string
  /** Why, for people */
  readonly message: string
  /** ISO 8601 */
  readonly reviewedAt: string
}

export interface ReviewRequest {
  /** What was decided about an invoice */
  readonly result: "VALIDATED" | "REFUSED"
  /** For the retailer, where it is refused */
  readonly message?: string
}

export interface SampleInvoiceAnswer {
  /** A PDF in base64 */
  readonly invoiceFile: string
}

export interface SandboxListMessagesQuery {
  /** Brazilian mobile or landline with area code; mask and +55 are accepted */
  readonly phone?: string
  /** E-mail address of the customer */
  readonly email?: string
}

export interface SendPaymentLink {
  /** SMS or EMAIL */
  readonly channel: "SMS" | "EMAIL"
  /** Phone or e-mail address; the customer’s own when absent */
  readonly to?: string
}

export interface SettledInstallment {
  /** Which installment: 1, 2, 3 … */
  readonly installmentNumber: number
  /** What it takes off the installment */
  readonly faceValue: number
  /** Fine, in reais */
  readonly fine: number
  /** Of a delay */
  readonly interest: number
  /** What is paid for the face value; the same when it is due */
  readonly presentValue: number
}

export interface Settlement {
  /** Identifier of the purchase */
  readonly transactionId: string
  /** YYYY-MM-DD */
  readonly date: string
  /** Installments due by that day, with their charges */
  readonly overdueValue: number
  /** Present value of those that are paid before they are due */
  readonly futureValue: number
  /** Interest that is saved */
  readonly discount: number
  /** Part of the insurance premium for the time that is left, when nothing is owed afterwards */
  readonly premiumRefund: number
  /** To be paid: overdueValue + futureValue − premiumRefund */
  readonly value: number
  /** What is settled, one row for each installment */
  readonly installments: readonly (SettledInstallment)[]
}

export interface SettlementRequest {
  /** Day of the payment: today, which it is when absent, or up to 5 business days later; YYYY-MM-DD, in São Paulo */
  readonly date?: string
  /** What is paid before it is due: `all`, which it is when absent, `next`, or the last ones, such as `last:2`. Overdue installments are always included */
  readonly installments?: string
  /** Instead of `installments`: an amount of at least 1.00, at most all that is owed. It pays what is overdue, then the last installments */
  readonly amount?: number
}

export interface Statement {
  /** First day */
  readonly from: string
  /** Last day */
  readonly to: string
  /** What the lender owed the retailer before the first day; below zero: the other way round */
  readonly openingBalance: number
  /** Opening balance and all amounts */
  readonly closingBalance: number
  /** Every movement with the balance after it */
  readonly lines: readonly (StatementLine)[]
}

export interface StatementLine {
  /** Day on which it was booked; YYYY-MM-DD, in São Paulo */
  readonly date: string
  /** SALE: value of a completed purchase. COMMISSION, RETENTION: what the lender keeps of it. CANCELLATION, RETURN: the purchase ended, or was replaced by one with fewer products; a second line of CANCELLATION is the interest and tax that the retailer bears by its conditions. TRANSFER: the bank confirmed that the money was sent; above zero, that it came back or that the retailer paid what it owed */
  readonly kind: "SALE" | "COMMISSION" | "RETENTION" | "CANCELLATION" | "RETURN" | "TRANSFER" | "ADJUSTMENT"
  /** Identifier of the purchase */
  readonly transactionId?: string
  /** The retailer’s order */
  readonly orderId?: string
  /** Above zero: in favour of the retailer */
  readonly amount: number
  /** After this line */
  readonly balance: number
  /** Of a TRANSFER: the order at the bank */
  readonly reference?: string
}

export interface StatementSummary {
  /** First day; YYYY-MM-DD, in São Paulo */
  readonly from: string
  /** Last day; YYYY-MM-DD, in São Paulo */
  readonly to: string
  /** As the statement of these days opens, in reais */
  readonly openingBalance: number
  /** SALE lines, in reais */
  readonly sales: number
  /** COMMISSION lines; below zero, in reais */
  readonly commission: number
  /** RETENTION lines; below zero, in reais */
  readonly retention: number
  /** CANCELLATION lines without costs; below zero, in reais */
  readonly cancellations: number
  /** RETURN lines; below zero, in reais */
  readonly returns: number
  /** CANCELLATION lines of interest and tax that the retailer bears; below zero, in reais */
  readonly costs: number
  /** ADJUSTMENT lines, in reais */
  readonly adjustments: number
  /** TRANSFER lines; below zero where money was sent, in reais */
  readonly transferred: number
  /** Opening balance and all of these, in reais */
  readonly closingBalance: number
}

export interface StatusAnswer {
  /** PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being canceled. CANCELED, CLOSED and ABANDONED are final */
  readonly status: "ABANDONED" | "CANCELED" | "CLOSED" | "PENDING" | "PROCESSING_CANCEL" | "OPEN"
  /** Identifier of the purchase */
  readonly transactionId: string
}

export interface StorefrontConfig {
  /** Whether the shop shows offers in its pages */
  readonly showScript: boolean
  /** Name of the shop, for people */
  readonly name: string
  /** Smallest purchase that is financed */
  readonly minTotal: number
  /** Largest purchase that is financed */
  readonly maxTotal: number
}

export interface StorefrontPreview {
  /** Whether there is something to show */
  readonly showScript: true
  /** The price that was asked about */
  readonly total: number
  /** Smallest purchase that is financed */
  readonly minTotal: number
  /** Largest purchase that is financed */
  readonly maxTotal: number
  /** The option with the lowest installment */
  readonly simulation: {
    /** Down payment */
    readonly downPaymentValue: number
    /** Number of installments */
    readonly installments: number
    /** One installment */
    readonly value: number
    /** All installments together; the down payment is not in it */
    readonly totalAmount: number
    /** Total effective cost (CET) per year, percent */
    readonly cetPA: number
    /** Interest per month, percent */
    readonly interestRatePM: number
  }
  /** One group for each down payment */
  readonly downPaymentOptions: readonly ({
    /** Down payment, percent of the purchase */
    readonly downPaymentPercentage: number
    /** Down payment */
    readonly downPaymentValue: number
    /** One option for each number of installments */
    readonly options: readonly ({
      /** Number of installments */
      readonly installments: number
      /** One installment */
      readonly value: number
      /** All installments together; the down payment is not in it */
      readonly totalAmount: number
      /** Total effective cost (CET) per year, percent */
      readonly cetPA: number
    })[]
  })[]
  /** End of the day in Sao Paulo, on which the figures depend */
  readonly validUntil: string
}

export interface Transaction {
  /** When it was canceled; ISO 8601 */
  readonly canceledAt?: string
  /** UNSPECIFIED_CANCEL_REASON while nothing was canceled */
  readonly cancelReason: "ONBOARDING_REFUSED" | "RETAILER_CANCELED" | "RENEGOTIATION_FAILED" | "CUSTOMER_ABANDONED" | "CANCELLED_BY_CUSTOMER" | "PAYMENT_LINK_DELETED" | "NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS" | "UNSPECIFIED_CANCEL_REASON"
  /** Whether there is a down payment */
  readonly downPayment: boolean
  /** The billet of the down payment */
  readonly downPaymentBillet?: Billet
  /** Down payment, in reais */
  readonly downPaymentValue: number
  /** Products + delivery − down payment, without the registration fee */
  readonly financedAmount: number
  /** Identifier */
  readonly id?: string
  /** The billets of the installments, in the order of their due dates */
  readonly installments?: readonly (Billet)[]
  /** Yearly interest, percent */
  readonly interestRatePA: number
  /** Monthly interest, percent */
  readonly interestRatePM: number
  /** Number of installments */
  readonly numberOfInstallments: number
  /** Days since the due date of the oldest installment that is overdue; absent when none is. An installment is overdue after the next business day */
  readonly overdueDays?: number
  /** Value of one installment, in reais */
  readonly paymentInstallments: number
  /** What is bought */
  readonly products?: readonly (TransactionProduct)[]
  /** When the bank confirmed the last refund; once all are PAID; ISO 8601 */
  readonly refundedAt?: string
  /** Of what is owed back to the customer: DUE, SENT to the bank, PAID by it, or FAILED and to be corrected. Of several refunds the worst: FAILED, DUE, SENT, PAID */
  readonly refundStatus?: "DUE" | "SENT" | "PAID" | "FAILED"
  /** Sum of everything that is or was owed back. 0 where a transaction has ended and nothing is: what was paid under a broken agreement counts for the original debt */
  readonly refundValue?: number
  /** Day of the release, from which due dates, tax and CET of the contract count; YYYY-MM-DD */
  readonly releaseDate?: string
  /** When nothing was owed any more; once it is CLOSED; ISO 8601 */
  readonly settledAt?: string
  /** The agreement on this debt that waits, is being paid, or was paid */
  readonly renegotiatedBy?: string
  /** Of an agreement: the transaction whose debt it is about */
  readonly renegotiates?: string
  /** PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being canceled. CANCELED, CLOSED and ABANDONED are final */
  readonly status: "ABANDONED" | "CANCELED" | "CLOSED" | "PENDING" | "PROCESSING_CANCEL" | "OPEN"
  /** What the purchase is waiting for */
  readonly step: "WAITING" | "CONFIRMATION" | "FRONTDOC" | "BACKDOC" | "SELFIE" | "ASYNC_ANALYSE" | "INSURANCE" | "SIGNATURE" | "DESK" | "ENTRY" | "COMPLETE"
  /** Identifier of the purchase */
  readonly transactionId?: string
  /** When the retailer was paid; ISO 8601 */
  readonly transferedAt?: string
  /** What the retailer is or was paid: products + delivery − commission − retention. Absent until the purchase is complete, and when it was canceled before the transfer */
  readonly transferValue?: number
  /** Sum of the installments, in reais */
  readonly totalAmount: number
  /** Sum of the tax (IOF), in reais */
  readonly totalIof: number
  /** Registration fee, in reais */
  readonly tcValue: number
  /** Total effective cost per month, percent */
  readonly cetPM: number
  /** Total effective cost per year, percent */
  readonly cetPA?: number
}

export interface TransactionCounts {
  /** Every group, in the order in which a transaction goes through them */
  readonly data: readonly (GroupCount)[]
  /** All groups together */
  readonly total: number
  /** False when there are more: a group is counted up to 100,000, the matches of `q`, `orderId` or `status` up to 2,000 */
  readonly isComplete: boolean
}

export interface TransactionProduct {
  /** Quantity */
  readonly amount: number
  /** Category of the product */
  readonly category: string
  /** Category id of the shop */
  readonly categoryId: string
  /** Identifier */
  readonly id: string
  /** Picture of the product */
  readonly image: string
  /** Always false */
  readonly isCreditCardAvailable: boolean
  /** Name */
  readonly name: string
  /** Who sells */
  readonly seller?: string
  /** Address */
  readonly url: string
  /** Value, in reais */
  readonly value: number
}

export interface TransactionRequest {
  /** Ids of products to remove; without it the transaction is only read */
  readonly products?: readonly (string)[]
  /** With `products`: the answer is the transaction as the removal would make it, and nothing changes. It has no ids, and its billets have no lines */
  readonly preview?: boolean
}

export interface Transactions {
  /** The rows of this page */
  readonly data: readonly (ListedTransaction)[]
  /** What to send as `after` for the rest; null when there is none. A page may hold fewer than `limit` */
  readonly next: string | null
}

export interface Transfer {
  /** Identifier of the purchase */
  readonly transactionId: string
  /** The retailer’s order */
  readonly orderId: string
  /** NONE: nothing will be transferred. BLOCKED: something has to happen first. SCHEDULED: it has a day. SENT: it is at the bank. TRANSFERED: the bank has confirmed it, or it was set off against what the retailer owed */
  readonly state: "NONE" | "BLOCKED" | "SCHEDULED" | "SENT" | "TRANSFERED"
  /** Products and delivery, in reais */
  readonly purchaseValue: number
  /** Kept as commission, in reais */
  readonly commission: number
  /** Kept as retention, in reais */
  readonly retention: number
  /** What the retailer is or was to be paid: `purchaseValue` − `commission` − `retention`, in reais */
  readonly transferValue: number
  /** Day on which it is ordered, while nothing else happens; YYYY-MM-DD */
  readonly expectedOn?: string
  /** When the bank confirmed it; ISO 8601 */
  readonly transferedAt?: string
  /** Of the order at the bank, as in /statement */
  readonly reference?: string
  /** What has to happen, in this order; the first is what it waits for now. Empty once TRANSFERED */
  readonly blockers: readonly (TransferBlocker)[]
}

export interface Transfer2 {
  /** Identifier; the `reference` of its lines on the statement */
  readonly transferId: string
  /** SCHEDULED: ordered, not sent yet. SENT: the bank has it. PAID: the bank confirmed. FAILED, CANCELED: the money never left. RETURNED: it came back. What FAILED, CANCELED and RETURNED were to pay is owed as before */
  readonly status: "SCHEDULED" | "SENT" | "PAID" | "FAILED" | "CANCELED" | "RETURNED"
  /** Amount of the transfer, in reais */
  readonly amount: number
  /** What its orders come to, in reais */
  readonly salesAmount: number
  /** What was kept of it because it was owed back: salesAmount − nettedAmount = amount, in reais */
  readonly nettedAmount: number
  /** How many orders */
  readonly orders: number
  /** Day on which the bank paid it, or on which it is to be paid; YYYY-MM-DD, in São Paulo */
  readonly date: string
  /** When it was ordered; ISO 8601 */
  readonly orderedAt: string
  /** When it was paid, failed, was canceled or came back; ISO 8601 */
  readonly settledAt?: string
  /** What the bank names it by, as on the bank statement: the end-to-end id of a Pix, or the document number of the bank; absent until the bank has told one */
  readonly bankReference?: string
  /** Our number for it at every bank */
  readonly documentNumber: string
  /** All amounts add up to `amount` */
  readonly lines: readonly (TransferLine)[]
}

export interface TransferBlocker {
  /** ENDED: canceled or abandoned. AGREEMENT: the retailer is paid for the purchase that it is about. IN_ANALYSIS: the lender looks at it. NOT_SIGNED: the customer has not signed. DOWN_PAYMENT_UNPAID. NOTHING_DUE: commission and retention are all of it. INVOICE_MISSING, INVOICE_UNDER_REVIEW, INVOICE_REFUSED. TRANSFER_FAILED, TRANSFER_RETURNED: the bank refused it or sent it back; the account is corrected by people. ACCOUNT_MISSING: the retailer has no account. SHOP_SUSPENDED. MONEY_HELD: the lender has stopped all transfers. SETTLEMENT_DAY: by the retailer’s schedule. ACCOUNT_CHANGED: a person approves transfers for 48 hours after the account changes. BALANCE_OWED: what the retailer owes is kept of it. APPROVAL: a person at the lender approves it. TRANSFER_SENT: at the bank */
  readonly code: "ENDED" | "AGREEMENT" | "IN_ANALYSIS" | "NOT_SIGNED" | "DOWN_PAYMENT_UNPAID" | "NOTHING_DUE" | "INVOICE_MISSING" | "INVOICE_UNDER_REVIEW" | "INVOICE_REFUSED" | "TRANSFER_FAILED" | "TRANSFER_RETURNED" | "ACCOUNT_MISSING" | "SHOP_SUSPENDED" | "MONEY_HELD" | "SETTLEMENT_DAY" | "ACCOUNT_CHANGED" | "BALANCE_OWED" | "APPROVAL" | "TRANSFER_SENT"
  /** Since when; ISO 8601 */
  readonly since?: string
  /** When it ends by itself: a deadline that passes, or the day on which the transfer is made; ISO 8601 */
  readonly until?: string
  /** Of BALANCE_OWED: what is kept of the next transfers, in reais */
  readonly amount?: number
  /** Why an invoice was refused, or the bank’s code of a failure */
  readonly reason?: string
}

export interface TransferLine {
  /** SALE: paid for an order. Below zero: kept because it is owed back after an earlier transfer: for a CANCELLATION, a RETURN of products, the COST of a cancellation, or an ADJUSTMENT. The oldest debts are kept first; one may be spread over several transfers */
  readonly kind: "SALE" | "CANCELLATION" | "RETURN" | "COST" | "ADJUSTMENT"
  /** Identifier of the purchase */
  readonly transactionId?: string
  /** The retailer’s order */
  readonly orderId?: string
  /** Above zero: paid, in reais */
  readonly amount: number
}

export interface Transfers {
  /** The rows of this page */
  readonly data: readonly (ListedTransfer)[]
  /** What to send as `after` for the rest; null when there is none */
  readonly next: string | null
}

export interface WebhookAttempt {
  /** 1, 2, 3 … */
  readonly number: number
  /** When it was sent; ISO 8601 */
  readonly attemptedAt: string
  /** How long it took, in milliseconds */
  readonly durationMs: number
  /** HTTP status; null without an answer */
  readonly status: number | null
  /** Why there was no answer, or why it was not accepted */
  readonly error?: string
  /** Beginning of what the receiver answered */
  readonly answer?: string
}

export interface WebhookDeliveries {
  /** The rows of this page */
  readonly data: readonly (WebhookDelivery)[]
  /** What to send as `after` for the rest; null when there is none */
  readonly next: string | null
}

export interface WebhookDelivery {
  /** What `after` takes */
  readonly id: string
  /** Where to; 24 hexadecimal characters */
  readonly endpointId: string
  /** What; also the header `webhook-id`; 24 hexadecimal characters */
  readonly eventId: string
  /** Type of the event */
  readonly type: string
  /** Identifier of the purchase */
  readonly transactionId?: string
  /** 1, 2, 3 … for each transaction */
  readonly sequence: number
  /** Current status */
  readonly status: "pending" | "delivered" | "failed" | "canceled"
  /** When the delivery was asked for; ISO 8601 */
  readonly createdAt: string
  /** When it is tried next; while pending; ISO 8601 */
  readonly nextAttemptAt?: string
  /** When it was delivered or given up; ISO 8601 */
  readonly settledAt?: string
  /** Every attempt, the first one first */
  readonly attempts: readonly (WebhookAttempt)[]
}

export interface WebhookEndpoint {
  /** Identifier of the endpoint; 24 hexadecimal characters */
  readonly id: string
  /** Address */
  readonly url: string
  /** Types of events that it receives */
  readonly events: readonly ("transaction.approved" | "transaction.denied" | "transaction.canceled" | "transaction.closed" | "transaction.transfered" | "transaction.refunded" | "installment.paid" | "installment.overdue" | "renegotiation.accepted" | "renegotiation.failed" | "onboarding.step" | "invoice.validated" | "invoice.refused" | "payment_link.opened" | "payment_link.claimed" | "payment_link.completed" | "payment_link.expired" | "payment_link.deleted")[]
  /** Current status */
  readonly status: "enabled" | "disabled"
  /** When it was created; ISO 8601 */
  readonly createdAt: string
  /** Since when nothing but failures came back; ISO 8601 */
  readonly failingSince?: string
  /** When deliveries stopped; ISO 8601 */
  readonly disabledAt?: string
  /** `gone`: it answered 410. `failing`: for five days every attempt failed */
  readonly disabledReason?: "gone" | "failing"
  /** Until when the secret before the last rotation signs too; ISO 8601 */
  readonly previousSecretUntil?: string
}

export interface WebhookEndpointChange {
  /** New https address; unchanged when absent */
  readonly url?: string
  /** All types of events that it receives from now on; unchanged when absent */
  readonly events?: readonly ("transaction.approved" | "transaction.denied" | "transaction.canceled" | "transaction.closed" | "transaction.transfered" | "transaction.refunded" | "installment.paid" | "installment.overdue" | "renegotiation.accepted" | "renegotiation.failed" | "onboarding.step" | "invoice.validated" | "invoice.refused" | "payment_link.opened" | "payment_link.claimed" | "payment_link.completed" | "payment_link.expired" | "payment_link.deleted")[]
}

export interface WebhookEndpointDay {
  /** Day in Sao Paulo; YYYY-MM-DD */
  readonly day: string
  /** Attempts that it accepted */
  readonly delivered: number
  /** Attempts that it refused, or that did not reach it */
  readonly failed: number
}

export interface WebhookEndpointHealth {
  /** Deliveries that wait, up to 100,000 */
  readonly pending: number
  /** Those of them that were not tried since they were last asked for: what is left of a replay */
  readonly untried: number
  /** The last 90 days, today at the end */
  readonly days: readonly (WebhookEndpointDay)[]
}

export interface WebhookEndpoints {
  /** The rows of this page */
  readonly data: readonly (WebhookEndpoint)[]
  /** What to send as `after` for the rest; null when there is none */
  readonly next: string | null
}

export interface WebhookEndpointWithSecret {
  /** Identifier of the endpoint; 24 hexadecimal characters */
  readonly id: string
  /** Address */
  readonly url: string
  /** Types of events that it receives */
  readonly events: readonly ("transaction.approved" | "transaction.denied" | "transaction.canceled" | "transaction.closed" | "transaction.transfered" | "transaction.refunded" | "installment.paid" | "installment.overdue" | "renegotiation.accepted" | "renegotiation.failed" | "onboarding.step" | "invoice.validated" | "invoice.refused" | "payment_link.opened" | "payment_link.claimed" | "payment_link.completed" | "payment_link.expired" | "payment_link.deleted")[]
  /** Current status */
  readonly status: "enabled" | "disabled"
  /** When it was created; ISO 8601 */
  readonly createdAt: string
  /** Since when nothing but failures came back; ISO 8601 */
  readonly failingSince?: string
  /** When deliveries stopped; ISO 8601 */
  readonly disabledAt?: string
  /** `gone`: it answered 410. `failing`: for five days every attempt failed */
  readonly disabledReason?: "gone" | "failing"
  /** Until when the secret before the last rotation signs too; ISO 8601 */
  readonly previousSecretUntil?: string
  /** Signs every delivery; begins with whsec_, shown only once */
  readonly secret: string
}

export interface WebhookFullAttempt {
  /** 1, 2, 3 … */
  readonly number: number
  /** When it was sent; ISO 8601 */
  readonly attemptedAt: string
  /** How long it took, in milliseconds */
  readonly durationMs: number
  /** HTTP status; null without an answer */
  readonly status: number | null
  /** Why there was no answer, or why it was not accepted */
  readonly error?: string
  /** As they were sent; absent for attempts from before they were kept */
  readonly requestHeaders?: readonly (WebhookHeader)[]
  /** As they were answered, the first 1,024 characters of them */
  readonly answerHeaders?: readonly (WebhookHeader)[]
  /** The first 4,096 bytes that the receiver answered */
  readonly answer?: string
}

export interface WebhookFullDelivery {
  /** What `after` takes */
  readonly id: string
  /** Where to; 24 hexadecimal characters */
  readonly endpointId: string
  /** What; also the header `webhook-id`; 24 hexadecimal characters */
  readonly eventId: string
  /** Type of the event */
  readonly type: string
  /** Identifier of the purchase */
  readonly transactionId?: string
  /** 1, 2, 3 … for each transaction */
  readonly sequence: number
  /** Current status */
  readonly status: "pending" | "delivered" | "failed" | "canceled"
  /** When the delivery was asked for; ISO 8601 */
  readonly createdAt: string
  /** When it is tried next; while pending; ISO 8601 */
  readonly nextAttemptAt?: string
  /** When it was delivered or given up; ISO 8601 */
  readonly settledAt?: string
  /** The body as it was sent, at every attempt */
  readonly body: string
  /** Every attempt, the first one first */
  readonly attempts: readonly (WebhookFullAttempt)[]
}

export interface WebhookHeader {
  /** Name of the header */
  readonly name: string
  /** Its value */
  readonly value: string
}

export interface WebhookReplay {
  /** Where to; 24 hexadecimal characters */
  readonly endpointId: string
  /** One event, whether the endpoint subscribes to its type or not; 24 hexadecimal characters */
  readonly eventId?: string
  /** Instead of `eventId`: all events subscribed to, created from then on; ISO 8601 */
  readonly since?: string
  /** With `since`: the last moment; now when absent; ISO 8601 */
  readonly until?: string
}

export interface WebhookReplayAnswer {
  /** Events that are sent again */
  readonly replayed: number
}

export interface WebhookTest {
  /** Type of the event, whether the endpoint subscribes to it or not: invented values, with `test: true`; `test.ping` when absent */
  readonly type?: "transaction.approved" | "transaction.denied" | "transaction.canceled" | "transaction.closed" | "transaction.transfered" | "transaction.refunded" | "installment.paid" | "installment.overdue" | "renegotiation.accepted" | "renegotiation.failed" | "onboarding.step" | "invoice.validated" | "invoice.refused" | "payment_link.opened" | "payment_link.claimed" | "payment_link.completed" | "payment_link.expired" | "payment_link.deleted"
}

/** One function for each operation of the interface. */
export function createOperations(call: Call) {
  return {
    /** Ask for a credit check of a customer. Answers whether the customer may buy in installments and what they could buy. A refusal is a normal answer (200) with `result` and `refusalReason`. */
    preApprove(body: PreApproveRequest, options: CallOptions = {}): Promise<PreApproveAnswer> {
      return call<PreApproveAnswer>({ method: 'POST', path: '/preApprove', body, isRepeatable: true, options })
    },

    /** Ask for the payment options of a checkout. Decides on the customer and prices every combination of down payment and installments for the cart. The options stay valid for 48 hours with exactly these figures. With `hasGracePeriod: true`, a retailer enabled for it also gets options whose first installment is due later. */
    options(body: OptionsRequest, options: CallOptions = {}): Promise<OptionsAnswer> {
      return call<OptionsAnswer>({ method: 'POST', path: '/options', body, isRepeatable: true, options })
    },

    /** Authorize an option. Makes a transaction of an option that /options showed, with exactly its figures, and issues the down payment billet. The same `orderId` and `optionId` again give the same answer, for ever. */
    authorize(body: AuthorizeRequest, options: CallOptions = {}): Promise<AuthorizeAnswer> {
      return call<AuthorizeAnswer>({ method: 'POST', path: '/authorize', body, options })
    },

    /** Cancel a transaction. Cancels the open billets and works out what the customer really paid and gets back. Repeating it gives the same answer and no second refund. The bank fields are all or none; only `digitoAgencia` may be missing. Money is given back to the customer only: paid by Pix it goes back the same way, else to this account, else to the Pix key that is the customer’s CPF. */
    cancel(body: CancelRequest, options: CallOptions = {}): Promise<CancelAnswer> {
      return call<CancelAnswer>({ method: 'POST', path: '/cancel', body, options })
    },

    /** Preview a cancellation. What customer, retailer and lender would each give back if the transaction were canceled now. Nothing changes, and nobody is told. A retailer that was paid owes the transfer back; by its conditions it also bears the interest that the customer is spared and the tax that the Treasury has already. */
    cancelPreview(body: CancelPreviewRequest, options: CallOptions = {}): Promise<CancelPreview> {
      return call<CancelPreview>({ method: 'POST', path: '/cancel/preview', body, options })
    },

    /** Read a transaction, or remove products from it. Without `products` it only reads. With product ids it removes those: the transaction is replaced by a new one with the remaining products, the same rate, dates and number of installments, as if the others had never been bought. What was paid counts there, and the surplus is owed back (`refundValue`); the answer is the new one. With `preview: true` nothing changes, and the answer is what would become of it. */
    readTransaction(transactionId: string, body: TransactionRequest = {}, options: CallOptions = {}): Promise<Transaction> {
      return call<Transaction>({ method: 'POST', path: `/public/transaction/${encodeURIComponent(transactionId)}`, body, isRepeatable: true, options })
    },

    /** Preview the removal of products. What customer, retailer and lender would each give back if these products were removed now, and the transaction that would take the place of this one, with its schedule. Nothing changes, and nobody is told. */
    transactionRemovalPreview(transactionId: string, body: RemovalPreviewRequest, options: CallOptions = {}): Promise<RemovalPreview> {
      return call<RemovalPreview>({ method: 'POST', path: `/public/transaction/${encodeURIComponent(transactionId)}/removal-preview`, body, options })
    },

    /** Read the status of a transaction. Cheap: one look-up by key. */
    readStatus(transactionId: string, options: CallOptions = {}): Promise<StatusAnswer> {
      return call<StatusAnswer>({ method: 'POST', path: `/public/transaction/${encodeURIComponent(transactionId)}/status`, isRepeatable: true, options })
    },

    /** Report when the customer received the goods. The customer may withdraw within seven days of the completed purchase or of receiving the goods, whichever is later. Without this call the days count from completion. The same day may be reported again; another day is refused, because the customer has already been shown the last day to withdraw. */
    transactionDelivered(transactionId: string, body: DeliveredRequest, options: CallOptions = {}): Promise<DeliveredAnswer> {
      return call<DeliveredAnswer>({ method: 'POST', path: `/public/transaction/${encodeURIComponent(transactionId)}/delivered`, body, options })
    },

    /** Download all billets as one PDF. One page per billet that can be paid, the down payment first; paid and canceled ones are left out. `layout: "booklet"` puts three on a page. */
    downloadBillets(transactionId: string, body: BilletsRequest = {}, options: CallOptions = {}): Promise<Uint8Array> {
      return call<Uint8Array>({ method: 'POST', path: `/public/transaction/${encodeURIComponent(transactionId)}/billets`, body, answer: 'bytes', isRepeatable: true, options })
    },

    /** Second copy of an overdue installment. A new billet with its own number: what is open of the installment, the fine and the interest up to the new due date. After that date only interest on the installment is added, by the day. The old billet is written off at the bank; money that comes for it all the same pays the same installment. An installment can have a second copy for as long as it is owed, also after its `expirationDate`, and a copy that was not paid in time can have another one. */
    transactionBilletsReissue(transactionId: string, billetId: string, body: ReissueRequest = {}, options: CallOptions = {}): Promise<Billet> {
      return call<Billet>({ method: 'POST', path: `/public/transaction/${encodeURIComponent(transactionId)}/billets/${encodeURIComponent(billetId)}/reissue`, body, options })
    },

    /** Renegotiate an overdue debt. With `preview` it answers with the debt of today and with options, which hold until the end of the day. With an `optionId` it makes the agreement: a transaction of its own, which the customer signs on the page of `returnUrl`. The original stays OPEN; its billets are canceled once the agreement is signed and its down payment paid. The same `optionId` again gives the same agreement. */
    transactionRenegotiation(transactionId: string, body: RenegotiationRequest = {}, options: CallOptions = {}): Promise<RenegotiationOptions | RenegotiationAccepted> {
      return call<RenegotiationOptions | RenegotiationAccepted>({ method: 'POST', path: `/public/transaction/${encodeURIComponent(transactionId)}/renegotiation`, body, options })
    },

    /** Read the link where the customer finishes the purchase. The key goes in the header `x-service-apikey`. */
    getOnboardingLink(transactionId: string, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<OnboardingLinkAnswer> {
      return call<OnboardingLinkAnswer>({ method: 'GET', path: `/public/transaction/${encodeURIComponent(transactionId)}/onboarding-link`, isRepeatable: true, options })
    },

    /** Send the invoice. A plain PDF, kept as the newest version of the transaction’s invoice; the same file again is the same version. It is checked afterwards: `invoice.validated` or `invoice.refused` tells the result. */
    sendInvoice(transactionId: string, body: InvoiceRequest, options: CallOptions = {}): Promise<InvoiceAnswer> {
      return call<InvoiceAnswer>({ method: 'POST', path: `/invoice/${encodeURIComponent(transactionId)}/file`, body, options })
    },

    /** Create a payment link. A page on which one person chooses an option and buys. Either `products` and `shipping`, or `amount` and `description`; a purchase made with the latter has no products array. */
    createPaymentLink(body: NewPaymentLink = {}, options: CallOptions = {}): Promise<PaymentLink> {
      return call<PaymentLink>({ method: 'POST', path: '/payment-links', body, options })
    },

    /** List payment links. The newest first, by status, order, seller or day of creation. */
    listPaymentLinks(query: ListPaymentLinksQuery = {}, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<PaymentLinks> {
      return call<PaymentLinks>({ method: 'GET', path: '/payment-links', query, isRepeatable: true, options })
    },

    /** Read how far payment links got. Of the links created in a period: how many were opened, on how many somebody confirmed a phone, signed and paid, in all and by seller. */
    countPaymentLinks(query: CountPaymentLinksQuery, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<PaymentLinkFunnel> {
      return call<PaymentLinkFunnel>({ method: 'GET', path: '/payment-links/funnel', query, isRepeatable: true, options })
    },

    /** Read a payment link. With every message that carried it. */
    readPaymentLink(paymentLinkId: string, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<PaymentLink> {
      return call<PaymentLink>({ method: 'GET', path: `/payment-links/${encodeURIComponent(paymentLinkId)}`, isRepeatable: true, options })
    },

    /** Delete a payment link. It can no longer be used. A PENDING purchase made with it is CANCELED with PAYMENT_LINK_DELETED, and what was paid is refunded as by /cancel. Repeating the call gives the same answer. */
    deletePaymentLink(paymentLinkId: string, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<PaymentLink> {
      return call<PaymentLink>({ method: 'DELETE', path: `/payment-links/${encodeURIComponent(paymentLinkId)}`, isRepeatable: true, options })
    },

    /** Send a payment link. By SMS or e-mail, at most five times a day by each. */
    sendPaymentLink(paymentLinkId: string, body: SendPaymentLink, options: CallOptions = {}): Promise<PaymentLink> {
      return call<PaymentLink>({ method: 'POST', path: `/payment-links/${encodeURIComponent(paymentLinkId)}/send`, body, options })
    },

    /** List transactions. The newest first, by order, status, group or day of creation, or by whatever people have at hand (`q`). Send `next` as `after` until it is null: a page of a rare status may be short or empty. With `format=csv` everything as a file for spreadsheets. */
    getTransactions(query: GetTransactionsQuery = {}, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Transactions> {
      return call<Transactions>({ method: 'GET', path: '/transactions', query, isRepeatable: true, options })
    },

    /** Count transactions by group. How many transactions the same filters find in each group, for the choices beside a list. Each transaction is in exactly one group. */
    getTransactionsCounts(query: GetTransactionsCountsQuery = {}, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<TransactionCounts> {
      return call<TransactionCounts>({ method: 'GET', path: '/transactions/counts', query, isRepeatable: true, options })
    },

    /** Why a transaction is not paid out yet. What the retailer is paid for a transaction, on which day, and everything that has to happen before: the first of `blockers` is what the transfer waits for now. */
    getTransactionTransfer(transactionId: string, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Transfer> {
      return call<Transfer>({ method: 'GET', path: `/public/transaction/${encodeURIComponent(transactionId)}/transfer`, isRepeatable: true, options })
    },

    /** Read the statement. What lender and retailer owe each other: every sale, cancellation and transfer, with the balance after it. Opening balance and all amounts make the closing balance. Days that are over never change. With `format=csv` a file for spreadsheets, with `format=pdf` one for people, of at most 5,000 lines. */
    getStatement(query: GetStatementQuery, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Statement> {
      return call<Statement>({ method: 'GET', path: '/statement', query, isRepeatable: true, options })
    },

    /** List your requests of the last 7 days. What your keys asked for and what was answered, the newest first, about a second after the answer. No bodies, no addresses, nothing about a customer. Needs the scope `webhooks`. Above 1,200 requests a minute of one key, some may be missing. */
    listRequests(query: ListRequestsQuery = {}, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Requests> {
      return call<Requests>({ method: 'GET', path: '/requests', query, isRepeatable: true, options })
    },

    /** Add up the statement. The way from sales to transfers: the lines of the statement of these days, added up by what they are. Opening balance and all sums make the closing balance. */
    getStatementSummary(query: GetStatementSummaryQuery, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<StatementSummary> {
      return call<StatementSummary>({ method: 'GET', path: '/statement/summary', query, isRepeatable: true, options })
    },

    /** Read figures by day. How many purchases were begun, approved and sold, and what was transferred, by day in São Paulo. A day that is over changes only when a transfer of it comes back. */
    getFigures(query: GetFiguresQuery, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Figures> {
      return call<Figures>({ method: 'GET', path: '/figures', query, isRepeatable: true, options })
    },

    /** Read the balance. What the lender owes the retailer now, the next transfer, and a calendar of what comes when: each sale has a day, or a reason why it has none yet. */
    getBalance(options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Balance> {
      return call<Balance>({ method: 'GET', path: '/balance', isRepeatable: true, options })
    },

    /** List transfers. The newest first, with what the bank names each of them by. */
    listTransfers(query: ListTransfersQuery = {}, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Transfers> {
      return call<Transfers>({ method: 'GET', path: '/transfers', query, isRepeatable: true, options })
    },

    /** Read a transfer. With every order that it pays, and what was kept of it because it was owed back. The lines add up to the amount. */
    readTransfer(transferId: string, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Transfer2> {
      return call<Transfer2>({ method: 'GET', path: `/transfers/${encodeURIComponent(transferId)}`, isRepeatable: true, options })
    },

    /** Quote an early settlement. What the customer has to pay on a day for all installments, the last ones, the next one or with an amount of their own: overdue ones with their charges, the others at their present value at the contract’s rate. Nothing changes. */
    getTransactionSettlement(transactionId: string, query: GetTransactionSettlementQuery = {}, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Settlement> {
      return call<Settlement>({ method: 'GET', path: `/public/transaction/${encodeURIComponent(transactionId)}/settlement`, query, isRepeatable: true, options })
    },

    /** Issue the billet of an early settlement. The same figures, and a billet with its Pix code, payable on that day only. Repeated for the same day and selection it is the same billet; another one takes its place. Paid on its day it does exactly what was quoted; on any other day its money is an amount paid on that day, and what is too much is given back. */
    transactionSettlement(transactionId: string, body: SettlementRequest = {}, options: CallOptions = {}): Promise<IssuedSettlement> {
      return call<IssuedSettlement>({ method: 'POST', path: `/public/transaction/${encodeURIComponent(transactionId)}/settlement`, body, options })
    },

    /** Show what a price costs in installments. For a shop’s page, with the publishable key; it names no person. The figures are those of the standard conditions: a first contract under the highest limit, as /options would offer it today. Outside of the accepted range, or where the shop shows no offers, the answer is `{"showScript": false}`. May be cached for five minutes. */
    previewOffer(query: PreviewOfferQuery, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<StorefrontPreview | NoStorefrontPreview> {
      return call<StorefrontPreview | NoStorefrontPreview>({ method: 'GET', path: '/storefront/preview', query, isRepeatable: true, options })
    },

    /** Read what a script in a shop’s page needs. The shop’s name, whether it shows offers, and which prices can be financed. With the publishable key. */
    readStorefront(query: ReadStorefrontQuery, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<StorefrontConfig> {
      return call<StorefrontConfig>({ method: 'GET', path: '/storefront/config', query, isRepeatable: true, options })
    },

    /** Register a receiver of events. Every event of the types chosen is POSTed to the url, signed by the rules of Standard Webhooks. The secret is shown only once. */
    createEndpoint(body: NewWebhookEndpoint, options: CallOptions = {}): Promise<WebhookEndpointWithSecret> {
      return call<WebhookEndpointWithSecret>({ method: 'POST', path: '/webhooks/endpoints', body, options })
    },

    /** List the receivers of events. With their state: an endpoint that was disabled says when and why. */
    listEndpoints(options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<WebhookEndpoints> {
      return call<WebhookEndpoints>({ method: 'GET', path: '/webhooks/endpoints', isRepeatable: true, options })
    },

    /** Change a receiver. Its address, its types of events, or both. It keeps its id, its secret and its log; deliveries that wait go to the new address. */
    changeEndpoint(endpointId: string, body: WebhookEndpointChange = {}, options: CallOptions = {}): Promise<WebhookEndpoint> {
      return call<WebhookEndpoint>({ method: 'POST', path: `/webhooks/endpoints/${encodeURIComponent(endpointId)}/change`, body, options })
    },

    /** Read how a receiver fares. Attempts of the last 90 days, day by day, and what waits. A replay is done when `untried` is 0. */
    readEndpointHealth(endpointId: string, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<WebhookEndpointHealth> {
      return call<WebhookEndpointHealth>({ method: 'GET', path: `/webhooks/endpoints/${encodeURIComponent(endpointId)}/health`, isRepeatable: true, options })
    },

    /** Delete a receiver. Pending deliveries to it are canceled. */
    deleteEndpoint(endpointId: string, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<DeletedWebhookEndpoint> {
      return call<DeletedWebhookEndpoint>({ method: 'DELETE', path: `/webhooks/endpoints/${encodeURIComponent(endpointId)}`, isRepeatable: true, options })
    },

    /** Change the signing secret. The new secret is shown only once. For 24 hours deliveries carry a signature of the old one too, so that the receiver can change over without a gap. */
    rotateEndpoint(endpointId: string, options: CallOptions = {}): Promise<WebhookEndpointWithSecret> {
      return call<WebhookEndpointWithSecret>({ method: 'POST', path: `/webhooks/endpoints/${encodeURIComponent(endpointId)}/rotate`, options })
    },

    /** Enable a receiver again. Pending deliveries continue. Events from while it was disabled are not sent to it: replay that period. */
    enableEndpoint(endpointId: string, options: CallOptions = {}): Promise<WebhookEndpoint> {
      return call<WebhookEndpoint>({ method: 'POST', path: `/webhooks/endpoints/${encodeURIComponent(endpointId)}/enable`, options })
    },

    /** List deliveries with every attempt. The newest event first, to endpoints that are not deleted. */
    listDeliveries(query: ListDeliveriesQuery = {}, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<WebhookDeliveries> {
      return call<WebhookDeliveries>({ method: 'GET', path: '/webhooks/deliveries', query, isRepeatable: true, options })
    },

    /** Read one delivery with request and answer. Body and headers as they were sent, and what the receiver answered, for every attempt. Deliveries are kept for 31 days after they were settled. */
    readDelivery(endpointId: string, eventId: string, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<WebhookFullDelivery> {
      return call<WebhookFullDelivery>({ method: 'GET', path: `/webhooks/endpoints/${encodeURIComponent(endpointId)}/events/${encodeURIComponent(eventId)}`, isRepeatable: true, options })
    },

    /** Send a test event. Sends a signed event to this endpoint only: `test.ping`, or one of the type chosen, with invented values and `test: true`. The answer shows the delivery with its first attempt, or pending when that takes longer than a second. */
    testEndpoint(endpointId: string, body: WebhookTest = {}, options: CallOptions = {}): Promise<WebhookDelivery> {
      return call<WebhookDelivery>({ method: 'POST', path: `/webhooks/endpoints/${encodeURIComponent(endpointId)}/test`, body, options })
    },

    /** Send events again. One event, or all of a time that the endpoint subscribes to, whether they were delivered before or not, with the same `webhook-id`. */
    replayEvents(body: WebhookReplay, options: CallOptions = {}): Promise<WebhookReplayAnswer> {
      return call<WebhookReplayAnswer>({ method: 'POST', path: '/webhooks/replay', body, options })
    },

    /** Read the log of events. Everything that happened, in order and without gaps, whether an endpoint subscribes to it or not. Keep the `eventId` of the last event and send it as `after` the next time. */
    listEvents(query: ListEventsQuery = {}, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<Events> {
      return call<Events>({ method: 'GET', path: '/events', query, isRepeatable: true, options })
    },

    /** Read what a customer was sent. The SMS and e-mails to this phone’s owner, or to this mailbox, newest first. Without a message service none of them leaves. Homologation only. */
    sandboxListMessages(query: SandboxListMessagesQuery = {}, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<MessagesAnswer> {
      return call<MessagesAnswer>({ method: 'GET', path: '/sandbox/messages', query, isRepeatable: true, options })
    },

    /** Play the customer. Goes through the onboarding with the operations that the pages use, until the step is reached or nothing more can be played: an unpaid down payment stops at ENTRY. With `action: "CANCEL"` the customer gives up. Homologation only. */
    sandboxPlayCustomer(transactionId: string, body: PlayRequest = {}, options: CallOptions = {}): Promise<PlayAnswer> {
      return call<PlayAnswer>({ method: 'POST', path: `/sandbox/transaction/${encodeURIComponent(transactionId)}/onboarding`, body, options })
    },

    /** List what a customer can pay now. Every billet that a bank would accept today: the down payment once the contract is signed, installments, second copies, early settlements, and those of the agreement on the debt. Homologation only. */
    sandboxListBillets(transactionId: string, options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<PayableAnswer> {
      return call<PayableAnswer>({ method: 'GET', path: `/sandbox/transaction/${encodeURIComponent(transactionId)}/billets`, isRepeatable: true, options })
    },

    /** Pay a billet. The invented bank reports a payment as a real one would; an amount below what the billet asks for pays the oldest open installments in part, one above is owed back, and money for a paid, canceled or expired billet is kept aside. `paidOn` dates it back, `repeat` makes the bank report it several times, and `delaySeconds` makes it report later. Each call is a payment of its own: use an Idempotency-Key to repeat one safely. Homologation only. */
    sandboxPayBillet(billetId: string, body: PayRequest = {}, options: CallOptions = {}): Promise<Billet> {
      return call<Billet>({ method: 'POST', path: `/sandbox/billet/${encodeURIComponent(billetId)}/pay`, body, options })
    },

    /** Read how the bank behaves. How the invented bank treats billets, Pix charges and payouts of this retailer. Homologation only. */
    getSandboxBank(options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<BankAnswer> {
      return call<BankAnswer>({ method: 'GET', path: '/sandbox/bank', isRepeatable: true, options })
    },

    /** Make the bank misbehave. Makes the invented bank lose, repeat, delay or reorder webhooks, fail, be slow, or reject, for this retailer only. The body is the whole behaviour: whatever it leaves out is as with a well-behaved bank, so `{}` restores that. Homologation only. */
    sandboxBank(body: BankRequest = {}, options: CallOptions = {}): Promise<BankAnswer> {
      return call<BankAnswer>({ method: 'POST', path: '/sandbox/bank', body, options })
    },

    /** Read the clock. The current time of the whole deployment. Homologation only. */
    sandboxReadClock(options: Omit<CallOptions, 'idempotencyKey'> = {}): Promise<ClockAnswer> {
      return call<ClockAnswer>({ method: 'GET', path: '/sandbox/clock', isRepeatable: true, options })
    },

    /** Move the clock forward. Moves the time of the whole deployment, for all retailers, and answers when everything that fell due is done: deadlines, transfers, retries. It cannot go back. Needs a key with the scope `clock`. Homologation only. */
    sandboxAdvanceClock(body: AdvanceClockRequest, options: CallOptions = {}): Promise<ClockAnswer> {
      return call<ClockAnswer>({ method: 'POST', path: '/sandbox/clock', body, options })
    },

    /** Decide about an invoice. Plays the credit desk. A decision made once stands; one that was made automatically can be overruled until the retailer is paid. Homologation only. */
    sandboxReviewInvoice(invoiceId: string, body: ReviewRequest, options: CallOptions = {}): Promise<ReviewAnswer> {
      return call<ReviewAnswer>({ method: 'POST', path: `/sandbox/invoice/${encodeURIComponent(invoiceId)}/review`, body, options })
    },

    /** Get an invoice to send. An invented invoice that says all that the automatic check looks for, as the body that `/invoice/{transactionId}/file` takes. Homologation only. */
    sandboxComposeInvoice(transactionId: string, options: CallOptions = {}): Promise<SampleInvoiceAnswer> {
      return call<SampleInvoiceAnswer>({ method: 'POST', path: `/sandbox/transaction/${encodeURIComponent(transactionId)}/invoice`, options })
    },

    /** Get a fresh person. A person of this persona whom the retailer was not given before and has not used: no attempt, no active purchase. Each persona has 1,000 people; `/sandbox/reset` frees them. Homologation only. */
    sandboxGivePerson(body: PersonRequest, options: CallOptions = {}): Promise<PersonAnswer> {
      return call<PersonAnswer>({ method: 'POST', path: '/sandbox/people', body, options })
    },

    /** Decide about an identification. Plays the credit desk for a transaction at DESK, whatever its amount: VALIDATED goes on, REFUSED cancels, ASK_AGAIN goes back to the picture named by `step`. Homologation only. */
    sandboxPlayDesk(transactionId: string, body: PlayDeskRequest, options: CallOptions = {}): Promise<PlayAnswer> {
      return call<PlayAnswer>({ method: 'POST', path: `/sandbox/desk/${encodeURIComponent(transactionId)}`, body, options })
    },

    /** Start over. Cancels every active purchase of this retailer (refunds, billets and events follow as after `/cancel`), deletes its payment links, restores its bank’s normal behaviour (`/sandbox/bank`) and frees its people: attempts are forgotten, and everybody may be given again. Nothing of another retailer changes, nor does the clock. Takes at most some seconds: call again until `done` is true. Homologation only. */
    sandboxReset(options: CallOptions = {}): Promise<ResetAnswer> {
      return call<ResetAnswer>({ method: 'POST', path: '/sandbox/reset', options })
    },

  }
}

export type Operations = ReturnType<typeof createOperations>
