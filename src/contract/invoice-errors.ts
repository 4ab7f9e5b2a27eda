/** The catalogue's lines about invoices. */
export const invoiceErrors = {
  invoice_not_base64: {
    status: 400,
    area: 'invoice',
    message: 'invoiceFile is not valid base64',
    meaning:
      'Standard alphabet with padding, without line ends; `data:application/pdf;base64,` may come before it.',
  },
  invoice_not_pdf: {
    status: 400,
    area: 'invoice',
    message: 'invoiceFile is not a PDF',
    meaning: 'The file does not begin and end as a PDF does, or lacks its parts.',
  },
  invoice_with_active_content: {
    status: 400,
    area: 'invoice',
    message: 'PDF with active or embedded content is not accepted',
    meaning:
      'The PDF holds scripts, actions, other files or forms of XFA, is encrypted, or hides its objects; the detail says which. Print it to a plain PDF.',
  },
  invoice_infected: {
    status: 400,
    area: 'invoice',
    message: 'invoiceFile is known to be malicious',
    meaning:
      'A virus scanner recognized this file. Check the computer that created it, and send another file.',
  },
  invoice_expands_too_far: {
    status: 400,
    area: 'invoice',
    message: 'invoiceFile is too large once decompressed',
    meaning:
      'The decompressed content of the PDF is far larger than any invoice, or takes too long to inspect.',
  },
  invoice_not_found: {
    status: 404,
    area: 'invoice',
    message: 'Invoice not found',
    meaning: 'This retailer has no such invoice.',
  },
  invoice_locked: {
    status: 409,
    area: 'invoice',
    message: 'The invoice cannot be replaced any more',
    meaning: 'The retailer was paid with this invoice VALIDATED, or the transaction is CLOSED.',
  },
  invoice_history_full: {
    status: 409,
    area: 'invoice',
    message: 'The transaction has 5 invoices already',
    meaning: 'Versions are kept and never overwritten, and there may be five. Ask the credit desk.',
  },
  invoice_not_reviewable: {
    status: 409,
    area: 'invoice',
    message: 'The invoice cannot be decided any more',
    meaning: 'It was decided otherwise, replaced, or its transaction has ended; the message says which.',
  },
  invoice_quota_spent: {
    status: 429,
    area: 'limits',
    message: 'Too many invoice bytes today',
    meaning: 'The retailer has used up its quota of invoice bytes for this day; see Retry-After.',
  },
} as const
