import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeSmsParts } from '../../../test/support/gsm7.ts'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'
import { composeMessage, listChannels } from './compose-message.ts'
import { TEMPLATES, type TemplateFacts, type TemplateName } from './templates.ts'

const URL_OF_48 = 'https://crediario-da-financeira-brasileira.com.br'
const shop = 'Móveis & Eletrodomésticos “São João” <Filial Praça da Sé> Ltda.'
const account = {
  shop,
  proposer: 'Maria de Souza',
  account: 'banco 237, agência 0255, conta corrente com final 1900-0',
  url: 'https://credito.example.com.br/console/conta',
}
const purchased = {
  shop,
  customerName: 'Maria Aparecida <b>da</b> Conceição',
  accountUrl: `${URL_OF_48}/minha-conta`,
}
const token = 'A_-'.repeat(11).slice(0, 32)
const dueDate = parseCalendarDate('2026-12-31')

const reminded = {
  customerName: purchased.customerName,
  accountUrl: purchased.accountUrl,
  creditor: { name: 'Financeira <Exemplo> de Crédito e Financiamento S.A.', cnpj: '12.345.678/0001-95' },
  today: dueDate,
  installments: [1, 2].map(installmentNumber => ({
    shop,
    contract: '0123456789abcdef01234567',
    installmentNumber,
    installments: 36,
    dueDate,
    faceCentavos: 12_345_678,
    totalCentavos: 13_345_678,
  })),
}
const delayed = {
  ...purchased,
  dueDate,
  faceCentavos: 12_345_678,
  overdueCentavos: 12_345_678,
  notBefore: dueDate,
}

/** The longest value that each member can have. */
const LONGEST: TemplateFacts = {
  code: { code: '888888', use: 'device' },
  'payment-link': { shop, url: `${URL_OF_48}/pay/${token}` },
  'picture-asked': { ...purchased, picture: 'front', url: `${URL_OF_48}/onboarding/${token}` },
  'identification-approved': { ...purchased, url: `${URL_OF_48}/onboarding/${token}` },
  'identification-refused': purchased,
  'identification-late': purchased,
  'contract-signed': {
    ...purchased,
    installments: 36,
    installmentCentavos: 12_345_678,
    totalCentavos: 444_444_408,
    cetPA: 188.25,
    composition: {
      lent: 'purchase',
      parts: [
        { name: 'released', value: 300_000_000 },
        { name: 'interest', value: 144_444_408 },
        { name: 'iof', value: 0 },
      ],
    },
  },
  'contract-released': {
    ...purchased,
    releasedOn: dueDate,
    firstDueDate: dueDate,
    installments: 36,
    installmentCentavos: 12_345_678,
    iofCentavos: 1_234_567,
    cetPA: 188.25,
  },
  'products-returned': {
    ...purchased,
    installments: 36,
    installmentCentavos: 12_345_678,
    totalCentavos: 444_444_408,
    refundCentavos: 12_345_678,
  },
  'billets-issued': {
    ...purchased,
    hasPix: true,
    billets: Array.from({ length: 36 }, (_, index) => ({
      installmentNumber: index + 1,
      amountCentavos: 12_345_678,
      dueDate,
      digitLine: '23793.38128 60007.827136 95000.063305 9 84660000010000',
      pixCode: `00020101021226${'x'.repeat(300)}6304ABCD`,
    })),
  },
  'payment-received': {
    ...purchased,
    amountCentavos: 1_234_567_890,
    credited: [{ installmentNumber: 36, leftCentavos: 1_234_567_890 }],
    installments: 36,
    paidOn: dueDate,
    states: ['paid', 'late', 'next', 'open'],
  },
  'contract-discharged': { ...purchased, settledOn: dueDate },
  'discount-offered': {
    ...purchased,
    amountCentavos: 12_345_678,
    until: dueDate,
    owedCentavos: 1_234_567_890,
    on: dueDate,
  },
  'debt-released': purchased,
  'plan-begun': {
    ...purchased,
    installments: 60,
    installmentCentavos: 12_345_678,
    totalCentavos: 740_740_680,
    firstDueDate: dueDate,
  },
  'contract-voided': { shop },
  'staff-invited': {
    shop,
    inviter: 'Maria de Souza',
    url: `https://credito.example.com.br/console/convite#${'x'.repeat(43)}`,
    days: 7,
  },
  'staff-reset': {
    shop,
    resetter: 'Maria de Souza',
    url: `https://credito.example.com.br/console/novo-acesso#${'x'.repeat(43)}`,
    hours: 24,
    hasPassword: true,
  },
  'staff-reset-told': {
    shop,
    person: 'Maria de Souza',
    resetter: undefined,
    url: 'https://credito.example.com.br/console/pessoas',
  },
  'staff-account-proposed': { ...account, hasApprover: true, takesEffect: '31/12/2026, às 23:59' },
  'staff-account-changed': account,
  'agreement-made': {
    ...purchased,
    installments: 24,
    installmentCentavos: 12_345_678,
    totalCentavos: 444_444_408,
    firstDueDate: dueDate,
    cetPA: 188.25,
  },
  'agreement-broken': { ...purchased, owedCentavos: 1_234_567_890, on: dueDate },
  'refund-sent': {
    ...purchased,
    amountCentavos: 1_234_567_890,
    paidOn: dueDate,
    place: { kind: 'pix-return', tail: '' },
  },
  'installment-reminder': reminded,
  'installment-late': reminded,
  'second-copy-offer': reminded,
  'agreement-offer': reminded,
  'installment-waived': { ...purchased, installmentNumber: 36, installments: 36, waivedCentavos: 12_345_678 },
  'refund-failed': {
    ...purchased,
    amountCentavos: 1_234_567_890,
    place: { kind: 'account', tail: '12345-6' },
  },
  'listing-notice': delayed,
  'acceleration-notice': { ...delayed, totalCentavos: 1_234_567_890 },
}

const names = Object.keys(TEMPLATES) as TemplateName[]

function compose<Name extends TemplateName>(name: Name, channel: 'SMS' | 'EMAIL') {
  const to = channel === 'SMS' ? '11987651234' : 'maria@example.com'
  const lender = {
    name: 'Financeira <Exemplo> S.A.',
    cnpj: '12.345.678/0001-95',
    sac: '0800 000 0101',
    ouvidoria: undefined,
    privacy: undefined,
    insurer: undefined,
    susepProcess: undefined,
    insuranceTerms: undefined,
  }
  const envelope = { retailerId: '0'.repeat(24), channel, to, phone: '11987651234', lender }
  return composeMessage(name, LONGEST[name], envelope)
}

test('every SMS is one part of ASCII letters, also with the longest values and every use of a code', () => {
  const texts = names
    .filter(name => listChannels(name).includes('SMS'))
    .map(name => [name, compose(name, 'SMS').text] as const)
  const sms = TEMPLATES.code.sms
  for (const use of ['phone', 'device', 'signature', 'link'] as const)
    texts.push(['code', sms?.({ code: '888888', use }) ?? ''])
  for (const picture of ['front', 'back', 'selfie'] as const)
    texts.push([
      'picture-asked',
      TEMPLATES['picture-asked'].sms?.({ ...LONGEST['picture-asked'], picture }) ?? '',
    ])
  const paid = Array.from({ length: 36 }, (_, index) => ({ installmentNumber: index + 1, leftCentavos: 0 }))
  for (const credited of [paid, paid.slice(35), [{ installmentNumber: 0, leftCentavos: 1_234_567_890 }]])
    texts.push([
      'payment-received',
      TEMPLATES['payment-received'].sms?.({ ...LONGEST['payment-received'], credited }) ?? '',
    ])
  assert.ok(texts.length >= 16)
  for (const [name, text] of texts) {
    assert.match(text, /^[\x20-\x7e]+$/, `${name}: ${text}`)
    assert.equal(computeSmsParts(text), 1, `${name} has ${text.length} characters: ${text}`)
  }
})

test('every e-mail says the same in text and in HTML, and no value of it can become markup', () => {
  const emails = names.filter(name => listChannels(name).includes('EMAIL'))
  assert.ok(emails.length >= 7)
  for (const name of emails) {
    const { subject = '', text, html = '' } = compose(name, 'EMAIL')
    assert.ok(subject !== '' && !subject.includes('\n'), name)
    assert.match(text, /Nunca informe códigos/)
    assert.match(text, /Financeira <Exemplo> S\.A\., CNPJ 12\.345\.678\/0001-95\nSAC 0800 000 0101$/)
    assert.doesNotMatch(html, /<b>|<Filial|<Exemplo>|undefined|<script|<img|<link/i, name)
    assert.doesNotMatch(text, /undefined|NaN/)
    for (const [url] of text.matchAll(/https:\S+/g)) assert.ok(html.includes(url), `${name} lacks ${url}`)
  }
  const billets = compose('billets-issued', 'EMAIL')
  assert.equal(billets.text.match(/Pix copia e cola/g)?.length, 36)
  assert.equal(billets.html?.match(/Linha digitável/g)?.length, 36)
})

test('a template is not sent on a channel that it does not have, and a contract travels with its e-mail', () => {
  assert.throws(() => compose('contract-signed', 'SMS'), /not sent by SMS/)
  assert.equal(compose('contract-signed', 'EMAIL').attachment, 'contract')
  assert.equal(compose('billets-issued', 'EMAIL').attachment, undefined)
})

const ENTRY_PAID = { installmentNumber: 0, leftCentavos: 0 }

test('a payment that leaves something to pay says what was received and what is left, not the installment', () => {
  const facts = {
    ...LONGEST['payment-received'],
    shop: 'Loja',
    amountCentavos: 15_000,
    credited: [
      { installmentNumber: 1, leftCentavos: 0 },
      { installmentNumber: 2, leftCentavos: 7_550 },
    ],
    installments: 6,
  }
  const { sms, email } = TEMPLATES['payment-received']
  assert.equal(
    sms?.(facts),
    'Loja: recebemos R$ 150,00 em 31/12/2026. Falta pagar R$ 75,50 da parcela 2 de 6.',
  )
  assert.deepEqual(email?.(facts).rows, [
    ['Valor recebido', 'R$ 150,00'],
    ['Pago em', '31/12/2026'],
    ['Parcela 1 de 6', 'paga'],
    ['Parcela 2 de 6', 'falta pagar R$ 75,50'],
  ])
  const entry = { ...facts, credited: [{ installmentNumber: 0, leftCentavos: 100 }] }
  assert.match(sms?.(entry) ?? '', /Falta pagar R\$ 1,00 da entrada\.$/)
  const several = { ...facts, credited: facts.credited.map(part => ({ ...part, leftCentavos: 0 })) }
  assert.match(sms?.(several) ?? '', /recebemos R\$ 150,00 de 2 parcelas em 31\/12\/2026/)
})

test('a billet that the bank does not know yet has no line, and a message without Pix does not speak of it', () => {
  const { email } = TEMPLATES['billets-issued']
  const [billet] = LONGEST['billets-issued'].billets
  assert.ok(billet && email)
  const unregistered = { ...billet, digitLine: undefined, pixCode: undefined }
  const { rows = [], paragraphs } = email({ ...purchased, billets: [unregistered], hasPix: false })
  assert.deepEqual(
    rows.map(([name]) => name),
    ['Parcela 1'],
  )
  assert.doesNotMatch(paragraphs.join(), /Pix/)
  assert.match(
    email({ ...purchased, billets: [billet], hasPix: true }).paragraphs.join(),
    /por Pix, abra a sua conta/,
  )
})

test('the mail greets by the first name, and without one when the name is not known', () => {
  assert.match(compose('payment-received', 'EMAIL').text, /^Olá, Maria!\n/)
  const unknown = { ...LONGEST['payment-received'], customerName: undefined, credited: [ENTRY_PAID] }
  const [first, second] = TEMPLATES['payment-received'].email?.(unknown).paragraphs ?? []
  assert.equal(first, 'Olá!')
  assert.match(second ?? '', /pagamento da entrada da compra/)
})

test('a message about a contract draws what it costs, and one about installments which are paid; its text says the same', () => {
  const signed = compose('contract-signed', 'EMAIL')
  for (const sentence of [
    'De cada R$ 100 que você paga, R$ 68 são da compra e R$ 32 são do crédito.',
    'Valor da compra',
    'R$ 3.000.000,00',
    'Juros',
  ])
    for (const body of [signed.text, signed.html ?? '']) assert.ok(body.includes(sentence), sentence)
  assert.doesNotMatch(signed.text, /IOF/)
  assert.equal(signed.html?.match(/<td width="[\d.]+%"/g)?.length, 2)
  const paid = compose('payment-received', 'EMAIL')
  for (const body of [paid.text, paid.html ?? '']) assert.match(body, /1 de 4 parcelas pagas, 1 em atraso/)
})

test('every e-mail has the name and the accent of the brand, and loads nothing', () => {
  for (const name of names.filter(each => listChannels(each).includes('EMAIL'))) {
    const { html = '' } = compose(name, 'EMAIL')
    assert.match(html, />crediário</, name)
    assert.doesNotMatch(html, /src=|url\(|@import/, name)
  }
})

test('an SMS begins with the shop, except a code, which comes before everything', () => {
  for (const name of names.filter(each => listChannels(each).includes('SMS'))) {
    const { text } = compose(name, 'SMS')
    assert.match(text, name === 'code' ? /^888888 / : /^Moveis & Eletrodomes: /, text)
  }
})
