/** A purchase may be refunded by several orders, each told once. */
const REFUNDS_PAID = `SELECT count(*) FROM payout_orders o JOIN payout_events p ON p.order_id = o.id AND p.event = 'paid'
        WHERE o.kind = 'REFUND' AND o.transaction_id = t.id`

/** The load pays installments by their billets; what comes in during a cancellation only adds to the refund. */
const INSTALLMENTS_PAID = `SELECT count(*) FROM billets b
        WHERE b.transaction_id = t.id AND b.kind = 'installment' AND b.payment_status = 'PAID'`

/** Programs before the one that tells of installments have not told. */
export const INSTALLMENTS_ARE_TOLD = 'every installment that was paid is told once'

const MANY_TIMES = `m.event IN ('refunded', 'installment-paid', 'installment-overdue')`

/** Of an event as it is stored: in the text of a step a sign may stand for the words before it. */
const STEP_TOLD = `substring(e.body FROM '(?:"step":"|' || chr(3) || ')([^"[:cntrl:]]+)')`
const INSTALLMENT_TOLD = `substring(e.body FROM '"installmentNumber":([0-9]+)')`

/*
 * Invariants of every snapshot of the database, whatever was killed when. Each query lists the violations. The load
 * uses each order and each person once, so some invariants are stronger here than in general.
 */
export const ALWAYS_TRUE: Readonly<Record<string, string>> = {
  'the ledger sums to zero':
    'SELECT sum(amount_centavos) AS total FROM ledger_postings HAVING sum(amount_centavos) <> 0',

  'every entry balances':
    'SELECT entry_id FROM ledger_postings GROUP BY entry_id HAVING sum(amount_centavos) <> 0',

  'an order has one transaction':
    'SELECT order_id FROM transactions GROUP BY retailer_id, order_id HAVING count(*) > 1',

  'events are numbered 1, 2, 3 … and each tells something new': `
    SELECT t.id FROM transactions t LEFT JOIN events e ON e.transaction_id = t.id
    GROUP BY t.id HAVING count(e.id) <> t.last_sequence OR max(e.sequence) <> t.last_sequence
      OR count(DISTINCT (e.type, ${STEP_TOLD}, ${INSTALLMENT_TOLD})) FILTER (WHERE e.type <> 'transaction.refunded') <>
        count(e.id) FILTER (WHERE e.type <> 'transaction.refunded')
      OR count(*) FILTER (WHERE e.type = 'transaction.refunded') <> (${REFUNDS_PAID})`,

  'moves are numbered 1, 2, 3 … and each is made once': `
    SELECT t.id FROM transactions t LEFT JOIN transaction_moves m ON m.transaction_id = t.id
    GROUP BY t.id HAVING count(m.number) <> t.move_count OR max(m.number) <> t.move_count
      OR count(DISTINCT m.event) FILTER (WHERE NOT ${MANY_TIMES}) <> count(m.event) FILTER (WHERE NOT ${MANY_TIMES})
      OR count(*) FILTER (WHERE m.event = 'refunded') <> (${REFUNDS_PAID})`,

  [INSTALLMENTS_ARE_TOLD]: `
    SELECT t.id FROM transactions t LEFT JOIN transaction_moves m ON m.transaction_id = t.id AND m.event = 'installment-paid'
    GROUP BY t.id HAVING count(m.number) > (${INSTALLMENTS_PAID})
      OR t.status IN ('OPEN', 'CLOSED') AND count(m.number) <> (${INSTALLMENTS_PAID})`,

  'a transaction has its contract, which lives as long as it does': `
    SELECT t.id FROM transactions t LEFT JOIN credit_contracts c ON c.transaction_id = t.id
    WHERE c.is_living IS DISTINCT FROM (t.status IN ('PENDING', 'OPEN', 'PROCESSING_CANCEL'))`,

  'a transaction has one set of billets': `
    SELECT t.id FROM transactions t LEFT JOIN billets b ON b.transaction_id = t.id
    GROUP BY t.id HAVING count(*) FILTER (WHERE b.kind = 'down-payment') <> (t.down_payment_centavos > 0)::integer
      OR count(*) FILTER (WHERE b.kind = 'installment') <>
        CASE WHEN t.completed_at IS NULL THEN 0 ELSE (t.contract->>'numberOfInstallments')::integer END`,

  'the bank is asked once for every billet, and once to refuse every one that is canceled or paid otherwise': `
    SELECT b.id FROM billets b LEFT JOIN bank_orders o ON o.billet_id = b.id
    GROUP BY b.id HAVING count(*) FILTER (WHERE o.movement = 'register') <> 1
      OR count(*) FILTER (WHERE o.movement = 'write-off') <> (b.canceled_at IS NOT NULL OR b.payment_status = 'PAID' AND
        NOT EXISTS (SELECT FROM bank_notices n WHERE n.reference = b.paid_by AND n.our_number = b.our_number))::integer`,

  'a payment is booked once, with what was paid': `
    SELECT n.reference FROM bank_notices n
    LEFT JOIN ledger_entries e ON e.reference = 'payment:' || n.reference
    LEFT JOIN ledger_postings p ON p.entry_id = e.id AND p.account ~ '^(bank|clearing):'
    WHERE n.kind = 'paid' GROUP BY n.reference, n.amount_centavos
    HAVING count(p.entry_id) <> 1 OR sum(p.amount_centavos) <> n.amount_centavos`,

  'a paid billet was paid by a payment': `
    SELECT b.id FROM billets b LEFT JOIN bank_notices n ON n.reference = b.paid_by AND n.kind = 'paid'
    WHERE b.payment_status = 'PAID' AND n.reference IS NULL`,

  'a purchase that ended early asks for nothing, and owes back all that was paid': `
    SELECT t.id FROM transactions t WHERE t.status IN ('CANCELED', 'ABANDONED') AND (
      EXISTS (SELECT FROM billets b WHERE b.transaction_id = t.id AND b.payment_status = 'PENDING' AND b.canceled_at IS NULL)
      OR (SELECT coalesce(sum(p.amount_centavos), 0) FROM ledger_postings p WHERE p.account = 'customer:' || t.id) <> 0
      OR (SELECT coalesce(sum(p.amount_centavos) FILTER (WHERE p.account = 'refunds-due'), 0) FROM ledger_entries e
          JOIN ledger_postings p ON p.entry_id = e.id WHERE e.transaction_id = t.id AND e.kind NOT LIKE 'payout-%') <>
        -(SELECT coalesce(sum(n.amount_centavos), 0) FROM bank_notices n JOIN billets b
          ON n.our_number = b.our_number OR n.pix_txid = b.id WHERE n.kind = 'paid' AND b.transaction_id = t.id))`,

  // A debt of the retailer may settle a purchase without an order.
  'a retailer is paid once, for purchases that go on': `
    SELECT t.id FROM transactions t
    LEFT JOIN payout_lines l ON l.transaction_id = t.id AND l.is_live
    LEFT JOIN payout_orders o ON o.id = l.order_id AND o.state = 'paid'
    LEFT JOIN ledger_entries e ON e.reference = 'payout-paid:' || o.id
    WHERE t.status IN ('OPEN', 'CLOSED') AND t.transfer_centavos > 0 AND (t.transfered_at IS NOT NULL) <> (e.id IS NOT NULL)
      AND NOT (l.order_id IS NULL AND EXISTS (
        SELECT FROM ledger_entries n WHERE n.kind = 'clawback-netted' AND n.retailer_id = t.retailer_id))`,
}
