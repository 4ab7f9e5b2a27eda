<?php

// Generated from docs/api/openapi.json by `npm run generate`: edit the source, not this file.

declare(strict_types=1);

namespace Crediario;

/**
 * One method for each operation of the interface.
 *
 * @phpstan-type CallOptions array{idempotencyKey?: string, timeoutSeconds?: float, retries?: int}
 * @phpstan-type AdvanceClockRequest array{advance: string}
 * @phpstan-type AuthorizeAnswer array{downPayment: bool, downPaymentBarcodeNumber?: string, downPaymentDueDate?: string, downPaymentLink?: string, downPaymentValue: int|float, financedAmount: int|float, interestRatePM: int|float, tcValue: int|float, numberOfInstallments: int|float, onboardingToken: string, orderId: string, paymentInstallments: int|float, phone: string, returnUrl: string, totalAmount: int|float, transactionId: string}
 * @phpstan-type AuthorizeRequest array{optionId: string, orderId: string, name?: string, additionalOptions?: array{hasInsurance?: bool}}
 * @phpstan-type Balance array{asOf: string, balance: int|float, sent: int|float, scheduled: int|float, held: int|float, owedBack: int|float, other: int|float, nextTransfer: NextTransfer|null, calendar: list<CalendarRow>}
 * @phpstan-type BankAnswer array{pix: array{loseWebhooks: bool, repeatWebhooks: int, delaySeconds: int, reorder: bool, down: bool, slowMs: int}, registration: 'ok'|'reject'|'slow', payouts: 'confirm'|'fail'|'unknown'}
 * @phpstan-type BankRequest array{pix?: array{loseWebhooks?: bool, repeatWebhooks?: int, delaySeconds?: int, reorder?: bool, down?: bool, slowMs?: int}, registration?: 'ok'|'reject'|'slow', payouts?: 'confirm'|'fail'|'unknown'}
 * @phpstan-type Billet array{amount?: int|float, billetDetails?: BilletDetails, dueDate: string, expirationDate: string, id: string, installmentLink: string, installmentNumber?: int|float, installmentNumbers?: int|float, isCreditCardAvailable: bool, isPixAvailable?: bool, payNumber: string, payday?: string, paymentStatus: 'PAID'|'PENDING', paymentType?: 'BILLET', pixCode?: string, reference?: string, replaces?: string, registrationStatus?: 'PENDING'|'REGISTERED'|'REJECTED', value: int|float}
 * @phpstan-type BilletDetails array{bankAccount: string, barcodeNumber: string, ourNumber: string, portfolio: string}
 * @phpstan-type BilletsRequest array{layout?: 'page'|'booklet'}
 * @phpstan-type CalendarRow array{date?: string, kind: 'SENT'|'SCHEDULED'|'HELD', reason?: 'INVOICE_MISSING'|'INVOICE_UNDER_REVIEW'|'INVOICE_REFUSED'|'TRANSFER_FAILED'|'TRANSFER_RETURNED'|'LENDER'|'ACCOUNT_MISSING'|'SHOP_SUSPENDED', amount: int|float, nettedAmount: int|float, orders: int|float}
 * @phpstan-type CancelAnswer array{maxRefundDate: string, refundValue: int|float, status: 'CANCELED', transactionId: string}
 * @phpstan-type CancelPreview array{transactionId: string, maxRefundDate: string, costsBorneBy: 'RETAILER'|'LENDER', customer: CancelPreviewCustomer, retailer: CancelPreviewRetailer, lender: CancelPreviewLender}
 * @phpstan-type CancelPreviewCustomer array{refundValue: int|float, releasedValue: int|float}
 * @phpstan-type CancelPreviewLender array{interest: int|float, fee: int|float, retention: int|float, iof: int|float}
 * @phpstan-type CancelPreviewRequest array{transactionId: string}
 * @phpstan-type CancelPreviewRetailer array{transferValue: int|float, untransferredValue: int|float, interest: int|float, iof: int|float, owedValue: int|float}
 * @phpstan-type CancelRequest array{transactionId: string, numeroBanco?: string, agencia?: string, digitoAgencia?: string, numeroConta?: string, digitoConta?: string, tipoConta?: 'POUPANCA'|'CONTACORRENTE', documentoTitular?: string}
 * @phpstan-type ClockAnswer array{now: string}
 * @phpstan-type CountPaymentLinksQuery array{from: string, to: string}
 * @phpstan-type DeletedWebhookEndpoint array{id: string, deleted: true}
 * @phpstan-type DeliveredAnswer array{transactionId: string, deliveredAt: string}
 * @phpstan-type DeliveredRequest array{date: string}
 * @phpstan-type DownPaymentOption array{downPaymentPercentage: int|float, downPaymentValue: int|float, economyValue: int|float, maxTotalAmount: int|float, minTotalAmount: int|float, options: list<Option>, dueDateOptions?: list<DueDateOption>}
 * @phpstan-type DueDateOption array{firstDueDate: string, gracePeriodDueDate: string, gracePeriod: int|float, installmentOptions: list<Option>}
 * @phpstan-type Event array{eventId: string, type: 'transaction.approved'|'transaction.denied'|'transaction.canceled'|'transaction.closed'|'transaction.transfered'|'transaction.refunded'|'installment.paid'|'installment.overdue'|'renegotiation.accepted'|'renegotiation.failed'|'onboarding.step'|'invoice.validated'|'invoice.refused'|'payment_link.opened'|'payment_link.claimed'|'payment_link.completed'|'payment_link.expired'|'payment_link.deleted'|'endpoint.disabled', createdAt: string, sequence: int|float, transactionId?: string, paymentLinkId?: string, orderId?: string, action?: string, status?: 'ABANDONED'|'CANCELED'|'CLOSED'|'PENDING'|'PROCESSING_CANCEL'|'OPEN', cancelReason?: 'ONBOARDING_REFUSED'|'RETAILER_CANCELED'|'RENEGOTIATION_FAILED'|'CUSTOMER_ABANDONED'|'CANCELLED_BY_CUSTOMER'|'PAYMENT_LINK_DELETED'|'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS'|'UNSPECIFIED_CANCEL_REASON', renegotiates?: string, step?: string, hasInsurance?: bool, interestRatePM?: int|float, interestRatePA?: int|float, numberOfInstallments?: int|float, paymentInstallments?: int|float, downPaymentValue?: int|float, financedAmount?: int|float, totalAmount?: int|float, amount?: int|float, installmentNumber?: int|float, billetId?: string, dueDate?: string, faceValue?: int|float, fine?: int|float, interest?: int|float, daysLate?: int|float, paidOn?: string, refundedAt?: string, invoiceId?: string, message?: string, code?: string, endpointId?: string, url?: string, reason?: string}
 * @phpstan-type Events array{data: list<Event>, next: string|null}
 * @phpstan-type Figures array{from: string, to: string, days: list<FiguresOfDay>, total: FiguresTotal}
 * @phpstan-type FiguresOfDay array{date: string, applications: int|float, approvals: int|float, sales: int|float, salesAmount: int|float, averageTicket: int|float|null, transfers: int|float, transferredAmount: int|float}
 * @phpstan-type FiguresTotal array{applications: int|float, approvals: int|float, sales: int|float, salesAmount: int|float, averageTicket: int|float|null, transfers: int|float, transferredAmount: int|float}
 * @phpstan-type GetFiguresQuery array{from: string, to: string}
 * @phpstan-type GetStatementQuery array{from: string, to: string, format?: 'json'|'csv'|'pdf'}
 * @phpstan-type GetStatementSummaryQuery array{from: string, to: string}
 * @phpstan-type GetTransactionsCountsQuery array{orderId?: string, status?: 'ABANDONED'|'CANCELED'|'CLOSED'|'PENDING'|'PROCESSING_CANCEL'|'OPEN', q?: string, from?: string, to?: string}
 * @phpstan-type GetTransactionSettlementQuery array{date?: string, installments?: string, amount?: string}
 * @phpstan-type GetTransactionsQuery array{orderId?: string, status?: 'ABANDONED'|'CANCELED'|'CLOSED'|'PENDING'|'PROCESSING_CANCEL'|'OPEN', q?: string, group?: 'ONBOARDING'|'ANALYSIS'|'DOWN_PAYMENT'|'UNSCHEDULED'|'SCHEDULED'|'TRANSFERED'|'AGREEMENT'|'CANCELED'|'ABANDONED', from?: string, to?: string, after?: string, format?: 'json'|'csv', limit?: string}
 * @phpstan-type GroupCount array{group: 'ONBOARDING'|'ANALYSIS'|'DOWN_PAYMENT'|'UNSCHEDULED'|'SCHEDULED'|'TRANSFERED'|'AGREEMENT'|'CANCELED'|'ABANDONED', count: int}
 * @phpstan-type InsuranceOption array{_id: string, additionAmount: int|float, amortizationTotal: int|float, cetPA: int|float, cetPM: int|float, cm: bool, cmPercentage: int|float, cmValue: int|float, checkoutId: string, createdAt: string, dailyIof: int|float, downPayment: bool, downPaymentPercentage: int|float, downPaymentValue: int|float, financedAmount: int|float, firstDueDate: string, fixedIof: int|float, interestRatePA: int|float, interestRatePM: int|float, iofPM: int|float, netValue: int|float, numberOfInstallments: int|float, paymentInstallments: int|float, paymentInstallmentsWithoutIof: int|float, priceDetails: list<PriceDetail>, retentionPercentage: int|float, retentionValue: int|float, tc: bool, tcPercentage: int|float, tcValue: int|float, totalAmount: int|float, totalAmountWithoutIof: int|float, totalIof: int|float, gracePeriodDueDate?: string, gracePeriod?: int|float, hasGracePeriod?: bool}
 * @phpstan-type InvoiceAnswer array{invoiceId: string, transactionId: string, receivedAt: string, sha256: string}
 * @phpstan-type InvoiceRequest array{invoiceFile: string}
 * @phpstan-type IssuedSettlement array{transactionId: string, date: string, overdueValue: int|float, futureValue: int|float, discount: int|float, premiumRefund: int|float, value: int|float, installments: list<SettledInstallment>, billet: Billet}
 * @phpstan-type ListDeliveriesQuery array{endpointId?: string, eventId?: string, status?: 'pending'|'delivered'|'failed'|'canceled', after?: string, limit?: string}
 * @phpstan-type ListedTransaction array{transactionId: string, orderId: string, status: 'ABANDONED'|'CANCELED'|'CLOSED'|'PENDING'|'PROCESSING_CANCEL'|'OPEN', step: 'WAITING'|'CONFIRMATION'|'FRONTDOC'|'BACKDOC'|'SELFIE'|'ASYNC_ANALYSE'|'INSURANCE'|'SIGNATURE'|'DESK'|'ENTRY'|'COMPLETE', totalAmount: int|float, financedAmount: int|float, downPaymentValue: int|float, createdAt: string, transferValue?: int|float, transferedAt?: string, refundStatus?: 'DUE'|'SENT'|'PAID'|'FAILED', renegotiates?: string, renegotiatedBy?: string}
 * @phpstan-type ListedTransfer array{transferId: string, status: 'SCHEDULED'|'SENT'|'PAID'|'FAILED'|'CANCELED'|'RETURNED', amount: int|float, salesAmount: int|float, nettedAmount: int|float, orders: int|float, date: string, orderedAt: string, settledAt?: string, bankReference?: string, documentNumber: string}
 * @phpstan-type ListEventsQuery array{after?: string, limit?: string}
 * @phpstan-type ListPaymentLinksQuery array{status?: 'ACTIVE'|'OPENED'|'CLAIMED'|'COMPLETED'|'EXPIRED'|'DELETED', orderId?: string, seller?: string, from?: string, to?: string, after?: string, limit?: string}
 * @phpstan-type ListRequestsQuery array{trackId?: string, from?: string, status?: string, after?: string, limit?: string}
 * @phpstan-type ListTransfersQuery array{from?: string, to?: string, after?: string, limit?: string}
 * @phpstan-type LoggedRequest array{trackId: string, at: string, method: string, route: string, status: int|float, code?: string, durationMs: int|float, key: string}
 * @phpstan-type MessagesAnswer array{messages: list<array{id: string, to: string, channel: 'SMS'|'EMAIL', template?: string, purpose?: 'CODE'|'CONTRACT'|'REMINDER'|'COLLECTION', state: 'QUEUED'|'HANDED_OVER'|'FAILED', failure?: 'ADDRESS_INVALID'|'OPTED_OUT'|'BLOCKED'|'EXPIRED'|'UNAVAILABLE', text: string, subject?: string, html?: string, code?: string, sentAt: string}>}
 * @phpstan-type NewPaymentLink array{products?: list<Product>, shipping?: int|float, amount?: int|float, description?: string, source?: 'checkout'|'pdp'|'site'|'tdv'|'guide'|'app', orderId?: string, oncePerOrder?: bool, expiresAt?: string, customer?: PaymentLinkCustomer, seller?: string, sellerCpf?: string, sellerPhone?: string, notify?: list<'SMS'|'EMAIL'>, returnUrl?: string, cancelUrl?: string}
 * @phpstan-type NewWebhookEndpoint array{url: string, events?: list<'transaction.approved'|'transaction.denied'|'transaction.canceled'|'transaction.closed'|'transaction.transfered'|'transaction.refunded'|'installment.paid'|'installment.overdue'|'renegotiation.accepted'|'renegotiation.failed'|'onboarding.step'|'invoice.validated'|'invoice.refused'|'payment_link.opened'|'payment_link.claimed'|'payment_link.completed'|'payment_link.expired'|'payment_link.deleted'>}
 * @phpstan-type NextTransfer array{date: string, amount: int|float, orders: int|float}
 * @phpstan-type NoStorefrontPreview array{showScript: false}
 * @phpstan-type OnboardingLinkAnswer array{onboardingLink: string}
 * @phpstan-type Option array{_id: string, additionAmount: int|float, amortizationTotal: int|float, cetPA: int|float, cetPM: int|float, cm: bool, cmPercentage: int|float, cmValue: int|float, checkoutId: string, createdAt: string, dailyIof: int|float, downPayment: bool, downPaymentPercentage: int|float, downPaymentValue: int|float, financedAmount: int|float, firstDueDate: string, fixedIof: int|float, interestRatePA: int|float, interestRatePM: int|float, iofPM: int|float, netValue: int|float, numberOfInstallments: int|float, paymentInstallments: int|float, paymentInstallmentsWithoutIof: int|float, priceDetails: list<PriceDetail>, retentionPercentage: int|float, retentionValue: int|float, tc: bool, tcPercentage: int|float, tcValue: int|float, totalAmount: int|float, totalAmountWithoutIof: int|float, totalIof: int|float, gracePeriodDueDate?: string, gracePeriod?: int|float, hasGracePeriod?: bool, insuranceOption?: InsuranceOption}
 * @phpstan-type OptionsAnswer array{checkoutId: string, downPaymentOptions?: list<DownPaymentOption>, retentionOptions?: DownPaymentOption, error?: bool, preApprovedCredit?: PreApprovedCredit, preview?: Preview, result?: 'APPROVED'|'DENIED'|'NO_ACTION'|'PRICE_OUT_RANGE', refusalReason?: 'USER_DENIED'|'TOTALVALUE_LOW'|'TOTALVALUE_HIGH'|'PRICE_OUT_RANGE'|'DDD_NOT_FOUND'|'USER_HAS_TRANSACTION'|'MAX_TRIES'|'FILTER_BELOW_AGE', details?: list<array{field: string, message: string}>, trackId: string, blocklistInfo?: array{phoneAlert: bool}, hasGracePeriod?: bool, downPayment?: bool}
 * @phpstan-type OptionsRequest array{addressComplement: string, addressNumber: string, addressStreet: string, city: string, state: string, zipCode: string, cpf: string, name?: string, email: string, phone: string, device: 'desktop'|'mobile'|'app', source: 'checkout'|'pdp'|'site'|'tdv'|'guide'|'app', products: list<Product>, shipping: int|float, hasGracePeriod?: bool, categoryId?: string, categoryName?: string, productAmount?: int|float, productCategory?: string, productDescription?: string, productImage?: string, productName?: string, productPrice?: int|float, productUrl?: string, seller?: string, sellerCpf?: string, sellerPhone?: string, sessionId?: string, skuNumber?: string, trackId?: string}
 * @phpstan-type PayableAnswer array{billets: list<PayableBillet>}
 * @phpstan-type PayableBillet array{id: string, transactionId: string, kind: 'DOWN_PAYMENT'|'INSTALLMENT'|'SECOND_COPY'|'SETTLEMENT', value: int|float, dueDate: string, installmentNumber?: int|float, installmentNumbers?: int|float, methods: list<'BILLET'|'PIX'>}
 * @phpstan-type PaymentLink array{id: string, url: string, qrCode: string, status: 'ACTIVE'|'OPENED'|'CLAIMED'|'COMPLETED'|'EXPIRED'|'DELETED', source: 'checkout'|'pdp'|'site'|'tdv'|'guide'|'app', orderId: string, amount: int|float, description?: string, products?: list<PaymentLinkProduct>, shipping?: int|float, seller?: string, expiresAt: string, createdAt: string, openedAt?: string, lockedAt?: string, transactionId?: string, notifications: list<PaymentLinkNotification>}
 * @phpstan-type PaymentLinkCustomer array{name?: string, cpf?: string, phone?: string, email?: string, zipCode?: string, addressStreet?: string, addressNumber?: string, addressComplement?: string, city?: string, state?: string}
 * @phpstan-type PaymentLinkFunnel array{from: string, to: string, created: int|float, opened: int|float, identified: int|float, signed: int|float, paid: int|float, createdAmount: int|float, paidAmount: int|float, sellers: list<PaymentLinkSellerFunnel>}
 * @phpstan-type PaymentLinkNotification array{channel: 'SMS'|'EMAIL', to: string, sentAt: string}
 * @phpstan-type PaymentLinkProduct array{amount: int|float, category?: string, categoryId?: int|float, id: string, image?: string, name: string, url?: string, value: int|float, seller?: string}
 * @phpstan-type PaymentLinks array{data: list<PaymentLink>, next: string|null}
 * @phpstan-type PaymentLinkSellerFunnel array{seller: string|null, created: int|float, opened: int|float, identified: int|float, signed: int|float, paid: int|float, createdAmount: int|float, paidAmount: int|float}
 * @phpstan-type PayRequest array{amount?: int|float, method?: 'BILLET'|'PIX', rail?: 'BILLET'|'PIX', paidOn?: string, repeat?: int, delaySeconds?: int}
 * @phpstan-type PersonAnswer array{cpf: string, name: string, phone: string, email: string, zipCode: string, addressStreet: string, addressNumber: string, addressComplement: string, city: string, state: string}
 * @phpstan-type PersonRequest array{persona: string}
 * @phpstan-type PlayAnswer array{transactionId: string, status: 'ABANDONED'|'CANCELED'|'CLOSED'|'PENDING'|'PROCESSING_CANCEL'|'OPEN', step: 'WAITING'|'CONFIRMATION'|'FRONTDOC'|'BACKDOC'|'SELFIE'|'ASYNC_ANALYSE'|'INSURANCE'|'SIGNATURE'|'DESK'|'ENTRY'|'COMPLETE'}
 * @phpstan-type PlayDeskRequest array{result: 'VALIDATED'|'REFUSED'|'ASK_AGAIN', step?: 'FRONTDOC'|'BACKDOC'|'SELFIE'}
 * @phpstan-type PlayRequest array{until?: 'WAITING'|'CONFIRMATION'|'FRONTDOC'|'BACKDOC'|'SELFIE'|'ASYNC_ANALYSE'|'INSURANCE'|'SIGNATURE'|'DESK'|'ENTRY'|'COMPLETE', action?: 'CANCEL', acceptInsurance?: bool}
 * @phpstan-type PreApproveAnswer array{result?: 'APPROVED'|'DENIED'|'NO_ACTION'|'PRICE_OUT_RANGE', refusalReason?: 'USER_DENIED'|'TOTALVALUE_LOW'|'TOTALVALUE_HIGH'|'PRICE_OUT_RANGE'|'DDD_NOT_FOUND'|'USER_HAS_TRANSACTION'|'MAX_TRIES'|'FILTER_BELOW_AGE', details?: list<array{field: string, message: string}>, preview?: Preview, preApprovedCredit?: PreApprovedCredit, error?: bool, trackId: string}
 * @phpstan-type PreApprovedCredit array{_id: string, maxValue: int|float, minValue: int|float, pricings: array<string, list<array{downPaymentPercentage: int|float, installments: list<array{times: int|float, interest: int|float}>}>>, policyConfigurationId?: string, pricingConditions?: list<array{conditionTag: string, totalValue: array{ref: string, gte: int|float, lte: int|float}}>}
 * @phpstan-type PreApproveRequest array{cpf: string, phone: string, email: string, zipCode: string, source: 'checkout'|'pdp'|'site'|'tdv'|'guide'|'app', price?: int|float}
 * @phpstan-type Preview array{downPayment: bool, downPaymentOptions: list<array{downPaymentPercentage: int|float, downPaymentValue: int|float|null, economyValue: int|float, installments: list<array{installments: int|float, interest: int|float, total: int|float|null, value: int|float|null}>}>, preApproved: bool, showScript: bool, simulation: array{downPaymentPercentage: int|float, installmentsNumber: int|float, interest: int|float, pmt?: int|float, totalValue?: int|float}}
 * @phpstan-type PreviewOfferQuery array{key: string, total: string}
 * @phpstan-type PriceDetail array{amortization: int|float, days: int|float, iof: int|float, tcValue: int|float}
 * @phpstan-type Product array{amount: int, category?: string, categoryId?: int|float, id: string, image?: string, name: string, url?: string, value: int|float, seller?: string}
 * @phpstan-type ReadStorefrontQuery array{key: string}
 * @phpstan-type ReissueRequest array{dueDate?: string}
 * @phpstan-type RemovalPreview array{transactionId: string, costsBorneBy: 'RETAILER'|'LENDER', customer: CancelPreviewCustomer, retailer: CancelPreviewRetailer, lender: CancelPreviewLender, transaction: Transaction}
 * @phpstan-type RemovalPreviewRequest array{products: list<string>}
 * @phpstan-type RenegotiationAccepted array{transactionId: string, returnUrl: string, status: 'ABANDONED'|'CANCELED'|'CLOSED'|'PENDING'|'PROCESSING_CANCEL'|'OPEN', step: 'WAITING'|'CONFIRMATION'|'FRONTDOC'|'BACKDOC'|'SELFIE'|'ASYNC_ANALYSE'|'INSURANCE'|'SIGNATURE'|'DESK'|'ENTRY'|'COMPLETE'}
 * @phpstan-type RenegotiationOption array{optionId: string, downPaymentValue: int|float, numberOfInstallments: int|float, paymentInstallments: int|float, totalAmount: int|float, interestRatePM: int|float, cetPA: int|float, firstDueDate: string}
 * @phpstan-type RenegotiationOptions array{debtValue: int|float, options: list<RenegotiationOption>}
 * @phpstan-type RenegotiationRequest array{preview?: bool, installments?: int, downPaymentValue?: int|float, firstDueDate?: string, optionId?: string}
 * @phpstan-type Requests array{data: list<LoggedRequest>, next: string|null}
 * @phpstan-type ResetAnswer array{purchases: int, paymentLinks: int, people: int, done: bool}
 * @phpstan-type ReviewAnswer array{invoiceId: string, transactionId: string, result: 'VALIDATED'|'REFUSED', code: string, message: string, reviewedAt: string}
 * @phpstan-type ReviewRequest array{result: 'VALIDATED'|'REFUSED', message?: string}
 * @phpstan-type SampleInvoiceAnswer array{invoiceFile: string}
 * @phpstan-type SandboxListMessagesQuery array{phone?: string, email?: string}
 * @phpstan-type SendPaymentLink array{channel: 'SMS'|'EMAIL', to?: string}
 * @phpstan-type SettledInstallment array{installmentNumber: int|float, faceValue: int|float, fine: int|float, interest: int|float, presentValue: int|float}
 * @phpstan-type Settlement array{transactionId: string, date: string, overdueValue: int|float, futureValue: int|float, discount: int|float, premiumRefund: int|float, value: int|float, installments: list<SettledInstallment>}
 * @phpstan-type SettlementRequest array{date?: string, installments?: string, amount?: int|float}
 * @phpstan-type Statement array{from: string, to: string, openingBalance: int|float, closingBalance: int|float, lines: list<StatementLine>}
 * @phpstan-type StatementLine array{date: string, kind: 'SALE'|'COMMISSION'|'RETENTION'|'CANCELLATION'|'RETURN'|'TRANSFER'|'ADJUSTMENT', transactionId?: string, orderId?: string, amount: int|float, balance: int|float, reference?: string}
 * @phpstan-type StatementSummary array{from: string, to: string, openingBalance: int|float, sales: int|float, commission: int|float, retention: int|float, cancellations: int|float, returns: int|float, costs: int|float, adjustments: int|float, transferred: int|float, closingBalance: int|float}
 * @phpstan-type StatusAnswer array{status: 'ABANDONED'|'CANCELED'|'CLOSED'|'PENDING'|'PROCESSING_CANCEL'|'OPEN', transactionId: string}
 * @phpstan-type StorefrontConfig array{showScript: bool, name: string, minTotal: int|float, maxTotal: int|float}
 * @phpstan-type StorefrontPreview array{showScript: true, total: int|float, minTotal: int|float, maxTotal: int|float, simulation: array{downPaymentValue: int|float, installments: int, value: int|float, totalAmount: int|float, cetPA: int|float, interestRatePM: int|float}, downPaymentOptions: list<array{downPaymentPercentage: int|float, downPaymentValue: int|float, options: list<array{installments: int, value: int|float, totalAmount: int|float, cetPA: int|float}>}>, validUntil: string}
 * @phpstan-type Transaction array{canceledAt?: string, cancelReason: 'ONBOARDING_REFUSED'|'RETAILER_CANCELED'|'RENEGOTIATION_FAILED'|'CUSTOMER_ABANDONED'|'CANCELLED_BY_CUSTOMER'|'PAYMENT_LINK_DELETED'|'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS'|'UNSPECIFIED_CANCEL_REASON', downPayment: bool, downPaymentBillet?: Billet, downPaymentValue: int|float, financedAmount: int|float, id?: string, installments?: list<Billet>, interestRatePA: int|float, interestRatePM: int|float, numberOfInstallments: int|float, overdueDays?: int|float, paymentInstallments: int|float, products?: list<TransactionProduct>, refundedAt?: string, refundStatus?: 'DUE'|'SENT'|'PAID'|'FAILED', refundValue?: int|float, releaseDate?: string, settledAt?: string, renegotiatedBy?: string, renegotiates?: string, status: 'ABANDONED'|'CANCELED'|'CLOSED'|'PENDING'|'PROCESSING_CANCEL'|'OPEN', step: 'WAITING'|'CONFIRMATION'|'FRONTDOC'|'BACKDOC'|'SELFIE'|'ASYNC_ANALYSE'|'INSURANCE'|'SIGNATURE'|'DESK'|'ENTRY'|'COMPLETE', transactionId?: string, transferedAt?: string, transferValue?: int|float, totalAmount: int|float, totalIof: int|float, tcValue: int|float, cetPM: int|float, cetPA?: int|float}
 * @phpstan-type TransactionCounts array{data: list<GroupCount>, total: int, isComplete: bool}
 * @phpstan-type TransactionProduct array{amount: int|float, category: string, categoryId: string, id: string, image: string, isCreditCardAvailable: bool, name: string, seller?: string, url: string, value: int|float}
 * @phpstan-type TransactionRequest array{products?: list<string>, preview?: bool}
 * @phpstan-type Transactions array{data: list<ListedTransaction>, next: string|null}
 * @phpstan-type Transfer array{transactionId: string, orderId: string, state: 'NONE'|'BLOCKED'|'SCHEDULED'|'SENT'|'TRANSFERED', purchaseValue: int|float, commission: int|float, retention: int|float, transferValue: int|float, expectedOn?: string, transferedAt?: string, reference?: string, blockers: list<TransferBlocker>}
 * @phpstan-type Transfer2 array{transferId: string, status: 'SCHEDULED'|'SENT'|'PAID'|'FAILED'|'CANCELED'|'RETURNED', amount: int|float, salesAmount: int|float, nettedAmount: int|float, orders: int|float, date: string, orderedAt: string, settledAt?: string, bankReference?: string, documentNumber: string, lines: list<TransferLine>}
 * @phpstan-type TransferBlocker array{code: 'ENDED'|'AGREEMENT'|'IN_ANALYSIS'|'NOT_SIGNED'|'DOWN_PAYMENT_UNPAID'|'NOTHING_DUE'|'INVOICE_MISSING'|'INVOICE_UNDER_REVIEW'|'INVOICE_REFUSED'|'TRANSFER_FAILED'|'TRANSFER_RETURNED'|'ACCOUNT_MISSING'|'SHOP_SUSPENDED'|'MONEY_HELD'|'SETTLEMENT_DAY'|'ACCOUNT_CHANGED'|'BALANCE_OWED'|'APPROVAL'|'TRANSFER_SENT', since?: string, until?: string, amount?: int|float, reason?: string}
 * @phpstan-type TransferLine array{kind: 'SALE'|'CANCELLATION'|'RETURN'|'COST'|'ADJUSTMENT', transactionId?: string, orderId?: string, amount: int|float}
 * @phpstan-type Transfers array{data: list<ListedTransfer>, next: string|null}
 * @phpstan-type WebhookAttempt array{number: int|float, attemptedAt: string, durationMs: int|float, status: int|float|null, error?: string, answer?: string}
 * @phpstan-type WebhookDeliveries array{data: list<WebhookDelivery>, next: string|null}
 * @phpstan-type WebhookDelivery array{id: string, endpointId: string, eventId: string, type: string, transactionId?: string, sequence: int|float, status: 'pending'|'delivered'|'failed'|'canceled', createdAt: string, nextAttemptAt?: string, settledAt?: string, attempts: list<WebhookAttempt>}
 * @phpstan-type WebhookEndpoint array{id: string, url: string, events: list<'transaction.approved'|'transaction.denied'|'transaction.canceled'|'transaction.closed'|'transaction.transfered'|'transaction.refunded'|'installment.paid'|'installment.overdue'|'renegotiation.accepted'|'renegotiation.failed'|'onboarding.step'|'invoice.validated'|'invoice.refused'|'payment_link.opened'|'payment_link.claimed'|'payment_link.completed'|'payment_link.expired'|'payment_link.deleted'>, status: 'enabled'|'disabled', createdAt: string, failingSince?: string, disabledAt?: string, disabledReason?: 'gone'|'failing', previousSecretUntil?: string}
 * @phpstan-type WebhookEndpointChange array{url?: string, events?: list<'transaction.approved'|'transaction.denied'|'transaction.canceled'|'transaction.closed'|'transaction.transfered'|'transaction.refunded'|'installment.paid'|'installment.overdue'|'renegotiation.accepted'|'renegotiation.failed'|'onboarding.step'|'invoice.validated'|'invoice.refused'|'payment_link.opened'|'payment_link.claimed'|'payment_link.completed'|'payment_link.expired'|'payment_link.deleted'>}
 * @phpstan-type WebhookEndpointDay array{day: string, delivered: int|float, failed: int|float}
 * @phpstan-type WebhookEndpointHealth array{pending: int|float, untried: int|float, days: list<WebhookEndpointDay>}
 * @phpstan-type WebhookEndpoints array{data: list<WebhookEndpoint>, next: string|null}
 * @phpstan-type WebhookEndpointWithSecret array{id: string, url: string, events: list<'transaction.approved'|'transaction.denied'|'transaction.canceled'|'transaction.closed'|'transaction.transfered'|'transaction.refunded'|'installment.paid'|'installment.overdue'|'renegotiation.accepted'|'renegotiation.failed'|'onboarding.step'|'invoice.validated'|'invoice.refused'|'payment_link.opened'|'payment_link.claimed'|'payment_link.completed'|'payment_link.expired'|'payment_link.deleted'>, status: 'enabled'|'disabled', createdAt: string, failingSince?: string, disabledAt?: string, disabledReason?: 'gone'|'failing', previousSecretUntil?: string, secret: string}
 * @phpstan-type WebhookFullAttempt array{number: int|float, attemptedAt: string, durationMs: int|float, status: int|float|null, error?: string, requestHeaders?: list<WebhookHeader>, answerHeaders?: list<WebhookHeader>, answer?: string}
 * @phpstan-type WebhookFullDelivery array{id: string, endpointId: string, eventId: string, type: string, transactionId?: string, sequence: int|float, status: 'pending'|'delivered'|'failed'|'canceled', createdAt: string, nextAttemptAt?: string, settledAt?: string, body: string, attempts: list<WebhookFullAttempt>}
 * @phpstan-type WebhookHeader array{name: string, value: string}
 * @phpstan-type WebhookReplay array{endpointId: string, eventId?: string, since?: string, until?: string}
 * @phpstan-type WebhookReplayAnswer array{replayed: int|float}
 * @phpstan-type WebhookTest array{type?: 'transaction.approved'|'transaction.denied'|'transaction.canceled'|'transaction.closed'|'transaction.transfered'|'transaction.refunded'|'installment.paid'|'installment.overdue'|'renegotiation.accepted'|'renegotiation.failed'|'onboarding.step'|'invoice.validated'|'invoice.refused'|'payment_link.opened'|'payment_link.claimed'|'payment_link.completed'|'payment_link.expired'|'payment_link.deleted'}
 */
abstract class Operations
{
    /** The version of the interface that these calls were generated from. */
    public const API_VERSION = '2026-11-01';

    /**
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $query
     * @param CallOptions $options
     * @return array<string, mixed>
     */
    abstract protected function call(string $method, string $path, ?array $body, array $query, bool $isRepeatable, array $options): array;

    /**
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $query
     * @param CallOptions $options
     */
    abstract protected function download(string $method, string $path, ?array $body, array $query, bool $isRepeatable, array $options): string;

    /**
     * Ask for a credit check of a customer. Answers whether the customer may buy in installments and what they could
     * buy. A refusal is a normal answer (200) with `result` and `refusalReason`.
     *
     * @param PreApproveRequest $body
     * @param CallOptions $options
     * @return PreApproveAnswer
     */
    public function preApprove(array $body, array $options = []): array
    {
        return $this->call('POST', '/preApprove', $body, [], true, $options);
    }

    /**
     * Ask for the payment options of a checkout. Decides on the customer and prices every combination of down
     * payment and installments for the cart. The options stay valid for 48 hours with exactly these figures. With
     * `hasGracePeriod: true`, a retailer enabled for it also gets options whose first installment is due later.
     *
     * @param OptionsRequest $body
     * @param CallOptions $options
     * @return OptionsAnswer
     */
    public function options(array $body, array $options = []): array
    {
        return $this->call('POST', '/options', $body, [], true, $options);
    }

    /**
     * Authorize an option. Makes a transaction of an option that /options showed, with exactly its figures, and
     * issues the down payment billet. The same `orderId` and `optionId` again give the same answer, for ever.
     *
     * @param AuthorizeRequest $body
     * @param CallOptions $options
     * @return AuthorizeAnswer
     */
    public function authorize(array $body, array $options = []): array
    {
        return $this->call('POST', '/authorize', $body, [], false, $options);
    }

    /**
     * Cancel a transaction. Cancels the open billets and works out what the customer really paid and gets back.
     * Repeating it gives the same answer and no second refund. The bank fields are all or none; only `digitoAgencia`
     * may be missing. Money is given back to the customer only: paid by Pix it goes back the same way, else to this
     * account, else to the Pix key that is the customer’s CPF.
     *
     * @param CancelRequest $body
     * @param CallOptions $options
     * @return CancelAnswer
     */
    public function cancel(array $body, array $options = []): array
    {
        return $this->call('POST', '/cancel', $body, [], false, $options);
    }

    /**
     * Preview a cancellation. What customer, retailer and lender would each give back if the transaction were
     * canceled now. Nothing changes, and nobody is told. A retailer that was paid owes the transfer back; by its
     * conditions it also bears the interest that the customer is spared and the tax that the Treasury has already.
     *
     * @param CancelPreviewRequest $body
     * @param CallOptions $options
     * @return CancelPreview
     */
    public function cancelPreview(array $body, array $options = []): array
    {
        return $this->call('POST', '/cancel/preview', $body, [], false, $options);
    }

    /**
     * Read a transaction, or remove products from it. Without `products` it only reads. With product ids it removes
     * those: the transaction is replaced by a new one with the remaining products, the same rate, dates and number
     * of installments, as if the others had never been bought. What was paid counts there, and the surplus is owed
     * back (`refundValue`); the answer is the new one. With `preview: true` nothing changes, and the answer is what
     * would become of it.
     *
     * @param TransactionRequest $body
     * @param CallOptions $options
     * @return Transaction
     */
    public function readTransaction(string $transactionId, array $body = [], array $options = []): array
    {
        return $this->call('POST', '/public/transaction/' . rawurlencode($transactionId), $body, [], true, $options);
    }

    /**
     * Preview the removal of products. What customer, retailer and lender would each give back if these products
     * were removed now, and the transaction that would take the place of this one, with its schedule. Nothing
     * changes, and nobody is told.
     *
     * @param RemovalPreviewRequest $body
     * @param CallOptions $options
     * @return RemovalPreview
     */
    public function transactionRemovalPreview(string $transactionId, array $body, array $options = []): array
    {
        return $this->call('POST', '/public/transaction/' . rawurlencode($transactionId) . '/removal-preview', $body, [], false, $options);
    }

    /**
     * Read the status of a transaction. Cheap: one look-up by key.
     *
     * @param CallOptions $options
     * @return StatusAnswer
     */
    public function readStatus(string $transactionId, array $options = []): array
    {
        return $this->call('POST', '/public/transaction/' . rawurlencode($transactionId) . '/status', [], [], true, $options);
    }

    /**
     * Report when the customer received the goods. The customer may withdraw within seven days of the completed
     * purchase or of receiving the goods, whichever is later. Without this call the days count from completion. The
     * same day may be reported again; another day is refused, because the customer has already been shown the last
     * day to withdraw.
     *
     * @param DeliveredRequest $body
     * @param CallOptions $options
     * @return DeliveredAnswer
     */
    public function transactionDelivered(string $transactionId, array $body, array $options = []): array
    {
        return $this->call('POST', '/public/transaction/' . rawurlencode($transactionId) . '/delivered', $body, [], false, $options);
    }

    /**
     * Download all billets as one PDF. One page per billet that can be paid, the down payment first; paid and
     * canceled ones are left out. `layout: "booklet"` puts three on a page.
     *
     * @param BilletsRequest $body
     * @param CallOptions $options
     */
    public function downloadBillets(string $transactionId, array $body = [], array $options = []): string
    {
        return $this->download('POST', '/public/transaction/' . rawurlencode($transactionId) . '/billets', $body, [], true, $options);
    }

    /**
     * Second copy of an overdue installment. A new billet with its own number: what is open of the installment, the
     * fine and the interest up to the new due date. After that date only interest on the installment is added, by
     * the day. The old billet is written off at the bank; money that comes for it all the same pays the same
     * installment. An installment can have a second copy for as long as it is owed, also after its `expirationDate`,
     * and a copy that was not paid in time can have another one.
     *
     * @param ReissueRequest $body
     * @param CallOptions $options
     * @return Billet
     */
    public function transactionBilletsReissue(string $transactionId, string $billetId, array $body = [], array $options = []): array
    {
        return $this->call('POST', '/public/transaction/' . rawurlencode($transactionId) . '/billets/' . rawurlencode($billetId) . '/reissue', $body, [], false, $options);
    }

    /**
     * Renegotiate an overdue debt. With `preview` it answers with the debt of today and with options, which hold
     * until the end of the day. With an `optionId` it makes the agreement: a transaction of its own, which the
     * customer signs on the page of `returnUrl`. The original stays OPEN; its billets are canceled once the
     * agreement is signed and its down payment paid. The same `optionId` again gives the same agreement.
     *
     * @param RenegotiationRequest $body
     * @param CallOptions $options
     * @return RenegotiationOptions|RenegotiationAccepted
     */
    public function transactionRenegotiation(string $transactionId, array $body = [], array $options = []): array
    {
        return $this->call('POST', '/public/transaction/' . rawurlencode($transactionId) . '/renegotiation', $body, [], false, $options);
    }

    /**
     * Read the link where the customer finishes the purchase. The key goes in the header `x-service-apikey`.
     *
     * @param CallOptions $options
     * @return OnboardingLinkAnswer
     */
    public function getOnboardingLink(string $transactionId, array $options = []): array
    {
        return $this->call('GET', '/public/transaction/' . rawurlencode($transactionId) . '/onboarding-link', null, [], true, $options);
    }

    /**
     * Send the invoice. A plain PDF, kept as the newest version of the transaction’s invoice; the same file again is
     * the same version. It is checked afterwards: `invoice.validated` or `invoice.refused` tells the result.
     *
     * @param InvoiceRequest $body
     * @param CallOptions $options
     * @return InvoiceAnswer
     */
    public function sendInvoice(string $transactionId, array $body, array $options = []): array
    {
        return $this->call('POST', '/invoice/' . rawurlencode($transactionId) . '/file', $body, [], false, $options);
    }

    /**
     * Create a payment link. A page on which one person chooses an option and buys. Either `products` and
     * `shipping`, or `amount` and `description`; a purchase made with the latter has no products array.
     *
     * @param NewPaymentLink $body
     * @param CallOptions $options
     * @return PaymentLink
     */
    public function createPaymentLink(array $body = [], array $options = []): array
    {
        return $this->call('POST', '/payment-links', $body, [], false, $options);
    }

    /**
     * List payment links. The newest first, by status, order, seller or day of creation.
     *
     * @param ListPaymentLinksQuery $query
     * @param CallOptions $options
     * @return PaymentLinks
     */
    public function listPaymentLinks(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/payment-links', null, $query, true, $options);
    }

    /**
     * Read how far payment links got. Of the links created in a period: how many were opened, on how many somebody
     * confirmed a phone, signed and paid, in all and by seller.
     *
     * @param CountPaymentLinksQuery $query
     * @param CallOptions $options
     * @return PaymentLinkFunnel
     */
    public function countPaymentLinks(array $query, array $options = []): array
    {
        return $this->call('GET', '/payment-links/funnel', null, $query, true, $options);
    }

    /**
     * Read a payment link. With every message that carried it.
     *
     * @param CallOptions $options
     * @return PaymentLink
     */
    public function readPaymentLink(string $paymentLinkId, array $options = []): array
    {
        return $this->call('GET', '/payment-links/' . rawurlencode($paymentLinkId), null, [], true, $options);
    }

    /**
     * Delete a payment link. It can no longer be used. A PENDING purchase made with it is CANCELED with
     * PAYMENT_LINK_DELETED, and what was paid is refunded as by /cancel. Repeating the call gives the same answer.
     *
     * @param CallOptions $options
     * @return PaymentLink
     */
    public function deletePaymentLink(string $paymentLinkId, array $options = []): array
    {
        return $this->call('DELETE', '/payment-links/' . rawurlencode($paymentLinkId), null, [], true, $options);
    }

    /**
     * Send a payment link. By SMS or e-mail, at most five times a day by each.
     *
     * @param SendPaymentLink $body
     * @param CallOptions $options
     * @return PaymentLink
     */
    public function sendPaymentLink(string $paymentLinkId, array $body, array $options = []): array
    {
        return $this->call('POST', '/payment-links/' . rawurlencode($paymentLinkId) . '/send', $body, [], false, $options);
    }

    /**
     * List transactions. The newest first, by order, status, group or day of creation, or by whatever people have at
     * hand (`q`). Send `next` as `after` until it is null: a page of a rare status may be short or empty. With
     * `format=csv` everything as a file for spreadsheets.
     *
     * @param GetTransactionsQuery $query
     * @param CallOptions $options
     * @return Transactions
     */
    public function getTransactions(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/transactions', null, $query, true, $options);
    }

    /**
     * Count transactions by group. How many transactions the same filters find in each group, for the choices beside
     * a list. Each transaction is in exactly one group.
     *
     * @param GetTransactionsCountsQuery $query
     * @param CallOptions $options
     * @return TransactionCounts
     */
    public function getTransactionsCounts(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/transactions/counts', null, $query, true, $options);
    }

    /**
     * Why a transaction is not paid out yet. What the retailer is paid for a transaction, on which day, and
     * everything that has to happen before: the first of `blockers` is what the transfer waits for now.
     *
     * @param CallOptions $options
     * @return Transfer
     */
    public function getTransactionTransfer(string $transactionId, array $options = []): array
    {
        return $this->call('GET', '/public/transaction/' . rawurlencode($transactionId) . '/transfer', null, [], true, $options);
    }

    /**
     * Read the statement. What lender and retailer owe each other: every sale, cancellation and transfer, with the
     * balance after it. Opening balance and all amounts make the closing balance. Days that are over never change.
     * With `format=csv` a file for spreadsheets, with `format=pdf` one for people, of at most 5,000 lines.
     *
     * @param GetStatementQuery $query
     * @param CallOptions $options
     * @return Statement
     */
    public function getStatement(array $query, array $options = []): array
    {
        return $this->call('GET', '/statement', null, $query, true, $options);
    }

    /**
     * List your requests of the last 7 days. What your keys asked for and what was answered, the newest first, about
     * a second after the answer. No bodies, no addresses, nothing about a customer. Needs the scope `webhooks`.
     * Above 1,200 requests a minute of one key, some may be missing.
     *
     * @param ListRequestsQuery $query
     * @param CallOptions $options
     * @return Requests
     */
    public function listRequests(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/requests', null, $query, true, $options);
    }

    /**
     * Add up the statement. The way from sales to transfers: the lines of the statement of these days, added up by
     * what they are. Opening balance and all sums make the closing balance.
     *
     * @param GetStatementSummaryQuery $query
     * @param CallOptions $options
     * @return StatementSummary
     */
    public function getStatementSummary(array $query, array $options = []): array
    {
        return $this->call('GET', '/statement/summary', null, $query, true, $options);
    }

    /**
     * Read figures by day. How many purchases were begun, approved and sold, and what was transferred, by day in São
     * Paulo. A day that is over changes only when a transfer of it comes back.
     *
     * @param GetFiguresQuery $query
     * @param CallOptions $options
     * @return Figures
     */
    public function getFigures(array $query, array $options = []): array
    {
        return $this->call('GET', '/figures', null, $query, true, $options);
    }

    /**
     * Read the balance. What the lender owes the retailer now, the next transfer, and a calendar of what comes when:
     * each sale has a day, or a reason why it has none yet.
     *
     * @param CallOptions $options
     * @return Balance
     */
    public function getBalance(array $options = []): array
    {
        return $this->call('GET', '/balance', null, [], true, $options);
    }

    /**
     * List transfers. The newest first, with what the bank names each of them by.
     *
     * @param ListTransfersQuery $query
     * @param CallOptions $options
     * @return Transfers
     */
    public function listTransfers(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/transfers', null, $query, true, $options);
    }

    /**
     * Read a transfer. With every order that it pays, and what was kept of it because it was owed back. The lines
     * add up to the amount.
     *
     * @param CallOptions $options
     * @return Transfer2
     */
    public function readTransfer(string $transferId, array $options = []): array
    {
        return $this->call('GET', '/transfers/' . rawurlencode($transferId), null, [], true, $options);
    }

    /**
     * Quote an early settlement. What the customer has to pay on a day for all installments, the last ones, the next
     * one or with an amount of their own: overdue ones with their charges, the others at their present value at the
     * contract’s rate. Nothing changes.
     *
     * @param GetTransactionSettlementQuery $query
     * @param CallOptions $options
     * @return Settlement
     */
    public function getTransactionSettlement(string $transactionId, array $query = [], array $options = []): array
    {
        return $this->call('GET', '/public/transaction/' . rawurlencode($transactionId) . '/settlement', null, $query, true, $options);
    }

    /**
     * Issue the billet of an early settlement. The same figures, and a billet with its Pix code, payable on that day
     * only. Repeated for the same day and selection it is the same billet; another one takes its place. Paid on its
     * day it does exactly what was quoted; on any other day its money is an amount paid on that day, and what is too
     * much is given back.
     *
     * @param SettlementRequest $body
     * @param CallOptions $options
     * @return IssuedSettlement
     */
    public function transactionSettlement(string $transactionId, array $body = [], array $options = []): array
    {
        return $this->call('POST', '/public/transaction/' . rawurlencode($transactionId) . '/settlement', $body, [], false, $options);
    }

    /**
     * Show what a price costs in installments. For a shop’s page, with the publishable key; it names no person. The
     * figures are those of the standard conditions: a first contract under the highest limit, as /options would
     * offer it today. Outside of the accepted range, or where the shop shows no offers, the answer is
     * `{"showScript": false}`. May be cached for five minutes.
     *
     * @param PreviewOfferQuery $query
     * @param CallOptions $options
     * @return StorefrontPreview|NoStorefrontPreview
     */
    public function previewOffer(array $query, array $options = []): array
    {
        return $this->call('GET', '/storefront/preview', null, $query, true, $options);
    }

    /**
     * Read what a script in a shop’s page needs. The shop’s name, whether it shows offers, and which prices can be
     * financed. With the publishable key.
     *
     * @param ReadStorefrontQuery $query
     * @param CallOptions $options
     * @return StorefrontConfig
     */
    public function readStorefront(array $query, array $options = []): array
    {
        return $this->call('GET', '/storefront/config', null, $query, true, $options);
    }

    /**
     * Register a receiver of events. Every event of the types chosen is POSTed to the url, signed by the rules of
     * Standard Webhooks. The secret is shown only once.
     *
     * @param NewWebhookEndpoint $body
     * @param CallOptions $options
     * @return WebhookEndpointWithSecret
     */
    public function createEndpoint(array $body, array $options = []): array
    {
        return $this->call('POST', '/webhooks/endpoints', $body, [], false, $options);
    }

    /**
     * List the receivers of events. With their state: an endpoint that was disabled says when and why.
     *
     * @param CallOptions $options
     * @return WebhookEndpoints
     */
    public function listEndpoints(array $options = []): array
    {
        return $this->call('GET', '/webhooks/endpoints', null, [], true, $options);
    }

    /**
     * Change a receiver. Its address, its types of events, or both. It keeps its id, its secret and its log;
     * deliveries that wait go to the new address.
     *
     * @param WebhookEndpointChange $body
     * @param CallOptions $options
     * @return WebhookEndpoint
     */
    public function changeEndpoint(string $endpointId, array $body = [], array $options = []): array
    {
        return $this->call('POST', '/webhooks/endpoints/' . rawurlencode($endpointId) . '/change', $body, [], false, $options);
    }

    /**
     * Read how a receiver fares. Attempts of the last 90 days, day by day, and what waits. A replay is done when
     * `untried` is 0.
     *
     * @param CallOptions $options
     * @return WebhookEndpointHealth
     */
    public function readEndpointHealth(string $endpointId, array $options = []): array
    {
        return $this->call('GET', '/webhooks/endpoints/' . rawurlencode($endpointId) . '/health', null, [], true, $options);
    }

    /**
     * Delete a receiver. Pending deliveries to it are canceled.
     *
     * @param CallOptions $options
     * @return DeletedWebhookEndpoint
     */
    public function deleteEndpoint(string $endpointId, array $options = []): array
    {
        return $this->call('DELETE', '/webhooks/endpoints/' . rawurlencode($endpointId), null, [], true, $options);
    }

    /**
     * Change the signing secret. The new secret is shown only once. For 24 hours deliveries carry a signature of the
     * old one too, so that the receiver can change over without a gap.
     *
     * @param CallOptions $options
     * @return WebhookEndpointWithSecret
     */
    public function rotateEndpoint(string $endpointId, array $options = []): array
    {
        return $this->call('POST', '/webhooks/endpoints/' . rawurlencode($endpointId) . '/rotate', [], [], false, $options);
    }

    /**
     * Enable a receiver again. Pending deliveries continue. Events from while it was disabled are not sent to it:
     * replay that period.
     *
     * @param CallOptions $options
     * @return WebhookEndpoint
     */
    public function enableEndpoint(string $endpointId, array $options = []): array
    {
        return $this->call('POST', '/webhooks/endpoints/' . rawurlencode($endpointId) . '/enable', [], [], false, $options);
    }

    /**
     * List deliveries with every attempt. The newest event first, to endpoints that are not deleted.
     *
     * @param ListDeliveriesQuery $query
     * @param CallOptions $options
     * @return WebhookDeliveries
     */
    public function listDeliveries(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/webhooks/deliveries', null, $query, true, $options);
    }

    /**
     * Read one delivery with request and answer. Body and headers as they were sent, and what the receiver answered,
     * for every attempt. Deliveries are kept for 31 days after they were settled.
     *
     * @param CallOptions $options
     * @return WebhookFullDelivery
     */
    public function readDelivery(string $endpointId, string $eventId, array $options = []): array
    {
        return $this->call('GET', '/webhooks/endpoints/' . rawurlencode($endpointId) . '/events/' . rawurlencode($eventId), null, [], true, $options);
    }

    /**
     * Send a test event. Sends a signed event to this endpoint only: `test.ping`, or one of the type chosen, with
     * invented values and `test: true`. The answer shows the delivery with its first attempt, or pending when that
     * takes longer than a second.
     *
     * @param WebhookTest $body
     * @param CallOptions $options
     * @return WebhookDelivery
     */
    public function testEndpoint(string $endpointId, array $body = [], array $options = []): array
    {
        return $this->call('POST', '/webhooks/endpoints/' . rawurlencode($endpointId) . '/test', $body, [], false, $options);
    }

    /**
     * Send events again. One event, or all of a time that the endpoint subscribes to, whether they were delivered
     * before or not, with the same `webhook-id`.
     *
     * @param WebhookReplay $body
     * @param CallOptions $options
     * @return WebhookReplayAnswer
     */
    public function replayEvents(array $body, array $options = []): array
    {
        return $this->call('POST', '/webhooks/replay', $body, [], false, $options);
    }

    /**
     * Read the log of events. Everything that happened, in order and without gaps, whether an endpoint subscribes to
     * it or not. Keep the `eventId` of the last event and send it as `after` the next time.
     *
     * @param ListEventsQuery $query
     * @param CallOptions $options
     * @return Events
     */
    public function listEvents(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/events', null, $query, true, $options);
    }

    /**
     * Read what a customer was sent. The SMS and e-mails to this phone’s owner, or to this mailbox, newest first.
     * Without a message service none of them leaves. Homologation only.
     *
     * @param SandboxListMessagesQuery $query
     * @param CallOptions $options
     * @return MessagesAnswer
     */
    public function sandboxListMessages(array $query = [], array $options = []): array
    {
        return $this->call('GET', '/sandbox/messages', null, $query, true, $options);
    }

    /**
     * Play the customer. Goes through the onboarding with the operations that the pages use, until the step is
     * reached or nothing more can be played: an unpaid down payment stops at ENTRY. With `action: "CANCEL"` the
     * customer gives up. Homologation only.
     *
     * @param PlayRequest $body
     * @param CallOptions $options
     * @return PlayAnswer
     */
    public function sandboxPlayCustomer(string $transactionId, array $body = [], array $options = []): array
    {
        return $this->call('POST', '/sandbox/transaction/' . rawurlencode($transactionId) . '/onboarding', $body, [], false, $options);
    }

    /**
     * List what a customer can pay now. Every billet that a bank would accept today: the down payment once the
     * contract is signed, installments, second copies, early settlements, and those of the agreement on the debt.
     * Homologation only.
     *
     * @param CallOptions $options
     * @return PayableAnswer
     */
    public function sandboxListBillets(string $transactionId, array $options = []): array
    {
        return $this->call('GET', '/sandbox/transaction/' . rawurlencode($transactionId) . '/billets', null, [], true, $options);
    }

    /**
     * Pay a billet. The invented bank reports a payment as a real one would; an amount below what the billet asks
     * for pays the oldest open installments in part, one above is owed back, and money for a paid, canceled or
     * expired billet is kept aside. `paidOn` dates it back, `repeat` makes the bank report it several times, and
     * `delaySeconds` makes it report later. Each call is a payment of its own: use an Idempotency-Key to repeat one
     * safely. Homologation only.
     *
     * @param PayRequest $body
     * @param CallOptions $options
     * @return Billet
     */
    public function sandboxPayBillet(string $billetId, array $body = [], array $options = []): array
    {
        return $this->call('POST', '/sandbox/billet/' . rawurlencode($billetId) . '/pay', $body, [], false, $options);
    }

    /**
     * Read how the bank behaves. How the invented bank treats billets, Pix charges and payouts of this retailer.
     * Homologation only.
     *
     * @param CallOptions $options
     * @return BankAnswer
     */
    public function getSandboxBank(array $options = []): array
    {
        return $this->call('GET', '/sandbox/bank', null, [], true, $options);
    }

    /**
     * Make the bank misbehave. Makes the invented bank lose, repeat, delay or reorder webhooks, fail, be slow, or
     * reject, for this retailer only. The body is the whole behaviour: whatever it leaves out is as with a
     * well-behaved bank, so `{}` restores that. Homologation only.
     *
     * @param BankRequest $body
     * @param CallOptions $options
     * @return BankAnswer
     */
    public function sandboxBank(array $body = [], array $options = []): array
    {
        return $this->call('POST', '/sandbox/bank', $body, [], false, $options);
    }

    /**
     * Read the clock. The current time of the whole deployment. Homologation only.
     *
     * @param CallOptions $options
     * @return ClockAnswer
     */
    public function sandboxReadClock(array $options = []): array
    {
        return $this->call('GET', '/sandbox/clock', null, [], true, $options);
    }

    /**
     * Move the clock forward. Moves the time of the whole deployment, for all retailers, and answers when everything
     * that fell due is done: deadlines, transfers, retries. It cannot go back. Needs a key with the scope `clock`.
     * Homologation only.
     *
     * @param AdvanceClockRequest $body
     * @param CallOptions $options
     * @return ClockAnswer
     */
    public function sandboxAdvanceClock(array $body, array $options = []): array
    {
        return $this->call('POST', '/sandbox/clock', $body, [], false, $options);
    }

    /**
     * Decide about an invoice. Plays the credit desk. A decision made once stands; one that was made automatically
     * can be overruled until the retailer is paid. Homologation only.
     *
     * @param ReviewRequest $body
     * @param CallOptions $options
     * @return ReviewAnswer
     */
    public function sandboxReviewInvoice(string $invoiceId, array $body, array $options = []): array
    {
        return $this->call('POST', '/sandbox/invoice/' . rawurlencode($invoiceId) . '/review', $body, [], false, $options);
    }

    /**
     * Get an invoice to send. An invented invoice that says all that the automatic check looks for, as the body that
     * `/invoice/{transactionId}/file` takes. Homologation only.
     *
     * @param CallOptions $options
     * @return SampleInvoiceAnswer
     */
    public function sandboxComposeInvoice(string $transactionId, array $options = []): array
    {
        return $this->call('POST', '/sandbox/transaction/' . rawurlencode($transactionId) . '/invoice', [], [], false, $options);
    }

    /**
     * Get a fresh person. A person of this persona whom the retailer was not given before and has not used: no
     * attempt, no active purchase. Each persona has 1,000 people; `/sandbox/reset` frees them. Homologation only.
     *
     * @param PersonRequest $body
     * @param CallOptions $options
     * @return PersonAnswer
     */
    public function sandboxGivePerson(array $body, array $options = []): array
    {
        return $this->call('POST', '/sandbox/people', $body, [], false, $options);
    }

    /**
     * Decide about an identification. Plays the credit desk for a transaction at DESK, whatever its amount:
     * VALIDATED goes on, REFUSED cancels, ASK_AGAIN goes back to the picture named by `step`. Homologation only.
     *
     * @param PlayDeskRequest $body
     * @param CallOptions $options
     * @return PlayAnswer
     */
    public function sandboxPlayDesk(string $transactionId, array $body, array $options = []): array
    {
        return $this->call('POST', '/sandbox/desk/' . rawurlencode($transactionId), $body, [], false, $options);
    }

    /**
     * Start over. Cancels every active purchase of this retailer (refunds, billets and events follow as after
     * `/cancel`), deletes its payment links, restores its bank’s normal behaviour (`/sandbox/bank`) and frees its
     * people: attempts are forgotten, and everybody may be given again. Nothing of another retailer changes, nor
     * does the clock. Takes at most some seconds: call again until `done` is true. Homologation only.
     *
     * @param CallOptions $options
     * @return ResetAnswer
     */
    public function sandboxReset(array $options = []): array
    {
        return $this->call('POST', '/sandbox/reset', [], [], false, $options);
    }
}
