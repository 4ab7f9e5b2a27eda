import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { createFund, proposeSale } from '../../src/domains/assignment/index.ts'
import { loadList } from '../../src/domains/compliance/index.ts'
import { findOperator } from '../../src/domains/operators/index.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { nameSandboxPerson } from '../../src/sandbox/sandbox-people.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { newDeskPerson, newDeskUser } from '../support/desk.ts'
import { newPerson } from '../support/people.ts'
import { buy, buyOpen, moveClock, playUntil } from '../support/purchase-http.ts'
import { checkReflow, seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
before(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

test('compliance and assignments are read and decided on a wide and on a narrow screen', async () => {
  const { services } = app
  const person = newPerson()
  const cpf = `***.${person.cpf.slice(3, 6)}.${person.cpf.slice(6, 9)}-**`
  await loadList(services, {
    kind: 'PEP',
    source: 'CGU',
    publishedOn: calendarDateAt(app.clock.now()),
    bytes: Buffer.from(`cpf;nome;funcao\n${cpf};${nameSandboxPerson(person.cpf)};PREFEITO\n`),
    loadedBy: 'teste',
  })
  await buyOpen(app)
  const { transactionId } = await buy(app, { person })
  await playUntil(app, transactionId, 'DESK')
  await moveClock(app, 'P9D')
  const proposer = await newDeskPerson(app, 'analyst')
  const operator = (await findOperator(app.database, services.secrets, proposer.email)) ?? assert.fail()
  const fundId = await createFund(services, {
    name: 'Fundo Aurora FIDC',
    payee: {
      name: 'Fundo Aurora FIDC',
      document: '11222333000181',
      to: { kind: 'pix-key', keyType: 'DOCUMENT', key: '11222333000181' },
    },
    rules: { minDaysPastDue: 0, maxDaysPastDue: 30, minDaysSinceRelease: 8, pricePercent: 97.5 },
    createdBy: operator.id,
  })
  await proposeSale(services, operator, { fundId, reason: 'cessão do mês' })

  const { cookie } = await newDeskUser(app, 'approver')
  const { page, context, complaints, close } = await openVisit(browser, DESKTOP)
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: app.url }])
  const look = async (title: string, picture: string): Promise<void> => {
    await seeHeading(page, title)
    await inspectPage(page, picture)
    await page.setViewportSize(PHONE)
    await inspectPage(page, `${picture}-phone`)
    await checkReflow(page, picture)
    await page.setViewportSize(DESKTOP)
  }
  await page.goto(`${app.url}/desk/conformidade`)
  await look('Conformidade', 'desk-compliance')
  const address = await page.getByRole('link', { name: 'Pessoa exposta politicamente' }).getAttribute('href')
  await page.goto(`${app.url}${address}`)
  await look('Pessoa exposta politicamente', 'desk-compliance-case')
  await page.getByRole('button', { name: 'Aceitar a pessoa exposta' }).click()
  for (const check of await page.getByRole('checkbox').all()) await check.check()
  await page.getByRole('textbox', { name: 'Motivo' }).fill('renda conferida')
  await inspectPage(page, 'desk-compliance-decision')
  await page.getByRole('button', { name: 'Propor', exact: true }).click()
  await seeHeading(page, 'Conformidade')
  await page.goto(`${app.url}/desk/cessoes`)
  await look('Cessões', 'desk-assignments')
  const batch = await page.getByRole('link', { name: 'Cessão', exact: true }).getAttribute('href')
  await page.goto(`${app.url}${batch}`)
  await page.getByRole('button', { name: 'Aprovar', exact: true }).waitFor()
  await inspectPage(page, 'desk-assignment')
  assert.deepEqual(complaints, [])
  await close()
})
