import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeBarcode, parseDigitLine } from '../../../src/brazil/boleto.ts'
import { parsePix } from '../../../src/brazil/pix-reading.ts'
import { assignAccount } from '../../../src/domains/lender/account-store.ts'
import { createAccount } from '../../../src/domains/lender/accounts.ts'
import { listBillets } from '../../../src/domains/receivables/billets/store/billets.ts'
import { findBilletByToken } from '../../../src/domains/receivables/read-billets.ts'
import { addDays, parseCalendarDate } from '../../../src/kernel/calendar-date.ts'
import { InputError } from '../../../src/kernel/faults.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { DEMONSTRATION_ACCOUNT } from '../../../src/sandbox/demonstration-account.ts'
import { computeBalance } from '../../support/balance.ts'
import { issueContractBillets } from '../../support/contract-billets.ts'
import { issue, type Lender, newContract, openLender, PAYER, queryLender } from '../../support/contracts.ts'

let lender: Lender
before(async () => {
  lender = await openLender()
})
after(() => lender.testDatabase.close())

test('a contract gets its down payment first, then one billet per installment, all readable again', async () => {
  const contract = newContract(lender)
  const billets = await lender.database.transaction(tx => issueContractBillets(lender, tx, contract))
  assert.deepEqual(
    billets.map(({ kind, installmentNumber, installmentCount, amountCentavos, dueDate, expirationDate }) =>
      [kind, installmentNumber, installmentCount, amountCentavos, dueDate, expirationDate].join(' '),
    ),
    [
      // Authorized on Tuesday 10 March 2026: due two business days later, expired after three more.
      'down-payment 0 3 5000 2026-03-12 2026-03-17',
      'installment 1 3 10000 2026-04-10 2026-05-10',
      'installment 2 3 10000 2026-05-10 2026-06-09',
      'installment 3 3 10000 2026-06-10 2026-07-10',
    ],
  )
  const stored = await listBillets(lender.database, lender.secrets, lender.retailerId, contract.transactionId)
  assert.deepEqual(stored, billets)
  assert.deepEqual(await listBillets(lender.database, lender.secrets, newId(), contract.transactionId), [])
})

test('the barcode and the digit line of every billet hold its amount and due date', async () => {
  for (const billet of await issue(lender)) {
    const read = decodeBarcode(billet.barcode, billet.issuedOn)
    assert.deepEqual(
      [read.bank, read.amountCentavos, read.dueDate],
      ['237', billet.amountCentavos, billet.dueDate],
    )
    assert.equal(parseDigitLine(billet.digitLine), billet.barcode)
    assert.ok(billet.printedOurNumber.startsWith(String(billet.ourNumber).padStart(11, '0')))
    assert.match(billet.documentNumber, /^[0-9A-F]{12}\/0[0-3]$/)
  }
})

test('only the down payment has a Pix code: of its amount, with a txid of its own', async () => {
  const [downPayment, ...installments] = await issue(lender)
  const pix = parsePix(downPayment?.pixCode ?? '')
  assert.deepEqual(
    [pix.amountCentavos, pix.txid, pix.target],
    [5_000, downPayment?.id, { key: DEMONSTRATION_ACCOUNT.pixKey }],
  )
  for (const { pixCode } of installments) assert.equal(pixCode, undefined)
  const withoutEntry = await issue(lender, { downPaymentCentavos: 0 })
  assert.deepEqual(
    withoutEntry.map(({ installmentNumber }) => installmentNumber),
    [1, 2, 3],
  )
})

test('our-numbers, link tokens and txids never repeat, even from two processes at once', async () => {
  const other = openDatabase({
    connection: lender.testDatabase.connection,
    poolSize: 8,
    applicationName: 'second',
    onError: () => {},
  })
  try {
    // No more at once than there are connections: on a busy machine a wait for one would end in a refusal.
    const lanes = Array.from({ length: 12 }, async (_, lane) => {
      const database = lane % 2 === 0 ? lender.database : other
      const issued = []
      for (let contract = 0; contract < 5; contract++)
        issued.push(
          ...(await database.transaction(tx => issueContractBillets(lender, tx, newContract(lender)))),
        )
      return issued
    })
    const billets = (await Promise.all(lanes)).flat()
    for (const key of ['ourNumber', 'linkToken', 'id', 'barcode'] as const)
      assert.equal(new Set(billets.map(billet => billet[key])).size, 240, key)
  } finally {
    await other.close()
  }
})

test('the our-number of a rolled-back billet is not used again', async () => {
  const lost: number[] = []
  const fail = lender.database.transaction(async tx => {
    lost.push(
      ...(await issueContractBillets(lender, tx, newContract(lender))).map(({ ourNumber }) => ourNumber),
    )
    throw new Error('the purchase failed')
  })
  await assert.rejects(fail, /the purchase failed/)
  const next = await issue(lender)
  assert.ok(lost.length === 4 && next.every(({ ourNumber }) => ourNumber > Math.max(...lost)))
})

test('a figure that does not fit into a billet is refused with its name, and nothing of the contract is written', async () => {
  const today = parseCalendarDate('2026-03-10')
  const cases: [dueDate: string, amountCentavos: number, fault: string][] = [
    ['2026-04-10', 10_000_000_000, 'AMOUNT_OUT_OF_RANGE'],
    ['2026-04-10', 0, 'AMOUNT_OUT_OF_RANGE'],
    ['2026-04-10', -500, 'AMOUNT_OUT_OF_RANGE'],
    ['2074-06-05', 10_000, 'DUE_DATE_OUT_OF_RANGE'],
    // Encodable, but a scanner of today would read it as a date of the previous due-factor cycle.
    ['2049-10-14', 10_000, 'DUE_DATE_OUT_OF_RANGE'],
    ['2026-03-09', 10_000, 'DUE_DATE_OUT_OF_RANGE'],
  ]
  for (const [dueDate, amountCentavos, fault] of cases) {
    const transactionId = newId()
    const installments = [
      { dueDate: addDays(today, 20), amountCentavos: 10_000 },
      { dueDate: parseCalendarDate(dueDate), amountCentavos },
    ]
    const refused = issue(lender, { transactionId, installments })
    await assert.rejects(refused, (error: unknown) => {
      assert.ok(error instanceof InputError, `${dueDate} ${amountCentavos}: ${error}`)
      assert.match(error.fault ?? '', new RegExp(`${fault}|DUE_FACTOR_UNREADABLE`))
      return true
    })
    assert.deepEqual(await listBillets(lender.database, lender.secrets, lender.retailerId, transactionId), [])
    assert.equal(await computeBalance(lender.database, `customer:${transactionId}`), 0)
    assert.deepEqual(
      await queryLender(lender, 'SELECT FROM billet_payers WHERE transaction_id = $1', [transactionId]),
      [],
    )
  }
})

test('an issued billet cannot change: neither its figures, nor from paid or canceled back to open', async () => {
  const [billet, second] = await issue(lender)
  const update = (set: string, id = billet?.id) =>
    queryLender(lender, `UPDATE billets SET ${set} WHERE id = $1`, [id])
  for (const set of [
    'amount_centavos = amount_centavos + 1',
    `due_date = due_date + 1`,
    `barcode = repeat('1', 44)`,
    `our_number = nextval('billet_our_numbers')`,
    `expiration_date = expiration_date + 1`,
    `pix_code = 'x'`,
    `retailer_id = '${newId()}'`,
    `token_hash = sha256(token_hash)`,
  ])
    await assert.rejects(update(set), /cannot change any more/, set)
  await assert.rejects(update(`payment_status = 'PAID'`), { constraint: 'billets_paid_with_date' })
  await assert.rejects(update(`paid_at = now()`), { constraint: 'billets_paid_with_date' })
  await update(`payment_status = 'PAID', paid_at = now(), paid_by = 'x1'`)
  for (const set of [
    `payment_status = 'PENDING', paid_at = NULL, paid_by = NULL`,
    `paid_at = now()`,
    `paid_by = 'x2'`,
  ])
    await assert.rejects(update(set), /cannot change any more/, set)
  await assert.rejects(update('canceled_at = now()'), { constraint: 'billets_not_paid_and_canceled' })
  await update('canceled_at = now()', second?.id)
  await assert.rejects(update('canceled_at = NULL', second?.id), /cannot change any more/)
  await assert.rejects(queryLender(lender, 'DELETE FROM billets'), { code: '42501' })
})

test('a link opens its billet with payer and account; a wrong or expired one opens nothing', async () => {
  const [billet] = await issue(lender)
  const find = (token: string, now = lender.clock.now()) =>
    findBilletByToken(lender.database, lender.secrets, token, now)
  const token = billet?.linkToken ?? ''
  const linked = await find(token)
  assert.deepEqual(
    [linked?.billet, linked?.payer, linked?.account.id],
    [billet, PAYER, DEMONSTRATION_ACCOUNT.id],
  )
  assert.ok(Buffer.from(token, 'base64url').length * 8 >= 128)
  for (const wrong of ['', 'x', `${token}A`, token.toLowerCase(), '\0'.repeat(32), 'A'.repeat(32)])
    assert.equal(await find(wrong), undefined, wrong)
  assert.equal(await find(token, new Date('2026-10-01T12:00:00Z')), undefined)
})

test('neither payer nor link can be read from the tables', async () => {
  const [billet] = await issue(lender)
  const rows = await queryLender<{ row: string }>(
    lender,
    `SELECT row_to_json(b)::text AS row FROM billets b UNION ALL
      SELECT convert_from(decode(replace(encode(payer, 'escape'), '\\', ''), 'escape'), 'latin1') FROM billet_payers
      UNION ALL SELECT row_to_json(o)::text FROM bank_orders o UNION ALL SELECT memo::text FROM ledger_entries`,
  )
  const dump = rows.map(({ row }) => row).join('\n')
  for (const secret of [billet?.linkToken ?? '?', ...Object.values(PAYER).filter(text => text.length > 3)])
    assert.ok(!dump.includes(secret) && !dump.includes(Buffer.from(secret).toString('hex')), secret)
})

test('a retailer given another account gets its billets there; the others stay with the oldest', async () => {
  const settings = {
    ...DEMONSTRATION_ACCOUNT,
    bank: '341',
    agency: '0057',
    account: '12345',
    accountDigit: '7',
    portfolio: '109',
  }
  const { id: _, ...itau } = settings
  const id = await createAccount(lender.database, lender.secrets, itau, {
    now: lender.clock.now(),
    channel: 'file',
  })
  assert.ok(id)
  assert.equal(
    await createAccount(lender.database, lender.secrets, itau, { now: lender.clock.now(), channel: 'file' }),
    undefined,
  )
  const retailerId = newId()
  await queryLender(lender, `INSERT INTO retailers (id, name, created_at) VALUES ($1, 'Loja', now())`, [
    retailerId,
  ])
  await assignAccount(lender.database, retailerId, id)
  const [assigned] = await issue(lender, { retailerId })
  const [other] = await issue(lender)
  assert.deepEqual(
    [assigned?.accountId, assigned?.barcode.slice(0, 3), other?.barcode.slice(0, 3)],
    [id, '341', '237'],
  )
})
