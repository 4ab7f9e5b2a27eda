import assert from 'node:assert/strict'
import { creditPayment } from '../../../src/domains/receivables/credit-payment.ts'
import { changeTheme } from '../../../src/domains/retailers/theme.ts'
import { calendarDateAt } from '../../../src/kernel/calendar-date.ts'
import { HostedVisit } from '../../links/hosted-visit.ts'
import { newLink } from '../../links/link-calls.ts'
import { writePage } from '../../purchases/invoices/pdf-writer.ts'
import { AccountDevice } from '../../servicing/account-device.ts'
import { buyForDesk, newDeskUser } from '../../support/desk.ts'
import type { Bought } from '../../support/purchase-http.ts'
import { contextOf } from '../../support/purchases.ts'
import { createEndpoint } from '../../support/webhooks.ts'
import type { Shop, Stage } from './stage.ts'

let reports = 0

/** What a retailer has before its first purchase. */
export async function furnishShop({ app }: Stage, { id, key }: Shop): Promise<void> {
  const { database, retailers, clock } = app.services
  await createEndpoint(app, `https://loja.example/${id}`, undefined, key)
  await retailers.allowScheme(id, 'loja-app')
  await retailers.allowOrigin(id, 'https://loja.example')
  await changeTheme(database, id, { accent: '#205080' }, { by: 'stage', at: clock.now() })
}

/** Rows in tables that a purchase alone does not write to. */
export async function fillAround(
  stage: Stage,
  { shop, bought }: { readonly shop: Shop; readonly bought: Bought },
): Promise<void> {
  await sendInvoice(stage, shop, bought)
  await visitArea(stage, shop, bought)
  await visitLink(stage)
  await workAtDesk(stage)
  await payUnknown(stage)
  await stage.app.post('/options', { apiKey: 'sk_homolog_nobody_00000000000000000000000000' })
}

export async function sendInvoice({ app }: Stage, { key }: Shop, { transactionId }: Bought): Promise<void> {
  const invoiceFile = writePage(['Nota fiscal que ninguém confere', transactionId]).toString('base64')
  const answer = await app.post(`/invoice/${transactionId}/file`, { apiKey: key, invoiceFile })
  assert.equal(answer.status, 200, answer.text)
}

async function visitArea(stage: Stage, { key }: Shop, { person, transactionId }: Bought): Promise<void> {
  const device = new AccountDevice(stage.app)
  stage.app.clock.advance({ minutes: 2 })
  await device.do('code', { cpf: person.cpf })
  await stage.runQueued(['send-account-code'])
  await device.do('confirm', { code: await readCodeOf(stage, key, person.phone) })
  await device.do('email', { email: 'outro@exemplo.com.br' })
  await device.do('requests', { kind: 'REVIEW', transactionId, text: 'Por que este limite?' })
}

/** Messages about purchases of a retailer are shown to its own key. */
async function readCodeOf({ app }: Stage, key: string, phone: string): Promise<string> {
  const headers = { 'x-service-apikey': key }
  const text = await (await fetch(`${app.url}/sandbox/messages?phone=${phone}`, { headers })).text()
  const [, code = ''] = /"code":"(\d{6})"/.exec(text) ?? []
  assert.ok(code, text)
  return code
}

async function visitLink(stage: Stage): Promise<void> {
  const link = await newLink(stage.app)
  await new HostedVisit(stage.app, link).identify(stage.newPerson())
}

async function workAtDesk(stage: Stage): Promise<void> {
  const { app } = stage
  const approver = await newDeskUser(app, 'approver')
  const { transactionId } = await buyForDesk(app, { person: stage.newPerson('011') })
  const { body } = await approver.get<{ version: number }>(`/cases/${transactionId}`)
  const decision = { result: 'VALIDATED', reason: 'Conferido com o documento', version: body.version }
  const decided = await approver.post(`/cases/${transactionId}/decision`, decision)
  assert.equal(decided.status, 200, decided.text)
}

/** Money that nobody is known to owe. */
async function payUnknown({ app }: Stage): Promise<void> {
  reports += 1
  const context = contextOf(app)
  await creditPayment(context, {
    reference: `estranho-${reports}`,
    kind: 'paid',
    method: 'BILLET',
    bank: '237',
    ourNumber: 99_000_000 + reports,
    pixTxid: undefined,
    amountCentavos: 12_300,
    paidOn: calendarDateAt(app.clock.now()),
    creditedOn: undefined,
    occurrence: '06',
    reasons: [],
  })
}
