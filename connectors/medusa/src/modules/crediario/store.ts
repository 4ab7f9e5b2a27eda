/** The shop's database, as Medusa opened it. */
export interface Connection {
  raw(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

export interface Sale {
  readonly orderId: string
  readonly paymentSessionId: string
  readonly linkId: string | null
  readonly payUrl: string | null
  readonly state: SaleState
  /** What the shop's people should know. */
  readonly note: string | null
  readonly isRefused: boolean
  /** Nothing is expected to happen any more; the nightly comparison still looks. */
  readonly isSettled: boolean
  readonly checkedAt: Date | null
}

export type SaleState = 'waiting' | 'paid' | 'canceled' | 'attention'

export interface StoredEvent {
  readonly id: string
  readonly type: string
  readonly orderId: string | null
  readonly tries: number
}

export interface LogLine {
  readonly at: Date
  readonly orderId: string | null
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
}

const SALE = `order_id AS "orderId", payment_session_id AS "paymentSessionId", link_id AS "linkId", pay_url AS "payUrl", state, note,
  is_refused AS "isRefused", is_settled AS "isSettled", checked_at AS "checkedAt"`

const KEEP_SALE = `INSERT INTO crediario_sale (order_id, payment_session_id) VALUES (?, ?) ON CONFLICT (order_id) DO NOTHING`
const FIND_SALE = `SELECT ${SALE} FROM crediario_sale WHERE order_id = ?`
const SET_LINK = `UPDATE crediario_sale SET link_id = ?, pay_url = ? WHERE order_id = ?`
const SET_STATE = `UPDATE crediario_sale SET state = ?, note = ?, is_refused = ?, is_settled = ?, checked_at = now() WHERE order_id = ?`
const LIST_OPEN = `SELECT ${SALE} FROM crediario_sale WHERE NOT is_settled AND (checked_at IS NULL OR checked_at < ?)
  ORDER BY checked_at NULLS FIRST LIMIT ?`
const LIST_SETTLED = `SELECT ${SALE} FROM crediario_sale WHERE is_settled AND created_at > ? AND checked_at < ? ORDER BY checked_at LIMIT ?`
const LIST_ATTENTION = `SELECT ${SALE} FROM crediario_sale WHERE state = 'attention' ORDER BY checked_at DESC LIMIT ?`
const STORE_EVENT = `INSERT INTO crediario_event (id, type, order_id) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id`
const LIST_EVENTS = `SELECT id, type, order_id AS "orderId", tries FROM crediario_event WHERE handled_at IS NULL
  ORDER BY tries, received_at LIMIT ?`
const FIND_EVENT = `SELECT id, type, order_id AS "orderId", tries FROM crediario_event WHERE id = ? AND handled_at IS NULL`
const FINISH_EVENT = `UPDATE crediario_event SET handled_at = now(), failure = NULL WHERE id = ?`
const FAIL_EVENT = `UPDATE crediario_event SET tries = tries + 1, failure = ? WHERE id = ?`
const FORGET_EVENTS = `DELETE FROM crediario_event WHERE handled_at < ?`
const FORGET_LOG = `DELETE FROM crediario_log WHERE at < ?`
const WRITE_LOG = `INSERT INTO crediario_log (order_id, level, message) VALUES (?, ?, ?)`
const LIST_LOG = `SELECT at, order_id AS "orderId", level, message FROM crediario_log WHERE (?::text IS NULL OR order_id = ?)
  ORDER BY id DESC LIMIT ?`

/** What the plugin keeps in the shop's database. */
export class SaleStore {
  readonly #db: Connection

  constructor(db: Connection) {
    this.#db = db
  }

  async #run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return [...(await this.#db.raw(text, values)).rows] as Row[]
  }

  /** One order is one sale, however often it is placed, and of two processes at once. */
  async keepSale(orderId: string, paymentSessionId: string): Promise<Sale> {
    await this.#run(KEEP_SALE, [orderId, paymentSessionId])
    const sale = await this.findSale(orderId)
    if (sale === undefined) throw new Error(`the sale of ${orderId} was not written`)
    return sale
  }

  async findSale(orderId: string): Promise<Sale | undefined> {
    return (await this.#run<Sale>(FIND_SALE, [orderId]))[0]
  }

  async setLink(orderId: string, { linkId, payUrl }: { linkId: string; payUrl: string }): Promise<void> {
    await this.#run(SET_LINK, [linkId, payUrl, orderId])
  }

  async setState(
    orderId: string,
    { state, note, isRefused, isSettled }: Pick<Sale, 'state' | 'note' | 'isRefused' | 'isSettled'>,
  ): Promise<void> {
    await this.#run(SET_STATE, [state, note, isRefused, isSettled, orderId])
  }

  listOpen(checkedBefore: Date, limit: number): Promise<Sale[]> {
    return this.#run<Sale>(LIST_OPEN, [checkedBefore, limit])
  }

  listSettled(since: Date, checkedBefore: Date, limit: number): Promise<Sale[]> {
    return this.#run<Sale>(LIST_SETTLED, [since, checkedBefore, limit])
  }

  listAttention(limit: number): Promise<Sale[]> {
    return this.#run<Sale>(LIST_ATTENTION, [limit])
  }

  /** False for one that came before. */
  async storeEvent({ id, type, orderId }: Omit<StoredEvent, 'tries'>): Promise<boolean> {
    return (await this.#run(STORE_EVENT, [id, type, orderId])).length > 0
  }

  listEvents(limit: number): Promise<StoredEvent[]> {
    return this.#run<StoredEvent>(LIST_EVENTS, [limit])
  }

  async findEvent(id: string): Promise<StoredEvent | undefined> {
    return (await this.#run<StoredEvent>(FIND_EVENT, [id]))[0]
  }

  async finishEvent(id: string): Promise<void> {
    await this.#run(FINISH_EVENT, [id])
  }

  async failEvent(id: string, failure: string): Promise<void> {
    await this.#run(FAIL_EVENT, [failure, id])
  }

  async forget(before: Date): Promise<void> {
    await this.#run(FORGET_EVENTS, [before])
    await this.#run(FORGET_LOG, [before])
  }

  async log(line: Omit<LogLine, 'at'>): Promise<void> {
    await this.#run(WRITE_LOG, [line.orderId, line.level, line.message])
  }

  listLog(orderId: string | null, limit: number): Promise<LogLine[]> {
    return this.#run<LogLine>(LIST_LOG, [orderId, orderId, limit])
  }
}
