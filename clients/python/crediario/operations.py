# Generated from docs/api/openapi.json by `npm run generate`: edit the source, not this file.
from typing import Any, Dict, List, Literal, Mapping, Optional, TypedDict, Union
from urllib.parse import quote

#: The version of the interface that these calls were generated from.
API_VERSION = "2026-11-01"

AdvanceClockRequest = TypedDict("AdvanceClockRequest", {
    # ISO 8601 duration, more than nothing and at most 366 days
    "advance": str,
})

_AuthorizeAnswerRequired = TypedDict("_AuthorizeAnswerRequired", {
    # Whether there is a down payment
    "downPayment": bool,
    # Down payment, in reais
    "downPaymentValue": float,
    # What is financed, in reais
    "financedAmount": float,
    # Monthly interest, percent
    "interestRatePM": float,
    # Registration fee, in reais
    "tcValue": float,
    # Number of installments
    "numberOfInstallments": float,
    # The part of returnUrl that names the customer’s purchase
    "onboardingToken": str,
    # The retailer’s order
    "orderId": str,
    # Value of one installment, in reais
    "paymentInstallments": float,
    # Masked
    "phone": str,
    # Page where the customer identifies and signs
    "returnUrl": str,
    # Sum of the installments, in reais
    "totalAmount": float,
    # Identifier of the purchase
    "transactionId": str,
})
_AuthorizeAnswerOptional = TypedDict("_AuthorizeAnswerOptional", {
    # 44 digits
    "downPaymentBarcodeNumber": str,
    # ISO 8601
    "downPaymentDueDate": str,
    # Page with the billet of the down payment
    "downPaymentLink": str,
}, total=False)


class AuthorizeAnswer(_AuthorizeAnswerRequired, _AuthorizeAnswerOptional):
    pass


_AuthorizeRequestRequired = TypedDict("_AuthorizeRequestRequired", {
    # Option received from /options, or its insurance twin
    "optionId": str,
    # The retailer’s order, to match the charge with it
    "orderId": str,
})
_AuthorizeRequestOptional = TypedDict("_AuthorizeRequestOptional", {
    # Full name of the customer, as on the document; any alphabet
    "name": str,
    # What the customer chose beside the option
    "additionalOptions": Dict[str, Any],
}, total=False)


class AuthorizeRequest(_AuthorizeRequestRequired, _AuthorizeRequestOptional):
    pass


Balance = TypedDict("Balance", {
    # When it was read; ISO 8601
    "asOf": str,
    # What the lender owes the retailer, as the statement of today closes: sent + scheduled + held + other −
    # owedBack, in reais
    "balance": float,
    # Transfers that were ordered, and that the bank has not confirmed, in reais
    "sent": float,
    # Sales with a day of transfer, in reais
    "scheduled": float,
    # Sales that wait for something else, in reais
    "held": float,
    # Owed back by the retailer; kept from the next transfers, in reais
    "owedBack": float,
    # What was booked between lender and retailer besides sales; almost always 0, in reais
    "other": float,
    # The next one that is to be ordered; null where there is none
    "nextTransfer": Union["NextTransfer", None],
    # What comes when: by day, then what has no day yet
    "calendar": List["CalendarRow"],
})

BankAnswer = TypedDict("BankAnswer", {
    # How the bank treats Pix charges
    "pix": Dict[str, Any],
    # What becomes of new billets and Pix charges
    "registration": Literal["ok", "reject", "slow"],
    # What becomes of money that is sent or given back
    "payouts": Literal["confirm", "fail", "unknown"],
})

BankRequest = TypedDict("BankRequest", {
    # How the bank treats Pix charges
    "pix": Dict[str, Any],
    # What becomes of new billets and Pix charges
    "registration": Literal["ok", "reject", "slow"],
    # What becomes of money that is sent or given back
    "payouts": Literal["confirm", "fail", "unknown"],
}, total=False)

_BilletRequired = TypedDict("_BilletRequired", {
    # YYYY-MM-DD
    "dueDate": str,
    # Last moment at which it can be paid; ISO 8601
    "expirationDate": str,
    # Identifier
    "id": str,
    # Page with the billet, copy buttons and its PDF
    "installmentLink": str,
    # Always false
    "isCreditCardAvailable": bool,
    # Digit line, 47 digits; empty until the bank has registered the billet
    "payNumber": str,
    # Whether it was paid
    "paymentStatus": Literal["PAID", "PENDING"],
    # Value, in reais
    "value": float,
})
_BilletOptional = TypedDict("_BilletOptional", {
    # Amount, in reais
    "amount": float,
    # What is printed on the billet
    "billetDetails": "BilletDetails",
    # Which installment: 1, 2, 3 …
    "installmentNumber": float,
    # Total installments
    "installmentNumbers": float,
    # Down payment only
    "isPixAvailable": bool,
    # When it was paid; ISO 8601
    "payday": str,
    # How it is paid
    "paymentType": Literal["BILLET"],
    # Down payment only
    "pixCode": str,
    # What the billet is about
    "reference": str,
    # Id of the billet in whose place this one was issued, as its second copy
    "replaces": str,
    # Whether the bank knows the billet: it can be paid once it is REGISTERED
    "registrationStatus": Literal["PENDING", "REGISTERED", "REJECTED"],
}, total=False)


class Billet(_BilletRequired, _BilletOptional):
    pass


BilletDetails = TypedDict("BilletDetails", {
    # agency/account-digit
    "bankAccount": str,
    # 44 digits; empty until the bank has registered the billet
    "barcodeNumber": str,
    # Number of the billet at the bank
    "ourNumber": str,
    # Portfolio of the bank account
    "portfolio": str,
})

BilletsRequest = TypedDict("BilletsRequest", {
    # One billet a page, or three
    "layout": Literal["page", "booklet"],
}, total=False)

_CalendarRowRequired = TypedDict("_CalendarRowRequired", {
    # SENT: ordered, and not confirmed by the bank. SCHEDULED: to be ordered on its day. HELD: waits for what
    # `reason` says
    "kind": Literal["SENT", "SCHEDULED", "HELD"],
    # What the orders come to, in reais
    "amount": float,
    # What is kept of it because it is owed back, as far as that is known today, in reais
    "nettedAmount": float,
    # How many orders; of SENT, how many transfers
    "orders": float,
})
_CalendarRowOptional = TypedDict("_CalendarRowOptional", {
    # Day on which it is to be paid; absent where it waits for something else; YYYY-MM-DD, in São Paulo
    "date": str,
    # INVOICE_MISSING, INVOICE_UNDER_REVIEW, INVOICE_REFUSED: the invoice. TRANSFER_FAILED, TRANSFER_RETURNED: a
    # transfer failed or came back, and the lender looks at the account. LENDER: the lender has to act.
    # ACCOUNT_MISSING: there is no account to pay to. SHOP_SUSPENDED: no sales and transfers at present
    "reason": Literal["INVOICE_MISSING", "INVOICE_UNDER_REVIEW", "INVOICE_REFUSED", "TRANSFER_FAILED", "TRANSFER_RETURNED", "LENDER", "ACCOUNT_MISSING", "SHOP_SUSPENDED"],
}, total=False)


class CalendarRow(_CalendarRowRequired, _CalendarRowOptional):
    pass


CancelAnswer = TypedDict("CancelAnswer", {
    # Latest day of the refund; ISO 8601
    "maxRefundDate": str,
    # What the customer gets back, in reais
    "refundValue": float,
    # Current status
    "status": Literal["CANCELED"],
    # Identifier of the purchase
    "transactionId": str,
})

CancelPreview = TypedDict("CancelPreview", {
    # Identifier of the purchase
    "transactionId": str,
    # Latest day of the refund; ISO 8601
    "maxRefundDate": str,
    # Who bears, by the retailer’s conditions, the interest and tax of a purchase canceled after its transfer
    "costsBorneBy": Literal["RETAILER", "LENDER"],
    # The customer
    "customer": "CancelPreviewCustomer",
    # The retailer; the next transfers are lower by `owedValue`
    "retailer": "CancelPreviewRetailer",
    # The lender
    "lender": "CancelPreviewLender",
})

CancelPreviewCustomer = TypedDict("CancelPreviewCustomer", {
    # What the customer gets back, in reais
    "refundValue": float,
    # What the customer no longer has to pay, in reais
    "releasedValue": float,
})

CancelPreviewLender = TypedDict("CancelPreviewLender", {
    # Interest that the lender gives up, in reais
    "interest": float,
    # Earned registration fee that the lender gives up, in reais
    "fee": float,
    # Earned retention that the lender gives up, in reais
    "retention": float,
    # Tax that the lender has to claim back from the Treasury, in reais
    "iof": float,
})

CancelPreviewRequest = TypedDict("CancelPreviewRequest", {
    # Received from /authorize
    "transactionId": str,
})

CancelPreviewRetailer = TypedDict("CancelPreviewRetailer", {
    # Was transferred, or is on its way, and is owed back, in reais
    "transferValue": float,
    # Was to be transferred, and will not be, in reais
    "untransferredValue": float,
    # Interest that the lender gives back to the customer and the retailer bears, in reais
    "interest": float,
    # Tax that the Treasury has already and the retailer bears, in reais
    "iof": float,
    # All that the retailer owes: `transferValue`, `interest` and `iof`, in reais
    "owedValue": float,
})

_CancelRequestRequired = TypedDict("_CancelRequestRequired", {
    # Received from /authorize
    "transactionId": str,
})
_CancelRequestOptional = TypedDict("_CancelRequestOptional", {
    # Bank of the refund
    "numeroBanco": str,
    # Branch
    "agencia": str,
    # Branch digit
    "digitoAgencia": str,
    # Account
    "numeroConta": str,
    # Account digit
    "digitoConta": str,
    # Kind of account
    "tipoConta": Literal["POUPANCA", "CONTACORRENTE"],
    # CPF of the account's owner, which must be the customer's. An addition of this service: without it the bank
    # compares the owner with the customer, and refuses an account of somebody else
    "documentoTitular": str,
}, total=False)


class CancelRequest(_CancelRequestRequired, _CancelRequestOptional):
    pass


ClockAnswer = TypedDict("ClockAnswer", {
    # ISO 8601
    "now": str,
})

CountPaymentLinksQuery = TypedDict("CountPaymentLinksQuery", {
    # First day of their creation; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day of their creation, today at the latest, at most 366 days in all; YYYY-MM-DD, in São Paulo
    "to": str,
})

DeletedWebhookEndpoint = TypedDict("DeletedWebhookEndpoint", {
    # What was deleted; 24 hexadecimal characters
    "id": str,
    # Always true
    "deleted": Literal[True],
})

DeliveredAnswer = TypedDict("DeliveredAnswer", {
    # Identifier of the purchase
    "transactionId": str,
    # The day that was reported; YYYY-MM-DD
    "deliveredAt": str,
})

DeliveredRequest = TypedDict("DeliveredRequest", {
    # The day on which the customer received the goods, from the day of the purchase to today; YYYY-MM-DD, in São
    # Paulo
    "date": str,
})

_DownPaymentOptionRequired = TypedDict("_DownPaymentOptionRequired", {
    # Down payment, percent of the purchase
    "downPaymentPercentage": float,
    # Down payment, in reais
    "downPaymentValue": float,
    # What the customer saves against the smallest down payment
    "economyValue": float,
    # Largest down payment + installments among the options
    "maxTotalAmount": float,
    # Smallest down payment + installments among the options
    "minTotalAmount": float,
    # One option for each number of installments
    "options": List["Option"],
})
_DownPaymentOptionOptional = TypedDict("_DownPaymentOptionOptional", {
    # Grace-period variant
    "dueDateOptions": List["DueDateOption"],
}, total=False)


class DownPaymentOption(_DownPaymentOptionRequired, _DownPaymentOptionOptional):
    pass


DueDateOption = TypedDict("DueDateOption", {
    # Due date of the first installment
    "firstDueDate": str,
    # Due date of the first installment after the grace period
    "gracePeriodDueDate": str,
    # Days of grace
    "gracePeriod": float,
    # One option for each number of installments
    "installmentOptions": List["Option"],
})

_EventRequired = TypedDict("_EventRequired", {
    # Identifier of the event; 24 hexadecimal characters
    "eventId": str,
    # Type of the event
    "type": Literal["transaction.approved", "transaction.denied", "transaction.canceled", "transaction.closed", "transaction.transfered", "transaction.refunded", "installment.paid", "installment.overdue", "renegotiation.accepted", "renegotiation.failed", "onboarding.step", "invoice.validated", "invoice.refused", "payment_link.opened", "payment_link.claimed", "payment_link.completed", "payment_link.expired", "payment_link.deleted", "endpoint.disabled"],
    # When it happened; ISO 8601
    "createdAt": str,
    # 1, 2, 3 … over all events of the transaction, without gaps; of a payment_link event, over all events of the
    # link
    "sequence": float,
})
_EventOptional = TypedDict("_EventOptional", {
    # Always present, except before a payment link is claimed and in endpoint.disabled
    "transactionId": str,
    # Of a payment_link event
    "paymentLinkId": str,
    # Always present, except in endpoint.disabled
    "orderId": str,
    # APPROVED, DENIED, CANCELED, CLOSED, TRANSFERED, REFUNDED; PAID, OVERDUE; STEP; VALIDATED, REFUSED; OPENED,
    # CLAIMED, COMPLETED, EXPIRED, DELETED; absent in endpoint.disabled
    "action": str,
    # Of a transaction event: its status from then on
    "status": Literal["ABANDONED", "CANCELED", "CLOSED", "PENDING", "PROCESSING_CANCEL", "OPEN"],
    # Of a transaction event: why it ended; UNSPECIFIED_CANCEL_REASON where it goes on or was paid
    "cancelReason": Literal["ONBOARDING_REFUSED", "RETAILER_CANCELED", "RENEGOTIATION_FAILED", "CUSTOMER_ABANDONED", "CANCELLED_BY_CUSTOMER", "PAYMENT_LINK_DELETED", "NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS", "UNSPECIFIED_CANCEL_REASON"],
    # Of an agreement: the transaction whose debt it is about
    "renegotiates": str,
    # Of a STEP: the step that was entered
    "step": str,
    # Whether the customer chose insurance
    "hasInsurance": bool,
    # Monthly interest, percent
    "interestRatePM": float,
    # Yearly interest, percent
    "interestRatePA": float,
    # Number of installments
    "numberOfInstallments": float,
    # Value of one installment, in reais
    "paymentInstallments": float,
    # Down payment, in reais
    "downPaymentValue": float,
    # What is financed, in reais
    "financedAmount": float,
    # Sum of the installments, in reais
    "totalAmount": float,
    # Of transaction.transfered: what the retailer was paid for this purchase; of transaction.refunded: what the
    # customer got back; of installment.paid: what the payment that closed it paid for it; of installment.overdue:
    # what is owed for it, fine and interest included
    "amount": float,
    # Of an installment: 1, 2, 3 …
    "installmentNumber": float,
    # Of an installment: its billet, or the second copy in its place
    "billetId": str,
    # Of an installment: its due date in the contract; YYYY-MM-DD
    "dueDate": str,
    # Of an installment: `amount` without fine and interest
    "faceValue": float,
    # Of an installment: the fine in `amount`
    "fine": float,
    # Of an installment: the late interest in `amount`
    "interest": float,
    # Of an installment: days since its due date; 0 when it was paid by the next business day
    "daysLate": float,
    # Of installment.paid: the day on which the customer paid; YYYY-MM-DD
    "paidOn": str,
    # Of transaction.refunded: when the bank confirmed it; ISO 8601
    "refundedAt": str,
    # Of an invoice: the version that was decided about
    "invoiceId": str,
    # Of an invoice: why, in Portuguese
    "message": str,
    # Of an invoice: why, for programs
    "code": str,
    # Of endpoint.disabled
    "endpointId": str,
    # Of endpoint.disabled
    "url": str,
    # Of endpoint.disabled: `gone` or `failing`, as in the list of endpoints
    "reason": str,
}, total=False)


class Event(_EventRequired, _EventOptional):
    pass


Events = TypedDict("Events", {
    # The rows of this page
    "data": List["Event"],
    # What to send as `after` for the rest; null when there is none
    "next": Union[str, None],
})

Figures = TypedDict("Figures", {
    # First day; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day; YYYY-MM-DD, in São Paulo
    "to": str,
    # One row for each day, also where nothing happened
    "days": List["FiguresOfDay"],
    # Of all days
    "total": "FiguresTotal",
})

FiguresOfDay = TypedDict("FiguresOfDay", {
    # Day; YYYY-MM-DD, in São Paulo
    "date": str,
    # Purchases that customers began
    "applications": float,
    # Purchases whose customer was approved and signed, by the day of the signature; those with a down payment
    # become sales when it is paid
    "approvals": float,
    # Purchases that became complete, canceled later or not. One that took the place of another, with fewer
    # products, is not a second sale
    "sales": float,
    # Value of these sales with delivery, in reais
    "salesAmount": float,
    # salesAmount by sales, rounded to the centavo, in reais; null without a sale
    "averageTicket": Union[float, None],
    # Transfers that the bank paid and that did not come back, by the day of the bank
    "transfers": float,
    # Sum of these transfers, in reais
    "transferredAmount": float,
})

FiguresTotal = TypedDict("FiguresTotal", {
    # Purchases that customers began
    "applications": float,
    # Purchases whose customer was approved and signed, by the day of the signature; those with a down payment
    # become sales when it is paid
    "approvals": float,
    # Purchases that became complete, canceled later or not. One that took the place of another, with fewer
    # products, is not a second sale
    "sales": float,
    # Value of these sales with delivery, in reais
    "salesAmount": float,
    # salesAmount by sales, rounded to the centavo, in reais; null without a sale
    "averageTicket": Union[float, None],
    # Transfers that the bank paid and that did not come back, by the day of the bank
    "transfers": float,
    # Sum of these transfers, in reais
    "transferredAmount": float,
})

GetFiguresQuery = TypedDict("GetFiguresQuery", {
    # First day; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day, today at the latest, at most 366 days in all; YYYY-MM-DD, in São Paulo
    "to": str,
})

_GetStatementQueryRequired = TypedDict("_GetStatementQueryRequired", {
    # First day; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day, today at the latest, at most 366 days in all; YYYY-MM-DD, in São Paulo
    "to": str,
})
_GetStatementQueryOptional = TypedDict("_GetStatementQueryOptional", {
    # json when absent
    "format": Literal["json", "csv", "pdf"],
}, total=False)


class GetStatementQuery(_GetStatementQueryRequired, _GetStatementQueryOptional):
    pass


GetStatementSummaryQuery = TypedDict("GetStatementSummaryQuery", {
    # First day; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day, today at the latest, at most 92 days in all; YYYY-MM-DD, in São Paulo
    "to": str,
})

GetTransactionsCountsQuery = TypedDict("GetTransactionsCountsQuery", {
    # The retailer’s order
    "orderId": str,
    # PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being
    # canceled. CANCELED, CLOSED and ABANDONED are final
    "status": Literal["ABANDONED", "CANCELED", "CLOSED", "PENDING", "PROCESSING_CANCEL", "OPEN"],
    # What people have at hand: order, transaction id, CPF, whole words of the customer’s name, or the id or address
    # of a payment link
    "q": str,
    # First day of their creation; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day of their creation; YYYY-MM-DD, in São Paulo
    "to": str,
}, total=False)

GetTransactionSettlementQuery = TypedDict("GetTransactionSettlementQuery", {
    # Day of the payment: today, which it is when absent, or up to 5 business days later; YYYY-MM-DD, in São Paulo
    "date": str,
    # What is paid before it is due: `all`, which it is when absent, `next`, or the last ones, such as `last:2`.
    # Overdue installments are always included
    "installments": str,
    # Instead of `installments`: an amount of at least 1.00, at most all that is owed. It pays what is overdue, then
    # the last installments
    "amount": str,
}, total=False)

GetTransactionsQuery = TypedDict("GetTransactionsQuery", {
    # The retailer’s order
    "orderId": str,
    # PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being
    # canceled. CANCELED, CLOSED and ABANDONED are final
    "status": Literal["ABANDONED", "CANCELED", "CLOSED", "PENDING", "PROCESSING_CANCEL", "OPEN"],
    # What people have at hand: order, transaction id, CPF, whole words of the customer’s name, or the id or address
    # of a payment link
    "q": str,
    # ONBOARDING: the customer identifies and signs. ANALYSIS: the lender looks at it. DOWN_PAYMENT: signed, the
    # down payment is not paid. UNSCHEDULED: complete, the transfer has no day yet: it waits for an invoice, or came
    # back. SCHEDULED: the transfer has a day, or is on its way. TRANSFERED: paid. AGREEMENT: new installments for
    # the debt of another transaction. CANCELED and ABANDONED: ended
    "group": Literal["ONBOARDING", "ANALYSIS", "DOWN_PAYMENT", "UNSCHEDULED", "SCHEDULED", "TRANSFERED", "AGREEMENT", "CANCELED", "ABANDONED"],
    # First day of their creation; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day of their creation; YYYY-MM-DD, in São Paulo
    "to": str,
    # `next` of the page before
    "after": str,
    # json when absent. csv: everything that the filters find, without `limit`
    "format": Literal["json", "csv"],
    # How many at most: 1 to 100, 50 when absent
    "limit": str,
}, total=False)

GroupCount = TypedDict("GroupCount", {
    # ONBOARDING: the customer identifies and signs. ANALYSIS: the lender looks at it. DOWN_PAYMENT: signed, the
    # down payment is not paid. UNSCHEDULED: complete, the transfer has no day yet: it waits for an invoice, or came
    # back. SCHEDULED: the transfer has a day, or is on its way. TRANSFERED: paid. AGREEMENT: new installments for
    # the debt of another transaction. CANCELED and ABANDONED: ended
    "group": Literal["ONBOARDING", "ANALYSIS", "DOWN_PAYMENT", "UNSCHEDULED", "SCHEDULED", "TRANSFERED", "AGREEMENT", "CANCELED", "ABANDONED"],
    # How many transactions
    "count": int,
})

_InsuranceOptionRequired = TypedDict("_InsuranceOptionRequired", {
    # Option identifier: the optionId of /authorize
    "_id": str,
    # totalAmount − financedAmount
    "additionAmount": float,
    # Sum of the amortizations: financed amount, premium and financed IOF
    "amortizationTotal": float,
    # Total effective cost per year, percent
    "cetPA": float,
    # Total effective cost per month, percent
    "cetPM": float,
    # Has commission
    "cm": bool,
    # Commission, percent
    "cmPercentage": float,
    # Commission
    "cmValue": float,
    # Identifier of the checkout
    "checkoutId": str,
    # ISO 8601
    "createdAt": str,
    # Daily IOF rate, percent
    "dailyIof": float,
    # Has a down payment
    "downPayment": bool,
    # Down payment, percent of the purchase
    "downPaymentPercentage": float,
    # Down payment
    "downPaymentValue": float,
    # Products + delivery + registration fee − down payment
    "financedAmount": float,
    # YYYY-MM-DD
    "firstDueDate": str,
    # Additional fixed IOF rate, percent
    "fixedIof": float,
    # Yearly interest, percent
    "interestRatePA": float,
    # Monthly interest, percent
    "interestRatePM": float,
    # totalIof ÷ numberOfInstallments
    "iofPM": float,
    # Financed amount − retention
    "netValue": float,
    # Number of installments
    "numberOfInstallments": float,
    # Each installment
    "paymentInstallments": float,
    # Installment without interest and charges
    "paymentInstallmentsWithoutIof": float,
    # The down payment, where there is one, then one row per installment
    "priceDetails": List["PriceDetail"],
    # Retention, percent
    "retentionPercentage": float,
    # Retention
    "retentionValue": float,
    # Has registration fee
    "tc": bool,
    # Registration fee, percent
    "tcPercentage": float,
    # Registration fee
    "tcValue": float,
    # numberOfInstallments × paymentInstallments
    "totalAmount": float,
    # Total without interest and charges
    "totalAmountWithoutIof": float,
    # Sum of the IOF of the rows
    "totalIof": float,
})
_InsuranceOptionOptional = TypedDict("_InsuranceOptionOptional", {
    # Grace-period variant; YYYY-MM-DD
    "gracePeriodDueDate": str,
    # Grace-period variant; days
    "gracePeriod": float,
    # Grace-period variant
    "hasGracePeriod": bool,
}, total=False)


class InsuranceOption(_InsuranceOptionRequired, _InsuranceOptionOptional):
    pass


InvoiceAnswer = TypedDict("InvoiceAnswer", {
    # 24 hexadecimal characters; another one for each version
    "invoiceId": str,
    # Identifier of the purchase
    "transactionId": str,
    # ISO 8601
    "receivedAt": str,
    # Of the decoded file, in hexadecimal
    "sha256": str,
})

InvoiceRequest = TypedDict("InvoiceRequest", {
    # A PDF of at most 10 MiB in base64, with or without `data:application/pdf;base64,` before it
    "invoiceFile": str,
})

IssuedSettlement = TypedDict("IssuedSettlement", {
    # Identifier of the purchase
    "transactionId": str,
    # YYYY-MM-DD
    "date": str,
    # Installments due by that day, with their charges
    "overdueValue": float,
    # Present value of those that are paid before they are due
    "futureValue": float,
    # Interest that is saved
    "discount": float,
    # Part of the insurance premium for the time that is left, when nothing is owed afterwards
    "premiumRefund": float,
    # To be paid: overdueValue + futureValue − premiumRefund
    "value": float,
    # What is settled, one row for each installment
    "installments": List["SettledInstallment"],
    # The billet to pay
    "billet": "Billet",
})

ListDeliveriesQuery = TypedDict("ListDeliveriesQuery", {
    # Only to this endpoint; 24 hexadecimal characters
    "endpointId": str,
    # Only of this event; 24 hexadecimal characters
    "eventId": str,
    # Current status
    "status": Literal["pending", "delivered", "failed", "canceled"],
    # `next` of the page before
    "after": str,
    # How many at most: 1 to 100, 50 when absent
    "limit": str,
}, total=False)

_ListedTransactionRequired = TypedDict("_ListedTransactionRequired", {
    # Identifier of the purchase
    "transactionId": str,
    # The retailer’s order
    "orderId": str,
    # PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being
    # canceled. CANCELED, CLOSED and ABANDONED are final
    "status": Literal["ABANDONED", "CANCELED", "CLOSED", "PENDING", "PROCESSING_CANCEL", "OPEN"],
    # What the purchase is waiting for
    "step": Literal["WAITING", "CONFIRMATION", "FRONTDOC", "BACKDOC", "SELFIE", "ASYNC_ANALYSE", "INSURANCE", "SIGNATURE", "DESK", "ENTRY", "COMPLETE"],
    # Sum of the installments
    "totalAmount": float,
    # Products + delivery − down payment, without the registration fee
    "financedAmount": float,
    # Down payment, in reais
    "downPaymentValue": float,
    # ISO 8601
    "createdAt": str,
})
_ListedTransactionOptional = TypedDict("_ListedTransactionOptional", {
    # What the retailer is or was paid for it; absent until it is known
    "transferValue": float,
    # When the bank confirmed the transfer; ISO 8601
    "transferedAt": str,
    # What became of the money that is owed back
    "refundStatus": Literal["DUE", "SENT", "PAID", "FAILED"],
    # Of an agreement: the transaction whose debt it is about
    "renegotiates": str,
    # The agreement on this debt that waits, is being paid, or was paid
    "renegotiatedBy": str,
}, total=False)


class ListedTransaction(_ListedTransactionRequired, _ListedTransactionOptional):
    pass


_ListedTransferRequired = TypedDict("_ListedTransferRequired", {
    # Identifier; the `reference` of its lines on the statement
    "transferId": str,
    # SCHEDULED: ordered, not sent yet. SENT: the bank has it. PAID: the bank confirmed. FAILED, CANCELED: the money
    # never left. RETURNED: it came back. What FAILED, CANCELED and RETURNED were to pay is owed as before
    "status": Literal["SCHEDULED", "SENT", "PAID", "FAILED", "CANCELED", "RETURNED"],
    # Amount of the transfer, in reais
    "amount": float,
    # What its orders come to, in reais
    "salesAmount": float,
    # What was kept of it because it was owed back: salesAmount − nettedAmount = amount, in reais
    "nettedAmount": float,
    # How many orders
    "orders": float,
    # Day on which the bank paid it, or on which it is to be paid; YYYY-MM-DD, in São Paulo
    "date": str,
    # When it was ordered; ISO 8601
    "orderedAt": str,
    # Our number for it at every bank
    "documentNumber": str,
})
_ListedTransferOptional = TypedDict("_ListedTransferOptional", {
    # When it was paid, failed, was canceled or came back; ISO 8601
    "settledAt": str,
    # What the bank names it by, as on the bank statement: the end-to-end id of a Pix, or the document number of the
    # bank; absent until the bank has told one
    "bankReference": str,
}, total=False)


class ListedTransfer(_ListedTransferRequired, _ListedTransferOptional):
    pass


ListEventsQuery = TypedDict("ListEventsQuery", {
    # eventId of the last event that you have
    "after": str,
    # How many at most: 1 to 100, 50 when absent
    "limit": str,
}, total=False)

ListPaymentLinksQuery = TypedDict("ListPaymentLinksQuery", {
    # ACTIVE: nobody has opened it yet, or its purchase ended early. OPENED: somebody opened it. CLAIMED: a purchase
    # is under way. COMPLETED: that purchase is OPEN. EXPIRED and DELETED: it can no longer be used
    "status": Literal["ACTIVE", "OPENED", "CLAIMED", "COMPLETED", "EXPIRED", "DELETED"],
    # The retailer’s order
    "orderId": str,
    # Exactly as it was given; capitals make no difference
    "seller": str,
    # First day of their creation; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day of their creation; YYYY-MM-DD, in São Paulo
    "to": str,
    # `next` of the page before
    "after": str,
    # How many at most: 1 to 100, 50 when absent
    "limit": str,
}, total=False)

ListRequestsQuery = TypedDict("ListRequestsQuery", {
    # Only this request: the `trackId` of its answer, or the header `x-track-id`
    "trackId": str,
    # Only from this moment on; ISO 8601
    "from": str,
    # Only with this HTTP status, such as 404, or with one of a class, such as 4xx
    "status": str,
    # `next` of the page before
    "after": str,
    # How many at most: 1 to 100, 50 when absent
    "limit": str,
}, total=False)

ListTransfersQuery = TypedDict("ListTransfersQuery", {
    # First day on which they were ordered; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day on which they were ordered; YYYY-MM-DD, in São Paulo
    "to": str,
    # `next` of the page before
    "after": str,
    # How many at most: 1 to 100, 50 when absent
    "limit": str,
}, total=False)

_LoggedRequestRequired = TypedDict("_LoggedRequestRequired", {
    # What its answer said in the header `x-track-id`
    "trackId": str,
    # When it arrived; ISO 8601
    "at": str,
    # HTTP method
    "method": str,
    # The route, with the names of its parameters instead of their values
    "route": str,
    # HTTP status; 499 when you did not wait for the answer
    "status": float,
    # How long it took here, in milliseconds
    "durationMs": float,
    # Beginning and end of the key
    "key": str,
})
_LoggedRequestOptional = TypedDict("_LoggedRequestOptional", {
    # Code of the error that was answered
    "code": str,
}, total=False)


class LoggedRequest(_LoggedRequestRequired, _LoggedRequestOptional):
    pass


MessagesAnswer = TypedDict("MessagesAnswer", {
    # Newest first, at most 100
    "messages": List[Dict[str, Any]],
})

NewPaymentLink = TypedDict("NewPaymentLink", {
    # With `shipping`; instead of `amount` and `description`
    "products": List["Product"],
    # Delivery fee, in reais; 0 is valid
    "shipping": float,
    # With `description`, instead of `products`: what is to be paid, in reais; more than two decimals are rounded
    # half up
    "amount": float,
    # What is bought, in a few words
    "description": str,
    # Where the customer is: store checkout, product page, the shop’s own pages, telesales, assisted sale, app
    "source": Literal["checkout", "pdp", "site", "tdv", "guide", "app"],
    # The retailer’s order; the id of the link when absent
    "orderId": str,
    # With `orderId`: where that order has a link that is valid or was used for a purchase that was not canceled,
    # that link is the answer, and nothing is sent again. Apart from `expiresAt` and `notify` it must say what this
    # request says, else the answer is 409 `order_already_linked`
    "oncePerOrder": bool,
    # Until when it can be used; ISO 8601, at most 60 days from now. 7 days when absent
    "expiresAt": str,
    # What the shop knows of the customer; the page shows it masked
    "customer": "PaymentLinkCustomer",
    # Who sells; with `source` guide
    "seller": str,
    # Taxpayer id of the customer, with or without mask
    "sellerCpf": str,
    # Brazilian mobile or landline with area code; mask and +55 are accepted
    "sellerPhone": str,
    # How the link is sent to the customer at once; needs that contact
    "notify": List[Literal["SMS", "EMAIL"]],
    # Where the customer goes after the purchase; where absent, to `cancelUrl`. https, of an origin that is allowed
    # for the retailer; with `source` app also a link of an allowed scheme
    "returnUrl": str,
    # Where the customer goes without a purchase; where absent, to `returnUrl`. https, of an origin that is allowed
    # for the retailer; with `source` app also a link of an allowed scheme
    "cancelUrl": str,
}, total=False)

_NewWebhookEndpointRequired = TypedDict("_NewWebhookEndpointRequired", {
    # https address of the receiver; port 443 or one from 1024 on, no credentials in it
    "url": str,
})
_NewWebhookEndpointOptional = TypedDict("_NewWebhookEndpointOptional", {
    # Types of events; when absent: transaction.approved, transaction.denied, transaction.canceled,
    # transaction.closed, transaction.transfered, onboarding.step, invoice.validated, invoice.refused
    "events": List[Literal["transaction.approved", "transaction.denied", "transaction.canceled", "transaction.closed", "transaction.transfered", "transaction.refunded", "installment.paid", "installment.overdue", "renegotiation.accepted", "renegotiation.failed", "onboarding.step", "invoice.validated", "invoice.refused", "payment_link.opened", "payment_link.claimed", "payment_link.completed", "payment_link.expired", "payment_link.deleted"]],
}, total=False)


class NewWebhookEndpoint(_NewWebhookEndpointRequired, _NewWebhookEndpointOptional):
    pass


NextTransfer = TypedDict("NextTransfer", {
    # Day; YYYY-MM-DD, in São Paulo
    "date": str,
    # Less what is owed back, in reais
    "amount": float,
    # How many orders
    "orders": float,
})

NoStorefrontPreview = TypedDict("NoStorefrontPreview", {
    # Whether there is something to show
    "showScript": Literal[False],
})

OnboardingLinkAnswer = TypedDict("OnboardingLinkAnswer", {
    # Page where the customer finishes the purchase
    "onboardingLink": str,
})

_OptionRequired = TypedDict("_OptionRequired", {
    # Option identifier: the optionId of /authorize
    "_id": str,
    # totalAmount − financedAmount
    "additionAmount": float,
    # Sum of the amortizations: financed amount, premium and financed IOF
    "amortizationTotal": float,
    # Total effective cost per year, percent
    "cetPA": float,
    # Total effective cost per month, percent
    "cetPM": float,
    # Has commission
    "cm": bool,
    # Commission, percent
    "cmPercentage": float,
    # Commission
    "cmValue": float,
    # Identifier of the checkout
    "checkoutId": str,
    # ISO 8601
    "createdAt": str,
    # Daily IOF rate, percent
    "dailyIof": float,
    # Has a down payment
    "downPayment": bool,
    # Down payment, percent of the purchase
    "downPaymentPercentage": float,
    # Down payment
    "downPaymentValue": float,
    # Products + delivery + registration fee − down payment
    "financedAmount": float,
    # YYYY-MM-DD
    "firstDueDate": str,
    # Additional fixed IOF rate, percent
    "fixedIof": float,
    # Yearly interest, percent
    "interestRatePA": float,
    # Monthly interest, percent
    "interestRatePM": float,
    # totalIof ÷ numberOfInstallments
    "iofPM": float,
    # Financed amount − retention
    "netValue": float,
    # Number of installments
    "numberOfInstallments": float,
    # Each installment
    "paymentInstallments": float,
    # Installment without interest and charges
    "paymentInstallmentsWithoutIof": float,
    # The down payment, where there is one, then one row per installment
    "priceDetails": List["PriceDetail"],
    # Retention, percent
    "retentionPercentage": float,
    # Retention
    "retentionValue": float,
    # Has registration fee
    "tc": bool,
    # Registration fee, percent
    "tcPercentage": float,
    # Registration fee
    "tcValue": float,
    # numberOfInstallments × paymentInstallments
    "totalAmount": float,
    # Total without interest and charges
    "totalAmountWithoutIof": float,
    # Sum of the IOF of the rows
    "totalIof": float,
})
_OptionOptional = TypedDict("_OptionOptional", {
    # Grace-period variant; YYYY-MM-DD
    "gracePeriodDueDate": str,
    # Grace-period variant; days
    "gracePeriod": float,
    # Grace-period variant
    "hasGracePeriod": bool,
    # The same option with credit insurance
    "insuranceOption": "InsuranceOption",
}, total=False)


class Option(_OptionRequired, _OptionOptional):
    pass


_OptionsAnswerRequired = TypedDict("_OptionsAnswerRequired", {
    # Identifier of the checkout
    "checkoutId": str,
    # Tracking id of this call; quote it when you ask for help
    "trackId": str,
})
_OptionsAnswerOptional = TypedDict("_OptionsAnswerOptional", {
    # One group for each down payment
    "downPaymentOptions": List["DownPaymentOption"],
    # Options in which the retailer keeps a part of the risk
    "retentionOptions": "DownPaymentOption",
    # true when the credit bureau could not answer: ask again later
    "error": bool,
    # The limit of an approved customer and what it buys
    "preApprovedCredit": "PreApprovedCredit",
    # What a page may show before the checkout
    "preview": "Preview",
    # APPROVED: may buy. DENIED: refused. NO_ACTION: not refused, but cannot buy now. PRICE_OUT_RANGE: the approved
    # limit does not cover the amount to finance
    "result": Literal["APPROVED", "DENIED", "NO_ACTION", "PRICE_OUT_RANGE"],
    # Why the customer cannot buy; absent when approved
    "refusalReason": Literal["USER_DENIED", "TOTALVALUE_LOW", "TOTALVALUE_HIGH", "PRICE_OUT_RANGE", "DDD_NOT_FOUND", "USER_HAS_TRANSACTION", "MAX_TRIES", "FILTER_BELOW_AGE"],
    # With TOTALVALUE_LOW, TOTALVALUE_HIGH and PRICE_OUT_RANGE: the limit that the purchase misses, in reais
    "details": List[Dict[str, Any]],
    # Why the contact data look suspicious
    "blocklistInfo": Dict[str, Any],
    # Grace-period variant
    "hasGracePeriod": bool,
    # Grace-period variant
    "downPayment": bool,
}, total=False)


class OptionsAnswer(_OptionsAnswerRequired, _OptionsAnswerOptional):
    pass


_OptionsRequestRequired = TypedDict("_OptionsRequestRequired", {
    # Complement; may be empty
    "addressComplement": str,
    # Number
    "addressNumber": str,
    # Street
    "addressStreet": str,
    # City
    "city": str,
    # State (UF)
    "state": str,
    # Postal code (CEP) of the delivery, with or without mask
    "zipCode": str,
    # Taxpayer id of the customer, with or without mask
    "cpf": str,
    # E-mail address of the customer
    "email": str,
    # Brazilian mobile or landline with area code; mask and +55 are accepted
    "phone": str,
    # Device of the customer
    "device": Literal["desktop", "mobile", "app"],
    # Where the customer is: store checkout, product page, the shop’s own pages, telesales, assisted sale, app
    "source": Literal["checkout", "pdp", "site", "tdv", "guide", "app"],
    # What is bought
    "products": List["Product"],
    # Delivery fee, in reais; 0 is valid
    "shipping": float,
})
_OptionsRequestOptional = TypedDict("_OptionsRequestOptional", {
    # Full name of the customer, as on the document; any alphabet
    "name": str,
    # Ask for options with a grace period; needs a retailer enabled for it
    "hasGracePeriod": bool,
    # Category id
    "categoryId": str,
    # Category
    "categoryName": str,
    # Informative; products decides
    "productAmount": float,
    # Informative; products decides
    "productCategory": str,
    # Informative
    "productDescription": str,
    # Informative; products decides; kept as text, never fetched
    "productImage": str,
    # Informative; products decides
    "productName": str,
    # Informative; products decides, in reais; more than two decimals are rounded half up
    "productPrice": float,
    # Informative; products decides; kept as text, never fetched
    "productUrl": str,
    # Seller of an assisted sale
    "seller": str,
    # Taxpayer id of the customer, with or without mask
    "sellerCpf": str,
    # Brazilian mobile or landline with area code; mask and +55 are accepted
    "sellerPhone": str,
    # Session of the shop
    "sessionId": str,
    # Informative
    "skuNumber": str,
    # Informative; every answer has a tracking id of its own
    "trackId": str,
}, total=False)


class OptionsRequest(_OptionsRequestRequired, _OptionsRequestOptional):
    pass


PayableAnswer = TypedDict("PayableAnswer", {
    # Settlements first, then by number; those of the agreement last
    "billets": List["PayableBillet"],
})

_PayableBilletRequired = TypedDict("_PayableBilletRequired", {
    # Identifier
    "id": str,
    # The transaction itself, or the agreement on its debt
    "transactionId": str,
    # SECOND_COPY of an installment that is late, SETTLEMENT of what is paid early
    "kind": Literal["DOWN_PAYMENT", "INSTALLMENT", "SECOND_COPY", "SETTLEMENT"],
    # What it asks for today, with fine and interest where it is late
    "value": float,
    # YYYY-MM-DD
    "dueDate": str,
    # How it can be paid today
    "methods": List[Literal["BILLET", "PIX"]],
})
_PayableBilletOptional = TypedDict("_PayableBilletOptional", {
    # Which installment: 1, 2, 3 …
    "installmentNumber": float,
    # Total installments
    "installmentNumbers": float,
}, total=False)


class PayableBillet(_PayableBilletRequired, _PayableBilletOptional):
    pass


_PaymentLinkRequired = TypedDict("_PaymentLinkRequired", {
    # 24 hexadecimal characters
    "id": str,
    # The page where the customer buys
    "url": str,
    # The url as a QR code: an SVG picture in a data URL
    "qrCode": str,
    # ACTIVE: nobody has opened it yet, or its purchase ended early. OPENED: somebody opened it. CLAIMED: a purchase
    # is under way. COMPLETED: that purchase is OPEN. EXPIRED and DELETED: it can no longer be used
    "status": Literal["ACTIVE", "OPENED", "CLAIMED", "COMPLETED", "EXPIRED", "DELETED"],
    # Where the customer is: store checkout, product page, the shop’s own pages, telesales, assisted sale, app
    "source": Literal["checkout", "pdp", "site", "tdv", "guide", "app"],
    # The retailer’s order
    "orderId": str,
    # All that is bought, delivery included
    "amount": float,
    # Until when it can be used; ISO 8601
    "expiresAt": str,
    # When it was created; ISO 8601
    "createdAt": str,
    # Messages that carried the link
    "notifications": List["PaymentLinkNotification"],
})
_PaymentLinkOptional = TypedDict("_PaymentLinkOptional", {
    # What is bought, in a few words
    "description": str,
    # What is bought
    "products": List["PaymentLinkProduct"],
    # Delivery fee, in reais
    "shipping": float,
    # Who sells
    "seller": str,
    # When somebody looked at it first; ISO 8601
    "openedAt": str,
    # When it was locked, because five different people were refused on it; ISO 8601
    "lockedAt": str,
    # The purchase made with it
    "transactionId": str,
}, total=False)


class PaymentLink(_PaymentLinkRequired, _PaymentLinkOptional):
    pass


PaymentLinkCustomer = TypedDict("PaymentLinkCustomer", {
    # Full name of the customer, as on the document; any alphabet
    "name": str,
    # Taxpayer id of the customer, with or without mask
    "cpf": str,
    # Brazilian mobile or landline with area code; mask and +55 are accepted
    "phone": str,
    # E-mail address of the customer
    "email": str,
    # Postal code (CEP) of the delivery, with or without mask
    "zipCode": str,
    # Street
    "addressStreet": str,
    # Number
    "addressNumber": str,
    # Complement; may be empty
    "addressComplement": str,
    # City
    "city": str,
    # State (UF)
    "state": str,
}, total=False)

PaymentLinkFunnel = TypedDict("PaymentLinkFunnel", {
    # First day
    "from": str,
    # Last day
    "to": str,
    # Links created in the period
    "created": float,
    # Of these, links that somebody opened
    "opened": float,
    # Of these, links on which somebody confirmed a phone
    "identified": float,
    # Of these, links by which a contract was signed
    "signed": float,
    # Of these, links whose purchase became OPEN: signed, and the down payment paid
    "paid": float,
    # What all of them sell, in reais
    "createdAmount": float,
    # What those that are paid sold, in reais
    "paidAmount": float,
    # By seller, whoever was paid most first: 200 at most
    "sellers": List["PaymentLinkSellerFunnel"],
})

PaymentLinkNotification = TypedDict("PaymentLinkNotification", {
    # SMS or EMAIL
    "channel": Literal["SMS", "EMAIL"],
    # Masked
    "to": str,
    # When it was handed over to be sent; ISO 8601
    "sentAt": str,
})

_PaymentLinkProductRequired = TypedDict("_PaymentLinkProductRequired", {
    # Quantity
    "amount": float,
    # Identifier
    "id": str,
    # Name
    "name": str,
    # Unit price
    "value": float,
})
_PaymentLinkProductOptional = TypedDict("_PaymentLinkProductOptional", {
    # Category of the product
    "category": str,
    # Category id of the shop
    "categoryId": float,
    # Picture of the product
    "image": str,
    # Address
    "url": str,
    # Who sells
    "seller": str,
}, total=False)


class PaymentLinkProduct(_PaymentLinkProductRequired, _PaymentLinkProductOptional):
    pass


PaymentLinks = TypedDict("PaymentLinks", {
    # The newest first
    "data": List["PaymentLink"],
    # What to send as `after` for the rest; null when there is none
    "next": Union[str, None],
})

PaymentLinkSellerFunnel = TypedDict("PaymentLinkSellerFunnel", {
    # As written in the newest link; null for links without a seller
    "seller": Union[str, None],
    # Links created in the period
    "created": float,
    # Of these, links that somebody opened
    "opened": float,
    # Of these, links on which somebody confirmed a phone
    "identified": float,
    # Of these, links by which a contract was signed
    "signed": float,
    # Of these, links whose purchase became OPEN: signed, and the down payment paid
    "paid": float,
    # What all of them sell, in reais
    "createdAmount": float,
    # What those that are paid sold, in reais
    "paidAmount": float,
})

PayRequest = TypedDict("PayRequest", {
    # What is paid; what the billet asks for on that day when absent, in reais; more than two decimals are rounded
    # half up
    "amount": float,
    # PIX only where the billet has a pixCode
    "method": Literal["BILLET", "PIX"],
    # Another name of `method`
    "rail": Literal["BILLET", "PIX"],
    # The day on which the customer paid, from the issue of the billet to today; today when absent
    "paidOn": str,
    # How many times the bank reports this payment; once when absent
    "repeat": int,
    # How long after the payment the bank reports it, by the clock of the sandbox; at once when absent
    "delaySeconds": int,
}, total=False)

PersonAnswer = TypedDict("PersonAnswer", {
    # Eleven digits
    "cpf": str,
    # Name
    "name": str,
    # Eleven digits; nobody else of the sandbox has it
    "phone": str,
    # E-mail address of the customer
    "email": str,
    # Eight digits
    "zipCode": str,
    # Street
    "addressStreet": str,
    # Number
    "addressNumber": str,
    # Complement; may be empty
    "addressComplement": str,
    # City
    "city": str,
    # State (UF)
    "state": str,
})

PersonRequest = TypedDict("PersonRequest", {
    # Digits 4 to 6 of the CPF, which choose the outcome
    "persona": str,
})

PlayAnswer = TypedDict("PlayAnswer", {
    # Identifier of the purchase
    "transactionId": str,
    # PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being
    # canceled. CANCELED, CLOSED and ABANDONED are final
    "status": Literal["ABANDONED", "CANCELED", "CLOSED", "PENDING", "PROCESSING_CANCEL", "OPEN"],
    # What the purchase is waiting for
    "step": Literal["WAITING", "CONFIRMATION", "FRONTDOC", "BACKDOC", "SELFIE", "ASYNC_ANALYSE", "INSURANCE", "SIGNATURE", "DESK", "ENTRY", "COMPLETE"],
})

_PlayDeskRequestRequired = TypedDict("_PlayDeskRequestRequired", {
    # The decision
    "result": Literal["VALIDATED", "REFUSED", "ASK_AGAIN"],
})
_PlayDeskRequestOptional = TypedDict("_PlayDeskRequestOptional", {
    # With ASK_AGAIN, and only then: the picture that the customer is to send again
    "step": Literal["FRONTDOC", "BACKDOC", "SELFIE"],
}, total=False)


class PlayDeskRequest(_PlayDeskRequestRequired, _PlayDeskRequestOptional):
    pass


PlayRequest = TypedDict("PlayRequest", {
    # What the purchase is waiting for
    "until": Literal["WAITING", "CONFIRMATION", "FRONTDOC", "BACKDOC", "SELFIE", "ASYNC_ANALYSE", "INSURANCE", "SIGNATURE", "DESK", "ENTRY", "COMPLETE"],
    # Instead of `until`: the customer gives up
    "action": Literal["CANCEL"],
    # What the customer answers at INSURANCE; false when absent
    "acceptInsurance": bool,
}, total=False)

_PreApproveAnswerRequired = TypedDict("_PreApproveAnswerRequired", {
    # Tracking id of this call; quote it when you ask for help
    "trackId": str,
})
_PreApproveAnswerOptional = TypedDict("_PreApproveAnswerOptional", {
    # APPROVED: may buy. DENIED: refused. NO_ACTION: not refused, but cannot buy now. PRICE_OUT_RANGE: the approved
    # limit does not cover the amount to finance
    "result": Literal["APPROVED", "DENIED", "NO_ACTION", "PRICE_OUT_RANGE"],
    # Why the customer cannot buy; absent when approved
    "refusalReason": Literal["USER_DENIED", "TOTALVALUE_LOW", "TOTALVALUE_HIGH", "PRICE_OUT_RANGE", "DDD_NOT_FOUND", "USER_HAS_TRANSACTION", "MAX_TRIES", "FILTER_BELOW_AGE"],
    # With TOTALVALUE_LOW, TOTALVALUE_HIGH and PRICE_OUT_RANGE: the limit that the purchase misses, in reais
    "details": List[Dict[str, Any]],
    # What a page may show before the checkout
    "preview": "Preview",
    # The limit of an approved customer and what it buys
    "preApprovedCredit": "PreApprovedCredit",
    # true when the credit bureau could not answer: ask again later
    "error": bool,
}, total=False)


class PreApproveAnswer(_PreApproveAnswerRequired, _PreApproveAnswerOptional):
    pass


_PreApprovedCreditRequired = TypedDict("_PreApprovedCreditRequired", {
    # Pre-approval identifier
    "_id": str,
    # Largest amount that the customer may finance
    "maxValue": float,
    # Smallest amount that the customer may finance
    "minValue": float,
    # Installment options per range of the purchase value, keyed `<min>-<max>`; the upper end belongs to the range
    "pricings": Dict[str, List[Dict[str, Any]]],
})
_PreApprovedCreditOptional = TypedDict("_PreApprovedCreditOptional", {
    # In the grace-period variant
    "policyConfigurationId": str,
    # In the grace-period variant
    "pricingConditions": List[Dict[str, Any]],
}, total=False)


class PreApprovedCredit(_PreApprovedCreditRequired, _PreApprovedCreditOptional):
    pass


_PreApproveRequestRequired = TypedDict("_PreApproveRequestRequired", {
    # Taxpayer id of the customer, with or without mask
    "cpf": str,
    # Brazilian mobile or landline with area code; mask and +55 are accepted
    "phone": str,
    # E-mail address of the customer
    "email": str,
    # Postal code (CEP) of the delivery, with or without mask
    "zipCode": str,
    # Where the customer is: store checkout, product page, the shop’s own pages, telesales, assisted sale, app
    "source": Literal["checkout", "pdp", "site", "tdv", "guide", "app"],
})
_PreApproveRequestOptional = TypedDict("_PreApproveRequestOptional", {
    # Value of the intended purchase, in reais; more than two decimals are rounded half up
    "price": float,
}, total=False)


class PreApproveRequest(_PreApproveRequestRequired, _PreApproveRequestOptional):
    pass


Preview = TypedDict("Preview", {
    # Whether any offered option asks for a down payment
    "downPayment": bool,
    # One group for each down payment
    "downPaymentOptions": List[Dict[str, Any]],
    # Whether the customer may buy
    "preApproved": bool,
    # Whether the shop should show the offer
    "showScript": bool,
    # One example: the option with the lowest installment
    "simulation": Dict[str, Any],
})

PreviewOfferQuery = TypedDict("PreviewOfferQuery", {
    # Publishable key of the retailer, `pk_…`
    "key": str,
    # Price of the purchase in reais, with a dot and at most two decimals
    "total": str,
})

PriceDetail = TypedDict("PriceDetail", {
    # Part of the installment that repays the loan
    "amortization": float,
    # Days used for IOF, at most 365
    "days": float,
    # Tax (IOF) of this row
    "iof": float,
    # Registration fee, in reais
    "tcValue": float,
})

_ProductRequired = TypedDict("_ProductRequired", {
    # Quantity
    "amount": int,
    # Product id of the shop
    "id": str,
    # Name
    "name": str,
    # Unit price, in reais; more than two decimals are rounded half up
    "value": float,
})
_ProductOptional = TypedDict("_ProductOptional", {
    # Category
    "category": str,
    # Category id
    "categoryId": float,
    # Picture; kept as text, never fetched
    "image": str,
    # Product page; kept as text, never fetched
    "url": str,
    # Seller in a marketplace
    "seller": str,
}, total=False)


class Product(_ProductRequired, _ProductOptional):
    pass


ReadStorefrontQuery = TypedDict("ReadStorefrontQuery", {
    # Publishable key of the retailer, `pk_…`
    "key": str,
})

ReissueRequest = TypedDict("ReissueRequest", {
    # New due date, YYYY-MM-DD: a business day, today or at most 3 business days ahead. Without it today, or the
    # next business day
    "dueDate": str,
}, total=False)

RemovalPreview = TypedDict("RemovalPreview", {
    # The transaction that would be replaced
    "transactionId": str,
    # Who bears, by the retailer’s conditions, the interest and tax of a purchase canceled after its transfer
    "costsBorneBy": Literal["RETAILER", "LENDER"],
    # The customer
    "customer": "CancelPreviewCustomer",
    # The retailer; the next transfers are lower by `owedValue`
    "retailer": "CancelPreviewRetailer",
    # The lender
    "lender": "CancelPreviewLender",
    # The transaction that would take its place, with its schedule. It has no ids, and its billets have no lines
    "transaction": "Transaction",
})

RemovalPreviewRequest = TypedDict("RemovalPreviewRequest", {
    # Ids of products to remove
    "products": List[str],
})

RenegotiationAccepted = TypedDict("RenegotiationAccepted", {
    # Of the agreement
    "transactionId": str,
    # Page where the customer confirms the phone and signs
    "returnUrl": str,
    # PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being
    # canceled. CANCELED, CLOSED and ABANDONED are final
    "status": Literal["ABANDONED", "CANCELED", "CLOSED", "PENDING", "PROCESSING_CANCEL", "OPEN"],
    # What the purchase is waiting for
    "step": Literal["WAITING", "CONFIRMATION", "FRONTDOC", "BACKDOC", "SELFIE", "ASYNC_ANALYSE", "INSURANCE", "SIGNATURE", "DESK", "ENTRY", "COMPLETE"],
})

RenegotiationOption = TypedDict("RenegotiationOption", {
    # Can be accepted until the end of the day
    "optionId": str,
    # Paid at once; counts for the debt
    "downPaymentValue": float,
    # Number of installments
    "numberOfInstallments": float,
    # Each installment
    "paymentInstallments": float,
    # Sum of the installments
    "totalAmount": float,
    # Percent a month; never above the contract’s
    "interestRatePM": float,
    # Total effective cost per year, percent
    "cetPA": float,
    # YYYY-MM-DD
    "firstDueDate": str,
})

RenegotiationOptions = TypedDict("RenegotiationOptions", {
    # What is owed today: overdue installments with their charges, the others at present value
    "debtValue": float,
    # One option for each number of installments
    "options": List["RenegotiationOption"],
})

RenegotiationRequest = TypedDict("RenegotiationRequest", {
    # true: answers with the possible agreements, and changes nothing
    "preview": bool,
    # With `preview`: only this number of installments; 3, 6, 12 and 24 when absent
    "installments": int,
    # With `preview`: paid at once, in reais, at most what is overdue; 0 when absent
    "downPaymentValue": float,
    # With `preview`: 15 to 45 days ahead, YYYY-MM-DD; in 30 days when absent
    "firstDueDate": str,
    # Instead of `preview`: accepts this option, on the day on which it was offered
    "optionId": str,
}, total=False)

Requests = TypedDict("Requests", {
    # The rows of this page
    "data": List["LoggedRequest"],
    # What to send as `after` for the rest; null when there is none. A page may hold fewer than `limit`
    "next": Union[str, None],
})

ResetAnswer = TypedDict("ResetAnswer", {
    # Ended by this call
    "purchases": int,
    # Deleted by this call
    "paymentLinks": int,
    # Free again; 0 while not done
    "people": int,
    # False when there was too much for one call: call again
    "done": bool,
})

ReviewAnswer = TypedDict("ReviewAnswer", {
    # Version of the invoice
    "invoiceId": str,
    # Identifier of the purchase
    "transactionId": str,
    # What was decided about an invoice
    "result": Literal["VALIDATED", "REFUSED"],
    # Why, for programs
    "code": str,
    # Why, for people
    "message": str,
    # ISO 8601
    "reviewedAt": str,
})

_ReviewRequestRequired = TypedDict("_ReviewRequestRequired", {
    # What was decided about an invoice
    "result": Literal["VALIDATED", "REFUSED"],
})
_ReviewRequestOptional = TypedDict("_ReviewRequestOptional", {
    # For the retailer, where it is refused
    "message": str,
}, total=False)


class ReviewRequest(_ReviewRequestRequired, _ReviewRequestOptional):
    pass


SampleInvoiceAnswer = TypedDict("SampleInvoiceAnswer", {
    # A PDF in base64
    "invoiceFile": str,
})

SandboxListMessagesQuery = TypedDict("SandboxListMessagesQuery", {
    # Brazilian mobile or landline with area code; mask and +55 are accepted
    "phone": str,
    # E-mail address of the customer
    "email": str,
}, total=False)

_SendPaymentLinkRequired = TypedDict("_SendPaymentLinkRequired", {
    # SMS or EMAIL
    "channel": Literal["SMS", "EMAIL"],
})
_SendPaymentLinkOptional = TypedDict("_SendPaymentLinkOptional", {
    # Phone or e-mail address; the customer’s own when absent
    "to": str,
}, total=False)


class SendPaymentLink(_SendPaymentLinkRequired, _SendPaymentLinkOptional):
    pass


SettledInstallment = TypedDict("SettledInstallment", {
    # Which installment: 1, 2, 3 …
    "installmentNumber": float,
    # What it takes off the installment
    "faceValue": float,
    # Fine, in reais
    "fine": float,
    # Of a delay
    "interest": float,
    # What is paid for the face value; the same when it is due
    "presentValue": float,
})

Settlement = TypedDict("Settlement", {
    # Identifier of the purchase
    "transactionId": str,
    # YYYY-MM-DD
    "date": str,
    # Installments due by that day, with their charges
    "overdueValue": float,
    # Present value of those that are paid before they are due
    "futureValue": float,
    # Interest that is saved
    "discount": float,
    # Part of the insurance premium for the time that is left, when nothing is owed afterwards
    "premiumRefund": float,
    # To be paid: overdueValue + futureValue − premiumRefund
    "value": float,
    # What is settled, one row for each installment
    "installments": List["SettledInstallment"],
})

SettlementRequest = TypedDict("SettlementRequest", {
    # Day of the payment: today, which it is when absent, or up to 5 business days later; YYYY-MM-DD, in São Paulo
    "date": str,
    # What is paid before it is due: `all`, which it is when absent, `next`, or the last ones, such as `last:2`.
    # Overdue installments are always included
    "installments": str,
    # Instead of `installments`: an amount of at least 1.00, at most all that is owed. It pays what is overdue, then
    # the last installments
    "amount": float,
}, total=False)

Statement = TypedDict("Statement", {
    # First day
    "from": str,
    # Last day
    "to": str,
    # What the lender owed the retailer before the first day; below zero: the other way round
    "openingBalance": float,
    # Opening balance and all amounts
    "closingBalance": float,
    # Every movement with the balance after it
    "lines": List["StatementLine"],
})

_StatementLineRequired = TypedDict("_StatementLineRequired", {
    # Day on which it was booked; YYYY-MM-DD, in São Paulo
    "date": str,
    # SALE: value of a completed purchase. COMMISSION, RETENTION: what the lender keeps of it. CANCELLATION, RETURN:
    # the purchase ended, or was replaced by one with fewer products; a second line of CANCELLATION is the interest
    # and tax that the retailer bears by its conditions. TRANSFER: the bank confirmed that the money was sent; above
    # zero, that it came back or that the retailer paid what it owed
    "kind": Literal["SALE", "COMMISSION", "RETENTION", "CANCELLATION", "RETURN", "TRANSFER", "ADJUSTMENT"],
    # Above zero: in favour of the retailer
    "amount": float,
    # After this line
    "balance": float,
})
_StatementLineOptional = TypedDict("_StatementLineOptional", {
    # Identifier of the purchase
    "transactionId": str,
    # The retailer’s order
    "orderId": str,
    # Of a TRANSFER: the order at the bank
    "reference": str,
}, total=False)


class StatementLine(_StatementLineRequired, _StatementLineOptional):
    pass


StatementSummary = TypedDict("StatementSummary", {
    # First day; YYYY-MM-DD, in São Paulo
    "from": str,
    # Last day; YYYY-MM-DD, in São Paulo
    "to": str,
    # As the statement of these days opens, in reais
    "openingBalance": float,
    # SALE lines, in reais
    "sales": float,
    # COMMISSION lines; below zero, in reais
    "commission": float,
    # RETENTION lines; below zero, in reais
    "retention": float,
    # CANCELLATION lines without costs; below zero, in reais
    "cancellations": float,
    # RETURN lines; below zero, in reais
    "returns": float,
    # CANCELLATION lines of interest and tax that the retailer bears; below zero, in reais
    "costs": float,
    # ADJUSTMENT lines, in reais
    "adjustments": float,
    # TRANSFER lines; below zero where money was sent, in reais
    "transferred": float,
    # Opening balance and all of these, in reais
    "closingBalance": float,
})

StatusAnswer = TypedDict("StatusAnswer", {
    # PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being
    # canceled. CANCELED, CLOSED and ABANDONED are final
    "status": Literal["ABANDONED", "CANCELED", "CLOSED", "PENDING", "PROCESSING_CANCEL", "OPEN"],
    # Identifier of the purchase
    "transactionId": str,
})

StorefrontConfig = TypedDict("StorefrontConfig", {
    # Whether the shop shows offers in its pages
    "showScript": bool,
    # Name of the shop, for people
    "name": str,
    # Smallest purchase that is financed
    "minTotal": float,
    # Largest purchase that is financed
    "maxTotal": float,
})

StorefrontPreview = TypedDict("StorefrontPreview", {
    # Whether there is something to show
    "showScript": Literal[True],
    # The price that was asked about
    "total": float,
    # Smallest purchase that is financed
    "minTotal": float,
    # Largest purchase that is financed
    "maxTotal": float,
    # The option with the lowest installment
    "simulation": Dict[str, Any],
    # One group for each down payment
    "downPaymentOptions": List[Dict[str, Any]],
    # End of the day in Sao Paulo, on which the figures depend
    "validUntil": str,
})

_TransactionRequired = TypedDict("_TransactionRequired", {
    # UNSPECIFIED_CANCEL_REASON while nothing was canceled
    "cancelReason": Literal["ONBOARDING_REFUSED", "RETAILER_CANCELED", "RENEGOTIATION_FAILED", "CUSTOMER_ABANDONED", "CANCELLED_BY_CUSTOMER", "PAYMENT_LINK_DELETED", "NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS", "UNSPECIFIED_CANCEL_REASON"],
    # Whether there is a down payment
    "downPayment": bool,
    # Down payment, in reais
    "downPaymentValue": float,
    # Products + delivery − down payment, without the registration fee
    "financedAmount": float,
    # Yearly interest, percent
    "interestRatePA": float,
    # Monthly interest, percent
    "interestRatePM": float,
    # Number of installments
    "numberOfInstallments": float,
    # Value of one installment, in reais
    "paymentInstallments": float,
    # PENDING: waiting for documents, down payment or approval. OPEN: in progress. PROCESSING_CANCEL: being
    # canceled. CANCELED, CLOSED and ABANDONED are final
    "status": Literal["ABANDONED", "CANCELED", "CLOSED", "PENDING", "PROCESSING_CANCEL", "OPEN"],
    # What the purchase is waiting for
    "step": Literal["WAITING", "CONFIRMATION", "FRONTDOC", "BACKDOC", "SELFIE", "ASYNC_ANALYSE", "INSURANCE", "SIGNATURE", "DESK", "ENTRY", "COMPLETE"],
    # Sum of the installments, in reais
    "totalAmount": float,
    # Sum of the tax (IOF), in reais
    "totalIof": float,
    # Registration fee, in reais
    "tcValue": float,
    # Total effective cost per month, percent
    "cetPM": float,
})
_TransactionOptional = TypedDict("_TransactionOptional", {
    # When it was canceled; ISO 8601
    "canceledAt": str,
    # The billet of the down payment
    "downPaymentBillet": "Billet",
    # Identifier
    "id": str,
    # The billets of the installments, in the order of their due dates
    "installments": List["Billet"],
    # Days since the due date of the oldest installment that is overdue; absent when none is. An installment is
    # overdue after the next business day
    "overdueDays": float,
    # What is bought
    "products": List["TransactionProduct"],
    # When the bank confirmed the last refund; once all are PAID; ISO 8601
    "refundedAt": str,
    # Of what is owed back to the customer: DUE, SENT to the bank, PAID by it, or FAILED and to be corrected. Of
    # several refunds the worst: FAILED, DUE, SENT, PAID
    "refundStatus": Literal["DUE", "SENT", "PAID", "FAILED"],
    # Sum of everything that is or was owed back. 0 where a transaction has ended and nothing is: what was paid
    # under a broken agreement counts for the original debt
    "refundValue": float,
    # Day of the release, from which due dates, tax and CET of the contract count; YYYY-MM-DD
    "releaseDate": str,
    # When nothing was owed any more; once it is CLOSED; ISO 8601
    "settledAt": str,
    # The agreement on this debt that waits, is being paid, or was paid
    "renegotiatedBy": str,
    # Of an agreement: the transaction whose debt it is about
    "renegotiates": str,
    # Identifier of the purchase
    "transactionId": str,
    # When the retailer was paid; ISO 8601
    "transferedAt": str,
    # What the retailer is or was paid: products + delivery − commission − retention. Absent until the purchase is
    # complete, and when it was canceled before the transfer
    "transferValue": float,
    # Total effective cost per year, percent
    "cetPA": float,
}, total=False)


class Transaction(_TransactionRequired, _TransactionOptional):
    pass


TransactionCounts = TypedDict("TransactionCounts", {
    # Every group, in the order in which a transaction goes through them
    "data": List["GroupCount"],
    # All groups together
    "total": int,
    # False when there are more: a group is counted up to 100,000, the matches of `q`, `orderId` or `status` up to
    # 2,000
    "isComplete": bool,
})

_TransactionProductRequired = TypedDict("_TransactionProductRequired", {
    # Quantity
    "amount": float,
    # Category of the product
    "category": str,
    # Category id of the shop
    "categoryId": str,
    # Identifier
    "id": str,
    # Picture of the product
    "image": str,
    # Always false
    "isCreditCardAvailable": bool,
    # Name
    "name": str,
    # Address
    "url": str,
    # Value, in reais
    "value": float,
})
_TransactionProductOptional = TypedDict("_TransactionProductOptional", {
    # Who sells
    "seller": str,
}, total=False)


class TransactionProduct(_TransactionProductRequired, _TransactionProductOptional):
    pass


TransactionRequest = TypedDict("TransactionRequest", {
    # Ids of products to remove; without it the transaction is only read
    "products": List[str],
    # With `products`: the answer is the transaction as the removal would make it, and nothing changes. It has no
    # ids, and its billets have no lines
    "preview": bool,
}, total=False)

Transactions = TypedDict("Transactions", {
    # The rows of this page
    "data": List["ListedTransaction"],
    # What to send as `after` for the rest; null when there is none. A page may hold fewer than `limit`
    "next": Union[str, None],
})

_TransferRequired = TypedDict("_TransferRequired", {
    # Identifier of the purchase
    "transactionId": str,
    # The retailer’s order
    "orderId": str,
    # NONE: nothing will be transferred. BLOCKED: something has to happen first. SCHEDULED: it has a day. SENT: it
    # is at the bank. TRANSFERED: the bank has confirmed it, or it was set off against what the retailer owed
    "state": Literal["NONE", "BLOCKED", "SCHEDULED", "SENT", "TRANSFERED"],
    # Products and delivery, in reais
    "purchaseValue": float,
    # Kept as commission, in reais
    "commission": float,
    # Kept as retention, in reais
    "retention": float,
    # What the retailer is or was to be paid: `purchaseValue` − `commission` − `retention`, in reais
    "transferValue": float,
    # What has to happen, in this order; the first is what it waits for now. Empty once TRANSFERED
    "blockers": List["TransferBlocker"],
})
_TransferOptional = TypedDict("_TransferOptional", {
    # Day on which it is ordered, while nothing else happens; YYYY-MM-DD
    "expectedOn": str,
    # When the bank confirmed it; ISO 8601
    "transferedAt": str,
    # Of the order at the bank, as in /statement
    "reference": str,
}, total=False)


class Transfer(_TransferRequired, _TransferOptional):
    pass


_Transfer2Required = TypedDict("_Transfer2Required", {
    # Identifier; the `reference` of its lines on the statement
    "transferId": str,
    # SCHEDULED: ordered, not sent yet. SENT: the bank has it. PAID: the bank confirmed. FAILED, CANCELED: the money
    # never left. RETURNED: it came back. What FAILED, CANCELED and RETURNED were to pay is owed as before
    "status": Literal["SCHEDULED", "SENT", "PAID", "FAILED", "CANCELED", "RETURNED"],
    # Amount of the transfer, in reais
    "amount": float,
    # What its orders come to, in reais
    "salesAmount": float,
    # What was kept of it because it was owed back: salesAmount − nettedAmount = amount, in reais
    "nettedAmount": float,
    # How many orders
    "orders": float,
    # Day on which the bank paid it, or on which it is to be paid; YYYY-MM-DD, in São Paulo
    "date": str,
    # When it was ordered; ISO 8601
    "orderedAt": str,
    # Our number for it at every bank
    "documentNumber": str,
    # All amounts add up to `amount`
    "lines": List["TransferLine"],
})
_Transfer2Optional = TypedDict("_Transfer2Optional", {
    # When it was paid, failed, was canceled or came back; ISO 8601
    "settledAt": str,
    # What the bank names it by, as on the bank statement: the end-to-end id of a Pix, or the document number of the
    # bank; absent until the bank has told one
    "bankReference": str,
}, total=False)


class Transfer2(_Transfer2Required, _Transfer2Optional):
    pass


_TransferBlockerRequired = TypedDict("_TransferBlockerRequired", {
    # ENDED: canceled or abandoned. AGREEMENT: the retailer is paid for the purchase that it is about. IN_ANALYSIS:
    # the lender looks at it. NOT_SIGNED: the customer has not signed. DOWN_PAYMENT_UNPAID. NOTHING_DUE: commission
    # and retention are all of it. INVOICE_MISSING, INVOICE_UNDER_REVIEW, INVOICE_REFUSED. TRANSFER_FAILED,
    # TRANSFER_RETURNED: the bank refused it or sent it back; the account is corrected by people. ACCOUNT_MISSING:
    # the retailer has no account. SHOP_SUSPENDED. MONEY_HELD: the lender has stopped all transfers. SETTLEMENT_DAY:
    # by the retailer’s schedule. ACCOUNT_CHANGED: a person approves transfers for 48 hours after the account
    # changes. BALANCE_OWED: what the retailer owes is kept of it. APPROVAL: a person at the lender approves it.
    # TRANSFER_SENT: at the bank
    "code": Literal["ENDED", "AGREEMENT", "IN_ANALYSIS", "NOT_SIGNED", "DOWN_PAYMENT_UNPAID", "NOTHING_DUE", "INVOICE_MISSING", "INVOICE_UNDER_REVIEW", "INVOICE_REFUSED", "TRANSFER_FAILED", "TRANSFER_RETURNED", "ACCOUNT_MISSING", "SHOP_SUSPENDED", "MONEY_HELD", "SETTLEMENT_DAY", "ACCOUNT_CHANGED", "BALANCE_OWED", "APPROVAL", "TRANSFER_SENT"],
})
_TransferBlockerOptional = TypedDict("_TransferBlockerOptional", {
    # Since when; ISO 8601
    "since": str,
    # When it ends by itself: a deadline that passes, or the day on which the transfer is made; ISO 8601
    "until": str,
    # Of BALANCE_OWED: what is kept of the next transfers, in reais
    "amount": float,
    # Why an invoice was refused, or the bank’s code of a failure
    "reason": str,
}, total=False)


class TransferBlocker(_TransferBlockerRequired, _TransferBlockerOptional):
    pass


_TransferLineRequired = TypedDict("_TransferLineRequired", {
    # SALE: paid for an order. Below zero: kept because it is owed back after an earlier transfer: for a
    # CANCELLATION, a RETURN of products, the COST of a cancellation, or an ADJUSTMENT. The oldest debts are kept
    # first; one may be spread over several transfers
    "kind": Literal["SALE", "CANCELLATION", "RETURN", "COST", "ADJUSTMENT"],
    # Above zero: paid, in reais
    "amount": float,
})
_TransferLineOptional = TypedDict("_TransferLineOptional", {
    # Identifier of the purchase
    "transactionId": str,
    # The retailer’s order
    "orderId": str,
}, total=False)


class TransferLine(_TransferLineRequired, _TransferLineOptional):
    pass


Transfers = TypedDict("Transfers", {
    # The rows of this page
    "data": List["ListedTransfer"],
    # What to send as `after` for the rest; null when there is none
    "next": Union[str, None],
})

_WebhookAttemptRequired = TypedDict("_WebhookAttemptRequired", {
    # 1, 2, 3 …
    "number": float,
    # When it was sent; ISO 8601
    "attemptedAt": str,
    # How long it took, in milliseconds
    "durationMs": float,
    # HTTP status; null without an answer
    "status": Union[float, None],
})
_WebhookAttemptOptional = TypedDict("_WebhookAttemptOptional", {
    # Why there was no answer, or why it was not accepted
    "error": str,
    # Beginning of what the receiver answered
    "answer": str,
}, total=False)


class WebhookAttempt(_WebhookAttemptRequired, _WebhookAttemptOptional):
    pass


WebhookDeliveries = TypedDict("WebhookDeliveries", {
    # The rows of this page
    "data": List["WebhookDelivery"],
    # What to send as `after` for the rest; null when there is none
    "next": Union[str, None],
})

_WebhookDeliveryRequired = TypedDict("_WebhookDeliveryRequired", {
    # What `after` takes
    "id": str,
    # Where to; 24 hexadecimal characters
    "endpointId": str,
    # What; also the header `webhook-id`; 24 hexadecimal characters
    "eventId": str,
    # Type of the event
    "type": str,
    # 1, 2, 3 … for each transaction
    "sequence": float,
    # Current status
    "status": Literal["pending", "delivered", "failed", "canceled"],
    # When the delivery was asked for; ISO 8601
    "createdAt": str,
    # Every attempt, the first one first
    "attempts": List["WebhookAttempt"],
})
_WebhookDeliveryOptional = TypedDict("_WebhookDeliveryOptional", {
    # Identifier of the purchase
    "transactionId": str,
    # When it is tried next; while pending; ISO 8601
    "nextAttemptAt": str,
    # When it was delivered or given up; ISO 8601
    "settledAt": str,
}, total=False)


class WebhookDelivery(_WebhookDeliveryRequired, _WebhookDeliveryOptional):
    pass


_WebhookEndpointRequired = TypedDict("_WebhookEndpointRequired", {
    # Identifier of the endpoint; 24 hexadecimal characters
    "id": str,
    # Address
    "url": str,
    # Types of events that it receives
    "events": List[Literal["transaction.approved", "transaction.denied", "transaction.canceled", "transaction.closed", "transaction.transfered", "transaction.refunded", "installment.paid", "installment.overdue", "renegotiation.accepted", "renegotiation.failed", "onboarding.step", "invoice.validated", "invoice.refused", "payment_link.opened", "payment_link.claimed", "payment_link.completed", "payment_link.expired", "payment_link.deleted"]],
    # Current status
    "status": Literal["enabled", "disabled"],
    # When it was created; ISO 8601
    "createdAt": str,
})
_WebhookEndpointOptional = TypedDict("_WebhookEndpointOptional", {
    # Since when nothing but failures came back; ISO 8601
    "failingSince": str,
    # When deliveries stopped; ISO 8601
    "disabledAt": str,
    # `gone`: it answered 410. `failing`: for five days every attempt failed
    "disabledReason": Literal["gone", "failing"],
    # Until when the secret before the last rotation signs too; ISO 8601
    "previousSecretUntil": str,
}, total=False)


class WebhookEndpoint(_WebhookEndpointRequired, _WebhookEndpointOptional):
    pass


WebhookEndpointChange = TypedDict("WebhookEndpointChange", {
    # New https address; unchanged when absent
    "url": str,
    # All types of events that it receives from now on; unchanged when absent
    "events": List[Literal["transaction.approved", "transaction.denied", "transaction.canceled", "transaction.closed", "transaction.transfered", "transaction.refunded", "installment.paid", "installment.overdue", "renegotiation.accepted", "renegotiation.failed", "onboarding.step", "invoice.validated", "invoice.refused", "payment_link.opened", "payment_link.claimed", "payment_link.completed", "payment_link.expired", "payment_link.deleted"]],
}, total=False)

WebhookEndpointDay = TypedDict("WebhookEndpointDay", {
    # Day in Sao Paulo; YYYY-MM-DD
    "day": str,
    # Attempts that it accepted
    "delivered": float,
    # Attempts that it refused, or that did not reach it
    "failed": float,
})

WebhookEndpointHealth = TypedDict("WebhookEndpointHealth", {
    # Deliveries that wait, up to 100,000
    "pending": float,
    # Those of them that were not tried since they were last asked for: what is left of a replay
    "untried": float,
    # The last 90 days, today at the end
    "days": List["WebhookEndpointDay"],
})

WebhookEndpoints = TypedDict("WebhookEndpoints", {
    # The rows of this page
    "data": List["WebhookEndpoint"],
    # What to send as `after` for the rest; null when there is none
    "next": Union[str, None],
})

_WebhookEndpointWithSecretRequired = TypedDict("_WebhookEndpointWithSecretRequired", {
    # Identifier of the endpoint; 24 hexadecimal characters
    "id": str,
    # Address
    "url": str,
    # Types of events that it receives
    "events": List[Literal["transaction.approved", "transaction.denied", "transaction.canceled", "transaction.closed", "transaction.transfered", "transaction.refunded", "installment.paid", "installment.overdue", "renegotiation.accepted", "renegotiation.failed", "onboarding.step", "invoice.validated", "invoice.refused", "payment_link.opened", "payment_link.claimed", "payment_link.completed", "payment_link.expired", "payment_link.deleted"]],
    # Current status
    "status": Literal["enabled", "disabled"],
    # When it was created; ISO 8601
    "createdAt": str,
    # Signs every delivery; begins with whsec_, shown only once
    "secret": str,
})
_WebhookEndpointWithSecretOptional = TypedDict("_WebhookEndpointWithSecretOptional", {
    # Since when nothing but failures came back; ISO 8601
    "failingSince": str,
    # When deliveries stopped; ISO 8601
    "disabledAt": str,
    # `gone`: it answered 410. `failing`: for five days every attempt failed
    "disabledReason": Literal["gone", "failing"],
    # Until when the secret before the last rotation signs too; ISO 8601
    "previousSecretUntil": str,
}, total=False)


class WebhookEndpointWithSecret(_WebhookEndpointWithSecretRequired, _WebhookEndpointWithSecretOptional):
    pass


_WebhookFullAttemptRequired = TypedDict("_WebhookFullAttemptRequired", {
    # 1, 2, 3 …
    "number": float,
    # When it was sent; ISO 8601
    "attemptedAt": str,
    # How long it took, in milliseconds
    "durationMs": float,
    # HTTP status; null without an answer
    "status": Union[float, None],
})
_WebhookFullAttemptOptional = TypedDict("_WebhookFullAttemptOptional", {
    # Why there was no answer, or why it was not accepted
    "error": str,
    # As they were sent; absent for attempts from before they were kept
    "requestHeaders": List["WebhookHeader"],
    # As they were answered, the first 1,024 characters of them
    "answerHeaders": List["WebhookHeader"],
    # The first 4,096 bytes that the receiver answered
    "answer": str,
}, total=False)


class WebhookFullAttempt(_WebhookFullAttemptRequired, _WebhookFullAttemptOptional):
    pass


_WebhookFullDeliveryRequired = TypedDict("_WebhookFullDeliveryRequired", {
    # What `after` takes
    "id": str,
    # Where to; 24 hexadecimal characters
    "endpointId": str,
    # What; also the header `webhook-id`; 24 hexadecimal characters
    "eventId": str,
    # Type of the event
    "type": str,
    # 1, 2, 3 … for each transaction
    "sequence": float,
    # Current status
    "status": Literal["pending", "delivered", "failed", "canceled"],
    # When the delivery was asked for; ISO 8601
    "createdAt": str,
    # The body as it was sent, at every attempt
    "body": str,
    # Every attempt, the first one first
    "attempts": List["WebhookFullAttempt"],
})
_WebhookFullDeliveryOptional = TypedDict("_WebhookFullDeliveryOptional", {
    # Identifier of the purchase
    "transactionId": str,
    # When it is tried next; while pending; ISO 8601
    "nextAttemptAt": str,
    # When it was delivered or given up; ISO 8601
    "settledAt": str,
}, total=False)


class WebhookFullDelivery(_WebhookFullDeliveryRequired, _WebhookFullDeliveryOptional):
    pass


WebhookHeader = TypedDict("WebhookHeader", {
    # Name of the header
    "name": str,
    # Its value
    "value": str,
})

_WebhookReplayRequired = TypedDict("_WebhookReplayRequired", {
    # Where to; 24 hexadecimal characters
    "endpointId": str,
})
_WebhookReplayOptional = TypedDict("_WebhookReplayOptional", {
    # One event, whether the endpoint subscribes to its type or not; 24 hexadecimal characters
    "eventId": str,
    # Instead of `eventId`: all events subscribed to, created from then on; ISO 8601
    "since": str,
    # With `since`: the last moment; now when absent; ISO 8601
    "until": str,
}, total=False)


class WebhookReplay(_WebhookReplayRequired, _WebhookReplayOptional):
    pass


WebhookReplayAnswer = TypedDict("WebhookReplayAnswer", {
    # Events that are sent again
    "replayed": float,
})

WebhookTest = TypedDict("WebhookTest", {
    # Type of the event, whether the endpoint subscribes to it or not: invented values, with `test: true`;
    # `test.ping` when absent
    "type": Literal["transaction.approved", "transaction.denied", "transaction.canceled", "transaction.closed", "transaction.transfered", "transaction.refunded", "installment.paid", "installment.overdue", "renegotiation.accepted", "renegotiation.failed", "onboarding.step", "invoice.validated", "invoice.refused", "payment_link.opened", "payment_link.claimed", "payment_link.completed", "payment_link.expired", "payment_link.deleted"],
}, total=False)


class Operations:
    """One method for each operation of the interface."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        is_repeatable: bool = False,
        is_binary: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Any:
        raise NotImplementedError

    def pre_approve(
        self,
        body: PreApproveRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PreApproveAnswer:
        """Ask for a credit check of a customer. Answers whether the customer may buy in installments and what they could
        buy. A refusal is a normal answer (200) with `result` and `refusalReason`.
        """
        return self._call(
            "POST",
            "/preApprove",
            body=body,
            is_repeatable=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def options(
        self,
        body: OptionsRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> OptionsAnswer:
        """Ask for the payment options of a checkout. Decides on the customer and prices every combination of down
        payment and installments for the cart. The options stay valid for 48 hours with exactly these figures. With
        `hasGracePeriod: true`, a retailer enabled for it also gets options whose first installment is due later.
        """
        return self._call(
            "POST",
            "/options",
            body=body,
            is_repeatable=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def authorize(
        self,
        body: AuthorizeRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> AuthorizeAnswer:
        """Authorize an option. Makes a transaction of an option that /options showed, with exactly its figures, and
        issues the down payment billet. The same `orderId` and `optionId` again give the same answer, for ever.
        """
        return self._call(
            "POST",
            "/authorize",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def cancel(
        self,
        body: CancelRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> CancelAnswer:
        """Cancel a transaction. Cancels the open billets and works out what the customer really paid and gets back.
        Repeating it gives the same answer and no second refund. The bank fields are all or none; only `digitoAgencia`
        may be missing. Money is given back to the customer only: paid by Pix it goes back the same way, else to this
        account, else to the Pix key that is the customer’s CPF.
        """
        return self._call(
            "POST",
            "/cancel",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def cancel_preview(
        self,
        body: CancelPreviewRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> CancelPreview:
        """Preview a cancellation. What customer, retailer and lender would each give back if the transaction were
        canceled now. Nothing changes, and nobody is told. A retailer that was paid owes the transfer back; by its
        conditions it also bears the interest that the customer is spared and the tax that the Treasury has already.
        """
        return self._call(
            "POST",
            "/cancel/preview",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def read_transaction(
        self,
        transaction_id: str,
        body: Optional[TransactionRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Transaction:
        """Read a transaction, or remove products from it. Without `products` it only reads. With product ids it removes
        those: the transaction is replaced by a new one with the remaining products, the same rate, dates and number
        of installments, as if the others had never been bought. What was paid counts there, and the surplus is owed
        back (`refundValue`); the answer is the new one. With `preview: true` nothing changes, and the answer is what
        would become of it.
        """
        return self._call(
            "POST",
            f"/public/transaction/{quote(transaction_id, safe='')}",
            body=body or {},
            is_repeatable=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def transaction_removal_preview(
        self,
        transaction_id: str,
        body: RemovalPreviewRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> RemovalPreview:
        """Preview the removal of products. What customer, retailer and lender would each give back if these products
        were removed now, and the transaction that would take the place of this one, with its schedule. Nothing
        changes, and nobody is told.
        """
        return self._call(
            "POST",
            f"/public/transaction/{quote(transaction_id, safe='')}/removal-preview",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def read_status(
        self,
        transaction_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> StatusAnswer:
        """Read the status of a transaction. Cheap: one look-up by key."""
        return self._call(
            "POST",
            f"/public/transaction/{quote(transaction_id, safe='')}/status",
            body={},
            is_repeatable=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def transaction_delivered(
        self,
        transaction_id: str,
        body: DeliveredRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> DeliveredAnswer:
        """Report when the customer received the goods. The customer may withdraw within seven days of the completed
        purchase or of receiving the goods, whichever is later. Without this call the days count from completion. The
        same day may be reported again; another day is refused, because the customer has already been shown the last
        day to withdraw.
        """
        return self._call(
            "POST",
            f"/public/transaction/{quote(transaction_id, safe='')}/delivered",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def download_billets(
        self,
        transaction_id: str,
        body: Optional[BilletsRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> bytes:
        """Download all billets as one PDF. One page per billet that can be paid, the down payment first; paid and
        canceled ones are left out. `layout: "booklet"` puts three on a page.
        """
        return self._call(
            "POST",
            f"/public/transaction/{quote(transaction_id, safe='')}/billets",
            body=body or {},
            is_repeatable=True,
            is_binary=True,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def transaction_billets_reissue(
        self,
        transaction_id: str,
        billet_id: str,
        body: Optional[ReissueRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Billet:
        """Second copy of an overdue installment. A new billet with its own number: what is open of the installment, the
        fine and the interest up to the new due date. After that date only interest on the installment is added, by
        the day. The old billet is written off at the bank; money that comes for it all the same pays the same
        installment. An installment can have a second copy for as long as it is owed, also after its `expirationDate`,
        and a copy that was not paid in time can have another one.
        """
        return self._call(
            "POST",
            f"/public/transaction/{quote(transaction_id, safe='')}/billets/{quote(billet_id, safe='')}/reissue",
            body=body or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def transaction_renegotiation(
        self,
        transaction_id: str,
        body: Optional[RenegotiationRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Union[RenegotiationOptions, RenegotiationAccepted]:
        """Renegotiate an overdue debt. With `preview` it answers with the debt of today and with options, which hold
        until the end of the day. With an `optionId` it makes the agreement: a transaction of its own, which the
        customer signs on the page of `returnUrl`. The original stays OPEN; its billets are canceled once the
        agreement is signed and its down payment paid. The same `optionId` again gives the same agreement.
        """
        return self._call(
            "POST",
            f"/public/transaction/{quote(transaction_id, safe='')}/renegotiation",
            body=body or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def get_onboarding_link(
        self,
        transaction_id: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> OnboardingLinkAnswer:
        """Read the link where the customer finishes the purchase. The key goes in the header `x-service-apikey`."""
        return self._call(
            "GET",
            f"/public/transaction/{quote(transaction_id, safe='')}/onboarding-link",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def send_invoice(
        self,
        transaction_id: str,
        body: InvoiceRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> InvoiceAnswer:
        """Send the invoice. A plain PDF, kept as the newest version of the transaction’s invoice; the same file again is
        the same version. It is checked afterwards: `invoice.validated` or `invoice.refused` tells the result.
        """
        return self._call(
            "POST",
            f"/invoice/{quote(transaction_id, safe='')}/file",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def create_payment_link(
        self,
        body: Optional[NewPaymentLink] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PaymentLink:
        """Create a payment link. A page on which one person chooses an option and buys. Either `products` and
        `shipping`, or `amount` and `description`; a purchase made with the latter has no products array.
        """
        return self._call(
            "POST",
            "/payment-links",
            body=body or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def list_payment_links(
        self,
        query: Optional[ListPaymentLinksQuery] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PaymentLinks:
        """List payment links. The newest first, by status, order, seller or day of creation."""
        return self._call(
            "GET",
            "/payment-links",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def count_payment_links(
        self,
        query: CountPaymentLinksQuery,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PaymentLinkFunnel:
        """Read how far payment links got. Of the links created in a period: how many were opened, on how many somebody
        confirmed a phone, signed and paid, in all and by seller.
        """
        return self._call(
            "GET",
            "/payment-links/funnel",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def read_payment_link(
        self,
        payment_link_id: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PaymentLink:
        """Read a payment link. With every message that carried it."""
        return self._call(
            "GET",
            f"/payment-links/{quote(payment_link_id, safe='')}",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def delete_payment_link(
        self,
        payment_link_id: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PaymentLink:
        """Delete a payment link. It can no longer be used. A PENDING purchase made with it is CANCELED with
        PAYMENT_LINK_DELETED, and what was paid is refunded as by /cancel. Repeating the call gives the same answer.
        """
        return self._call(
            "DELETE",
            f"/payment-links/{quote(payment_link_id, safe='')}",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def send_payment_link(
        self,
        payment_link_id: str,
        body: SendPaymentLink,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PaymentLink:
        """Send a payment link. By SMS or e-mail, at most five times a day by each."""
        return self._call(
            "POST",
            f"/payment-links/{quote(payment_link_id, safe='')}/send",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def get_transactions(
        self,
        query: Optional[GetTransactionsQuery] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Transactions:
        """List transactions. The newest first, by order, status, group or day of creation, or by whatever people have at
        hand (`q`). Send `next` as `after` until it is null: a page of a rare status may be short or empty. With
        `format=csv` everything as a file for spreadsheets.
        """
        return self._call(
            "GET",
            "/transactions",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def get_transactions_counts(
        self,
        query: Optional[GetTransactionsCountsQuery] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> TransactionCounts:
        """Count transactions by group. How many transactions the same filters find in each group, for the choices beside
        a list. Each transaction is in exactly one group.
        """
        return self._call(
            "GET",
            "/transactions/counts",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def get_transaction_transfer(
        self,
        transaction_id: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Transfer:
        """Why a transaction is not paid out yet. What the retailer is paid for a transaction, on which day, and
        everything that has to happen before: the first of `blockers` is what the transfer waits for now.
        """
        return self._call(
            "GET",
            f"/public/transaction/{quote(transaction_id, safe='')}/transfer",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def get_statement(
        self,
        query: GetStatementQuery,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Statement:
        """Read the statement. What lender and retailer owe each other: every sale, cancellation and transfer, with the
        balance after it. Opening balance and all amounts make the closing balance. Days that are over never change.
        With `format=csv` a file for spreadsheets, with `format=pdf` one for people, of at most 5,000 lines.
        """
        return self._call(
            "GET",
            "/statement",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def list_requests(
        self,
        query: Optional[ListRequestsQuery] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Requests:
        """List your requests of the last 7 days. What your keys asked for and what was answered, the newest first, about
        a second after the answer. No bodies, no addresses, nothing about a customer. Needs the scope `webhooks`.
        Above 1,200 requests a minute of one key, some may be missing.
        """
        return self._call(
            "GET",
            "/requests",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def get_statement_summary(
        self,
        query: GetStatementSummaryQuery,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> StatementSummary:
        """Add up the statement. The way from sales to transfers: the lines of the statement of these days, added up by
        what they are. Opening balance and all sums make the closing balance.
        """
        return self._call(
            "GET",
            "/statement/summary",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def get_figures(
        self,
        query: GetFiguresQuery,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Figures:
        """Read figures by day. How many purchases were begun, approved and sold, and what was transferred, by day in São
        Paulo. A day that is over changes only when a transfer of it comes back.
        """
        return self._call(
            "GET",
            "/figures",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def get_balance(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Balance:
        """Read the balance. What the lender owes the retailer now, the next transfer, and a calendar of what comes when:
        each sale has a day, or a reason why it has none yet.
        """
        return self._call(
            "GET",
            "/balance",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def list_transfers(
        self,
        query: Optional[ListTransfersQuery] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Transfers:
        """List transfers. The newest first, with what the bank names each of them by."""
        return self._call(
            "GET",
            "/transfers",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def read_transfer(
        self,
        transfer_id: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Transfer2:
        """Read a transfer. With every order that it pays, and what was kept of it because it was owed back. The lines
        add up to the amount.
        """
        return self._call(
            "GET",
            f"/transfers/{quote(transfer_id, safe='')}",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def get_transaction_settlement(
        self,
        transaction_id: str,
        query: Optional[GetTransactionSettlementQuery] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Settlement:
        """Quote an early settlement. What the customer has to pay on a day for all installments, the last ones, the next
        one or with an amount of their own: overdue ones with their charges, the others at their present value at the
        contract’s rate. Nothing changes.
        """
        return self._call(
            "GET",
            f"/public/transaction/{quote(transaction_id, safe='')}/settlement",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def transaction_settlement(
        self,
        transaction_id: str,
        body: Optional[SettlementRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> IssuedSettlement:
        """Issue the billet of an early settlement. The same figures, and a billet with its Pix code, payable on that day
        only. Repeated for the same day and selection it is the same billet; another one takes its place. Paid on its
        day it does exactly what was quoted; on any other day its money is an amount paid on that day, and what is too
        much is given back.
        """
        return self._call(
            "POST",
            f"/public/transaction/{quote(transaction_id, safe='')}/settlement",
            body=body or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def preview_offer(
        self,
        query: PreviewOfferQuery,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Union[StorefrontPreview, NoStorefrontPreview]:
        """Show what a price costs in installments. For a shop’s page, with the publishable key; it names no person. The
        figures are those of the standard conditions: a first contract under the highest limit, as /options would
        offer it today. Outside of the accepted range, or where the shop shows no offers, the answer is
        `{"showScript": false}`. May be cached for five minutes.
        """
        return self._call(
            "GET",
            "/storefront/preview",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def read_storefront(
        self,
        query: ReadStorefrontQuery,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> StorefrontConfig:
        """Read what a script in a shop’s page needs. The shop’s name, whether it shows offers, and which prices can be
        financed. With the publishable key.
        """
        return self._call(
            "GET",
            "/storefront/config",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def create_endpoint(
        self,
        body: NewWebhookEndpoint,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookEndpointWithSecret:
        """Register a receiver of events. Every event of the types chosen is POSTed to the url, signed by the rules of
        Standard Webhooks. The secret is shown only once.
        """
        return self._call(
            "POST",
            "/webhooks/endpoints",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def list_endpoints(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookEndpoints:
        """List the receivers of events. With their state: an endpoint that was disabled says when and why."""
        return self._call(
            "GET",
            "/webhooks/endpoints",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def change_endpoint(
        self,
        endpoint_id: str,
        body: Optional[WebhookEndpointChange] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookEndpoint:
        """Change a receiver. Its address, its types of events, or both. It keeps its id, its secret and its log;
        deliveries that wait go to the new address.
        """
        return self._call(
            "POST",
            f"/webhooks/endpoints/{quote(endpoint_id, safe='')}/change",
            body=body or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def read_endpoint_health(
        self,
        endpoint_id: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookEndpointHealth:
        """Read how a receiver fares. Attempts of the last 90 days, day by day, and what waits. A replay is done when
        `untried` is 0.
        """
        return self._call(
            "GET",
            f"/webhooks/endpoints/{quote(endpoint_id, safe='')}/health",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def delete_endpoint(
        self,
        endpoint_id: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> DeletedWebhookEndpoint:
        """Delete a receiver. Pending deliveries to it are canceled."""
        return self._call(
            "DELETE",
            f"/webhooks/endpoints/{quote(endpoint_id, safe='')}",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def rotate_endpoint(
        self,
        endpoint_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookEndpointWithSecret:
        """Change the signing secret. The new secret is shown only once. For 24 hours deliveries carry a signature of the
        old one too, so that the receiver can change over without a gap.
        """
        return self._call(
            "POST",
            f"/webhooks/endpoints/{quote(endpoint_id, safe='')}/rotate",
            body={},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def enable_endpoint(
        self,
        endpoint_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookEndpoint:
        """Enable a receiver again. Pending deliveries continue. Events from while it was disabled are not sent to it:
        replay that period.
        """
        return self._call(
            "POST",
            f"/webhooks/endpoints/{quote(endpoint_id, safe='')}/enable",
            body={},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def list_deliveries(
        self,
        query: Optional[ListDeliveriesQuery] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookDeliveries:
        """List deliveries with every attempt. The newest event first, to endpoints that are not deleted."""
        return self._call(
            "GET",
            "/webhooks/deliveries",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def read_delivery(
        self,
        endpoint_id: str,
        event_id: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookFullDelivery:
        """Read one delivery with request and answer. Body and headers as they were sent, and what the receiver answered,
        for every attempt. Deliveries are kept for 31 days after they were settled.
        """
        return self._call(
            "GET",
            f"/webhooks/endpoints/{quote(endpoint_id, safe='')}/events/{quote(event_id, safe='')}",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def test_endpoint(
        self,
        endpoint_id: str,
        body: Optional[WebhookTest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookDelivery:
        """Send a test event. Sends a signed event to this endpoint only: `test.ping`, or one of the type chosen, with
        invented values and `test: true`. The answer shows the delivery with its first attempt, or pending when that
        takes longer than a second.
        """
        return self._call(
            "POST",
            f"/webhooks/endpoints/{quote(endpoint_id, safe='')}/test",
            body=body or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def replay_events(
        self,
        body: WebhookReplay,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> WebhookReplayAnswer:
        """Send events again. One event, or all of a time that the endpoint subscribes to, whether they were delivered
        before or not, with the same `webhook-id`.
        """
        return self._call(
            "POST",
            "/webhooks/replay",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def list_events(
        self,
        query: Optional[ListEventsQuery] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Events:
        """Read the log of events. Everything that happened, in order and without gaps, whether an endpoint subscribes to
        it or not. Keep the `eventId` of the last event and send it as `after` the next time.
        """
        return self._call(
            "GET",
            "/events",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_list_messages(
        self,
        query: Optional[SandboxListMessagesQuery] = None,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> MessagesAnswer:
        """Read what a customer was sent. The SMS and e-mails to this phone’s owner, or to this mailbox, newest first.
        Without a message service none of them leaves. Homologation only.
        """
        return self._call(
            "GET",
            "/sandbox/messages",
            query=query,
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_play_customer(
        self,
        transaction_id: str,
        body: Optional[PlayRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PlayAnswer:
        """Play the customer. Goes through the onboarding with the operations that the pages use, until the step is
        reached or nothing more can be played: an unpaid down payment stops at ENTRY. With `action: "CANCEL"` the
        customer gives up. Homologation only.
        """
        return self._call(
            "POST",
            f"/sandbox/transaction/{quote(transaction_id, safe='')}/onboarding",
            body=body or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_list_billets(
        self,
        transaction_id: str,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PayableAnswer:
        """List what a customer can pay now. Every billet that a bank would accept today: the down payment once the
        contract is signed, installments, second copies, early settlements, and those of the agreement on the debt.
        Homologation only.
        """
        return self._call(
            "GET",
            f"/sandbox/transaction/{quote(transaction_id, safe='')}/billets",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_pay_billet(
        self,
        billet_id: str,
        body: Optional[PayRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Billet:
        """Pay a billet. The invented bank reports a payment as a real one would; an amount below what the billet asks
        for pays the oldest open installments in part, one above is owed back, and money for a paid, canceled or
        expired billet is kept aside. `paidOn` dates it back, `repeat` makes the bank report it several times, and
        `delaySeconds` makes it report later. Each call is a payment of its own: use an Idempotency-Key to repeat one
        safely. Homologation only.
        """
        return self._call(
            "POST",
            f"/sandbox/billet/{quote(billet_id, safe='')}/pay",
            body=body or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def get_sandbox_bank(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> BankAnswer:
        """Read how the bank behaves. How the invented bank treats billets, Pix charges and payouts of this retailer.
        Homologation only.
        """
        return self._call(
            "GET",
            "/sandbox/bank",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_bank(
        self,
        body: Optional[BankRequest] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> BankAnswer:
        """Make the bank misbehave. Makes the invented bank lose, repeat, delay or reorder webhooks, fail, be slow, or
        reject, for this retailer only. The body is the whole behaviour: whatever it leaves out is as with a
        well-behaved bank, so `{}` restores that. Homologation only.
        """
        return self._call(
            "POST",
            "/sandbox/bank",
            body=body or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_read_clock(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> ClockAnswer:
        """Read the clock. The current time of the whole deployment. Homologation only."""
        return self._call(
            "GET",
            "/sandbox/clock",
            is_repeatable=True,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_advance_clock(
        self,
        body: AdvanceClockRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> ClockAnswer:
        """Move the clock forward. Moves the time of the whole deployment, for all retailers, and answers when everything
        that fell due is done: deadlines, transfers, retries. It cannot go back. Needs a key with the scope `clock`.
        Homologation only.
        """
        return self._call(
            "POST",
            "/sandbox/clock",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_review_invoice(
        self,
        invoice_id: str,
        body: ReviewRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> ReviewAnswer:
        """Decide about an invoice. Plays the credit desk. A decision made once stands; one that was made automatically
        can be overruled until the retailer is paid. Homologation only.
        """
        return self._call(
            "POST",
            f"/sandbox/invoice/{quote(invoice_id, safe='')}/review",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_compose_invoice(
        self,
        transaction_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> SampleInvoiceAnswer:
        """Get an invoice to send. An invented invoice that says all that the automatic check looks for, as the body that
        `/invoice/{transactionId}/file` takes. Homologation only.
        """
        return self._call(
            "POST",
            f"/sandbox/transaction/{quote(transaction_id, safe='')}/invoice",
            body={},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_give_person(
        self,
        body: PersonRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PersonAnswer:
        """Get a fresh person. A person of this persona whom the retailer was not given before and has not used: no
        attempt, no active purchase. Each persona has 1,000 people; `/sandbox/reset` frees them. Homologation only.
        """
        return self._call(
            "POST",
            "/sandbox/people",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_play_desk(
        self,
        transaction_id: str,
        body: PlayDeskRequest,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> PlayAnswer:
        """Decide about an identification. Plays the credit desk for a transaction at DESK, whatever its amount:
        VALIDATED goes on, REFUSED cancels, ASK_AGAIN goes back to the picture named by `step`. Homologation only.
        """
        return self._call(
            "POST",
            f"/sandbox/desk/{quote(transaction_id, safe='')}",
            body=body,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )

    def sandbox_reset(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> ResetAnswer:
        """Start over. Cancels every active purchase of this retailer (refunds, billets and events follow as after
        `/cancel`), deletes its payment links, restores its bank’s normal behaviour (`/sandbox/bank`) and frees its
        people: attempts are forgotten, and everybody may be given again. Nothing of another retailer changes, nor
        does the clock. Takes at most some seconds: call again until `done` is true. Homologation only.
        """
        return self._call(
            "POST",
            "/sandbox/reset",
            body={},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries=retries,
        )
