import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { recordAudit } from '../../src/domains/audit/store.ts'
import { titleOrder } from '../../web/design/order-name.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import {
  buyForDesk,
  countAudit,
  listAudit,
  newDeskPerson,
  newDeskUser,
  sendInvoiceToDesk,
} from '../support/desk.ts'
import { type Bought, buyOpen, listPublished, pay, read } from '../support/purchase-http.ts'
import { reportTwice } from '../support/twice-reported.ts'
import { fillSignIn, giveReason, openCase, openDesk, seePictures, visitScreen } from './desk-visit.ts'
import { arriveAt, checkReflow, focusByKeyboard, pressByKeyboard, seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser

/** Text from a shop is shown literally and never executed. */
const HOSTILE = [
  { id: 'sku-1', name: '<img src=x onerror="document.title=1">', amount: 1, value: 1_499.9 },
  { id: 'sku-2', name: '"><script>document.title=2</script>', amount: 2, value: 80.05 },
]

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', DESK_FOUR_EYES_ABOVE: '3000' } })
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const caseAddress = ({ transactionId }: Bought): string => `/desk/casos/${transactionId}`

test('an operator signs in by keyboard alone, sees a mistake reported, and has no access after signing out', async () => {
  const person = await newDeskPerson(app, 'viewer')
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  await page.goto(`${app.url}/desk`)
  await seeHeading(page, 'Mesa de crédito')
  await inspectPage(page, 'desk-01-sign-in')
  await fillSignIn(page, app, { ...person, password: 'wrong' })
  await pressByKeyboard(page, 'Entrar')
  await page.getByRole('alert').getByText('não conferem').waitFor()
  await inspectPage(page, 'desk-02-sign-in-refused')
  await fillSignIn(page, app, person)
  await page.keyboard.press('Enter')
  await arriveAt(page, 'Identificações')
  assert.equal(await page.getByRole('link', { name: 'Auditoria' }).count(), 0, 'not for a viewer')
  const cookies = await page.context().cookies()
  assert.deepEqual(
    cookies
      .map(({ name, httpOnly, sameSite }) => [name.replace(/_[0-9a-f]{16}$/, ''), httpOnly, sameSite])
      .sort(),
    [
      ['crediario_desk', true, 'Strict'],
      ['crediario_known', true, 'Strict'],
    ],
  )
  await pressByKeyboard(page, 'Sair')
  await page.getByText('Você saiu da mesa.').waitFor()
  await page.goto(`${app.url}/desk/pagamentos`)
  await page.getByRole('button', { name: 'Entrar' }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('the desk’s page allows only its own scripts, no frames, and is not cached', async () => {
  for (const path of ['/desk', '/desk/casos/0123456789abcdef01234567', '/desk/anything/else']) {
    const response = await fetch(`${app.url}${path}`)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.equal(response.status, 200)
    assert.match(policy, /default-src 'none'; script-src 'self'; /)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.doesNotMatch(await response.text(), /<script(?![^>]* src=)/)
  }
  assert.equal((await fetch(`${app.url}/desk/api/nothing`)).status, 404)
})

test('an analyst finds a case, looks at the evidence and validates it, by the keyboard alone', async () => {
  const bought = await buyForDesk(app, { products: HOSTILE })
  app.clock.advance({ hours: 3 })
  const second = await buyForDesk(app)
  const proposed = await buyForDesk(app, { value: 6_000 })
  const [analyst, approver] = [await newDeskUser(app, 'analyst'), await newDeskUser(app, 'approver')]
  await approver.post(`/cases/${proposed.transactionId}/decision`, {
    result: 'VALIDATED',
    reason: 'Rosto e documento conferem',
    version: ((await approver.get(`/cases/${proposed.transactionId}`)).body as { version: number }).version,
  })
  await approver.post('/claims', { kind: 'identification', subjectId: second.transactionId })
  const { page, complaints, close } = await openDesk(browser, app, analyst)
  await visitScreen(page, app, '/desk', 'Identificações')
  await page.getByRole('link', { name: bought.orderId }).waitFor()
  await inspectPage(page, 'desk-03-queue')
  await focusByKeyboard(page, 'searchbox', 'Buscar por pedido, CPF ou transação')
  await page.keyboard.type(bought.person.cpf)
  await page.keyboard.press('Enter')
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
  await focusByKeyboard(page, 'link', bought.orderId)
  await page.keyboard.press('Enter')

  await arriveAt(page, titleOrder(bought.orderId))
  await seePictures(page)
  await page.getByText(HOSTILE[0]?.name ?? '').waitFor()
  await inspectPage(page, 'desk-04-case')
  const start = await countAudit(app)
  await pressByKeyboard(page, 'Mostrar dados completos')
  await page.getByText(bought.person.email).waitFor()
  assert.ok((await listAudit(app, start)).some(({ action }) => action === 'case.reveal'))
  await pressByKeyboard(page, /Selfie/)
  await page.getByRole('dialog', { name: 'Selfie' }).waitFor()
  await pressByKeyboard(page, '3×')
  await inspectPage(page, 'desk-05-zoom')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await pressByKeyboard(page, 'Validar')
  await page.getByRole('dialog', { name: 'Validar a identificação?' }).waitFor()
  await inspectPage(page, 'desk-06-validate')
  await pressByKeyboard(page, 'Rosto e documento conferem')
  await focusByKeyboard(page, 'textbox', 'Motivo')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await arriveAt(page, 'Identificações')
  await page.getByText(`${titleOrder(bought.orderId)} validado.`).waitFor()
  assert.equal((await listPublished(app, bought.transactionId)).at(-1), 'INSURANCE')
  assert.equal(await page.title(), 'Identificações · Mesa de crédito')

  await visitScreen(page, app, caseAddress(second), titleOrder(second.orderId))
  await page.getByText(`Com Pessoa`).first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Validar' }).count(), 0, 'somebody else has it')
  assert.deepEqual(complaints, [])
  await close()
})

test('a request for a new picture has a reason that the customer reads; a case that changed meanwhile is reported', async () => {
  const bought = await buyForDesk(app)
  const [analyst, approver] = [await newDeskUser(app, 'analyst'), await newDeskUser(app, 'approver')]
  const { page, complaints, close } = await openDesk(browser, app, analyst)
  await openCase(page, app, bought)
  await page.getByRole('button', { name: 'Pedir nova foto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pedir nova foto' })
  await dialog.getByRole('radio', { name: 'Verso do documento' }).check()
  await inspectPage(page, 'desk-07-ask-again')
  await dialog.getByRole('button', { name: 'Pedir nova foto' }).click()
  await dialog.getByText('Escreva o motivo').waitFor()
  await giveReason(page, 'O verso saiu cortado. Mostre as quatro bordas.', 'Pedir nova foto')
  await arriveAt(page, 'Identificações')
  assert.equal((await listPublished(app, bought.transactionId)).at(-1), 'BACKDOC')

  const other = await buyForDesk(app)
  await openCase(page, app, other)
  await page.getByRole('button', { name: 'Recusar' }).click()
  await query(app, `UPDATE desk_claims SET expires_at = '2020-01-01' WHERE subject_id = $1`, [
    other.transactionId,
  ])
  const { version } = (await approver.get(`/cases/${other.transactionId}`)).body as { version: number }
  const taken = { result: 'REFUSED', reason: 'O rosto não confere', version }
  assert.equal((await approver.post(`/cases/${other.transactionId}/decision`, taken)).status, 200)
  await giveReason(page, 'O rosto não é o do documento', 'Recusar')
  await page.getByRole('dialog').getByText('O caso mudou enquanto você olhava').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('a second person approves what the first proposed; the proposer gets no approve button', async () => {
  const bought = await buyForDesk(app, { value: 6_000 })
  const [analyst, approver] = [await newDeskUser(app, 'analyst'), await newDeskUser(app, 'approver')]
  const first = await openDesk(browser, app, analyst)
  await openCase(first.page, app, bought)
  await first.page.getByRole('button', { name: 'Validar' }).click()
  await giveReason(first.page, 'Rosto e documento conferem', 'Propor')
  await first.page.getByText('agora outra pessoa aprova').waitFor()
  await visitScreen(first.page, app, caseAddress(bought), titleOrder(bought.orderId))
  await first.page.getByText('outra pessoa precisa aprovar').waitFor()
  assert.equal(await first.page.getByRole('button', { name: 'Aprovar', exact: true }).count(), 0)
  await first.close()

  const { page, complaints, close } = await openDesk(browser, app, approver)
  await visitScreen(page, app, '/desk/aprovacoes', 'Aprovações')
  const row = page.getByRole('row', { name: bought.orderId })
  await row.waitFor()
  await inspectPage(page, 'desk-08-proposals')
  await row.getByRole('link').click()
  await seePictures(page)
  await inspectPage(page, 'desk-09-proposed-case')
  await page.getByRole('button', { name: 'Aprovar', exact: true }).click()
  await giveReason(page, 'Conferi e concordo', 'Aprovar')
  await page.getByText('Proposta aprovada.').waitFor()
  assert.equal((await listPublished(app, bought.transactionId)).at(-1), 'INSURANCE')
  assert.deepEqual(complaints, [])
  await close()
})

test('an invoice is downloaded, never shown within the page, and decided', async () => {
  const { transactionId, orderId } = await buyOpen(app)
  await sendInvoiceToDesk(app, transactionId)
  const user = await newDeskUser(app, 'analyst')
  const { page, complaints, close } = await openDesk(browser, app, user)
  await visitScreen(page, app, '/desk/notas', 'Notas fiscais')
  await page.getByRole('link', { name: orderId }).waitFor()
  await inspectPage(page, 'desk-10-invoices')
  await page.getByRole('link', { name: orderId }).click()
  await arriveAt(page, `Nota do ${orderId}`)
  await inspectPage(page, 'desk-11-invoice')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar a nota (PDF)' }).click()
  assert.equal((await saved).suggestedFilename(), 'nota-fiscal.pdf')
  await page.getByRole('button', { name: 'Validar a nota' }).click()
  await giveReason(page, 'Pedido, lojista e valor conferem', 'Validar')
  await page.getByText(`Nota do ${orderId} validada.`).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('money in suspense is credited to the installment that it covers', async () => {
  const { transactionId, orderId } = await buyOpen(app)
  const [installment] = (await read(app, transactionId)).installments ?? []
  assert.ok(installment)
  for (let times = 0; times < 2; times++) await pay(app, installment.id)
  const user = await newDeskUser(app, 'analyst')
  const { page, complaints, close } = await openDesk(browser, app, user)
  await visitScreen(page, app, '/desk/pagamentos', 'Pagamentos sem destino')
  const row = page.getByRole('row', { name: orderId })
  await row.waitFor()
  await inspectPage(page, 'desk-12-suspense')
  await row.getByRole('link').click()
  await arriveAt(page, 'Pago em dobro')
  await page.getByRole('radio', { name: '2 de 3' }).check()
  await inspectPage(page, 'desk-13-payment')
  await page.getByRole('button', { name: 'Creditar na parcela' }).click()
  await giveReason(page, 'Conferido com o extrato do banco', 'Creditar na parcela')
  await page.getByText('Pagamento creditado na parcela.').waitFor()
  const [, paid] = (await read(app, transactionId)).installments ?? []
  assert.equal(paid?.paymentStatus, 'PAID')
  assert.deepEqual(complaints, [])
  await close()
})

test('a suspected duplicate is shown beside the first report: that there were two payments waits for a second person', async () => {
  await reportTwice(app, { bank: '237', ourNumber: 99_000_001, amountCentavos: 84_907 })
  const user = await newDeskUser(app, 'analyst')
  const { page, complaints, close } = await openDesk(browser, app, user)
  await visitScreen(page, app, '/desk/pagamentos', 'Pagamentos sem destino')
  await page.getByRole('link', { name: 'Possível aviso repetido' }).click()
  await arriveAt(page, 'Possível aviso repetido')
  await page.getByText('Nada foi lançado nos livros').waitFor()
  await page.getByRole('table', { name: 'Os dois avisos' }).waitFor()
  assert.equal(await page.getByRole('table', { name: 'Os dois avisos' }).getByRole('row').count(), 3)
  await page.getByRole('button', { name: 'É o mesmo pagamento: encerrar' }).waitFor()
  await inspectPage(page, 'desk-16-suspected-duplicate')
  await page.getByRole('button', { name: 'São dois: devolver ao cliente' }).click()
  await giveReason(page, 'O extrato mostra dois créditos', 'Devolver ao cliente')
  await page.getByText('Destino proposto: agora outra pessoa aprova.').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('an approver reads the audit; an expired session leads to the sign-in and back to the same screen', async () => {
  const person = await newDeskPerson(app, 'approver')
  const entries = Array.from({ length: 100 }, () => ({ operatorId: person.id, action: 'case.view' as const }))
  for (const entry of entries) await recordAudit(app.database, entry, app.clock.now())
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  await page.goto(`${app.url}/desk/auditoria`)
  await seeHeading(page, 'Mesa de crédito')
  await fillSignIn(page, app, person)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await arriveAt(page, 'Auditoria')
  await page.getByRole('cell', { name: 'Leu a auditoria' }).first().waitFor()
  await inspectPage(page, 'desk-14-audit')
  await page.getByRole('button', { name: 'Mais antigos' }).click()
  await page.getByRole('row').nth(101).waitFor()
  app.clock.advance({ minutes: 16 })
  await page.getByRole('button', { name: 'Atualizar' }).click()
  await page.getByText('Sua sessão terminou').waitFor()
  await inspectPage(page, 'desk-15-session-ended')
  await fillSignIn(page, app, person)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await arriveAt(page, 'Auditoria')
  assert.deepEqual(complaints, [])
  await close()
})

test('at the width of a phone nothing is cut off', async () => {
  const bought = await buyForDesk(app)
  const user = await newDeskUser(app, 'analyst')
  const { page, complaints, close } = await openDesk(browser, app, user, PHONE)
  await visitScreen(page, app, '/desk', 'Identificações')
  await page.getByRole('link', { name: bought.orderId }).waitFor()
  await inspectPage(page, 'desk-16-phone-queue')
  await checkReflow(page, 'desk-16-phone-queue')
  await visitScreen(page, app, caseAddress(bought), titleOrder(bought.orderId))
  await seePictures(page)
  await inspectPage(page, 'desk-17-phone-case')
  await checkReflow(page, 'desk-17-phone-case')
  assert.deepEqual(complaints, [])
  await close()
})

test('a page left idle for the length of a session clears its screen, and keeps no session alive', async () => {
  const bought = await buyForDesk(app)
  const user = await newDeskUser(app, 'analyst')
  const { page, complaints, close } = await openDesk(browser, app, user)
  await page.clock.install()
  await openCase(page, app, bought)
  await seePictures(page)
  const start = await countAudit(app)
  await page.clock.fastForward('16:00')
  await page.getByText('Sua sessão terminou por inatividade').waitFor()
  assert.equal(await page.locator('img').count(), 0)
  const asked = (await listAudit(app, start)).map(({ action }) => action)
  assert.deepEqual(asked, [], 'nothing was asked of the server meanwhile')
  assert.deepEqual(complaints, [])
  await close()
})
