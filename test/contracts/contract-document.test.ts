import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { writeAmount, writeDate, writePercentage } from '../../src/brazil/writing.ts'
import { composeTerms } from '../../src/domains/contracts/compose-terms.ts'
import { renderContractPdf } from '../../src/domains/contracts/pdf/render.ts'
import type { SignatureStatement } from '../../src/domains/contracts/statements.ts'
import { computePdfHash, findSignedContract } from '../../src/domains/contracts/store.ts'
import { type ContractTerms, computeContractHash } from '../../src/domains/contracts/terms.ts'
import { openStage, type Stage } from '../onboarding/onboarding-stage.ts'
import { ensureScanner, readWords } from '../receivables/pdf/scanner.ts'

let stage: Stage
let terms: ContractTerms

before(async () => {
  ensureScanner()
  stage = await openStage()
  const purchase = await stage.authorize({
    choose: option => option.downPaymentValue > 0 && option.tcValue > 0,
  })
  terms = await composeTerms(stage.services, await stage.play(purchase, 'SIGNATURE', true))
})
after(() => stage.app.stop())

const readText = async (pdf: Promise<Buffer>): Promise<string> =>
  readWords(await pdf)
    .flat()
    .map(({ text }) => text)
    .join(' ')

test('the contract holds every figure that the law requires, in Brazilian format', async () => {
  const text = await readText(renderContractPdf(terms))
  const { installments, lender, customer } = terms
  assert.ok(terms.feeCentavos > 0 && terms.premiumCentavos > 0 && terms.downPaymentCentavos > 0)
  for (const part of [
    'Cédula de Crédito Bancário',
    'Lei nº 10.931',
    'promete pagar ao CREDOR, ou à sua ordem',
    lender.name,
    '12.345.678/0001-95',
    customer.cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-'),
    customer.email,
    ...[
      terms.purchaseCentavos,
      terms.downPaymentCentavos,
      terms.netLoanCentavos,
      terms.feeCentavos,
      terms.premiumCentavos,
      terms.iofCentavos,
      terms.principalCentavos,
      terms.totalCentavos,
      terms.downPaymentCentavos + terms.totalCentavos,
    ].map(writeAmount),
    ...[terms.interestRatePM, terms.interestRatePA, terms.cetPM, terms.cetPA].map(writePercentage),
    ...installments.map(
      ({ number, dueDate, amountCentavos, interestCentavos, amortizationCentavos, balanceCentavos }) =>
        `${number} de ${installments.length} ${writeDate(dueDate)} ${[amountCentavos, interestCentavos, amortizationCentavos, balanceCentavos].map(writeAmount).join(' ')}`,
    ),
    'multa de 2 % e de juros de mora de 1 % ao mês',
    'desistir em até 7 dias',
    'redução proporcional dos juros',
    'O lugar do pagamento é São Paulo',
    'escolheu contratar o seguro de crédito',
    '(Tabela Price)',
    'o valor da parcela nunca fica acima do indicado',
    'a parcela mais antiga',
    'parcela ÷ (1 + i)^t',
    'vencida toda a dívida',
    'Sistema de Informações de Crédito (SCR)',
    'responde por eles',
    'Liberação considerada',
    writeDate(terms.contractDate),
    'Ainda não assinada',
    computeContractHash(terms),
  ])
    assert.ok(text.includes(part), part)
})

test('the figures of the contract add up', () => {
  const { principalCentavos, netLoanCentavos, feeCentavos, premiumCentavos, iofCentavos } = terms
  assert.equal(principalCentavos, netLoanCentavos + feeCentavos + premiumCentavos + iofCentavos)
  const sum = (of: (row: ContractTerms['installments'][number]) => number): number =>
    terms.installments.reduce((total, row) => total + of(row), 0)
  assert.equal(
    sum(row => row.amountCentavos),
    terms.totalCentavos,
  )
  assert.equal(
    sum(row => row.amortizationCentavos),
    principalCentavos,
  )
})

test('the same contract gives the same bytes, and any other contract another hash', async () => {
  assert.deepEqual(await renderContractPdf(terms), await renderContractPdf(structuredClone(terms)))
  const hash = computeContractHash(terms)
  for (const name of Object.keys(terms) as (keyof ContractTerms)[])
    assert.notEqual(computeContractHash({ ...terms, [name]: 'another' }), hash, name)
})

test('texts from outside cannot break the document', async () => {
  const name = `${'Sofá (retrátil) \\ "de canto" 🛋️ '.repeat(8)}FIM`
  const products = [
    { name, amount: 1, valueCentavos: 100_00 },
    ...Array.from({ length: 199 }, (_, index) => ({ name: `Item ${index}`, amount: 2, valueCentavos: 1_50 })),
  ]
  const retailer = { id: 'x', name: ')Tj ET Q 0 0 1 rg BT (' }
  const text = await readText(renderContractPdf({ ...terms, products, retailer }))
  assert.ok(text.includes('Item 198') && text.includes(')Tj ET Q 0 0 1 rg BT ('))
})

test('after the signature the document is the signed one, with its evidence', async () => {
  const signed = await stage.play(await stage.authorize(), 'COMPLETE')
  const contract = await findSignedContract(stage.services, signed.id)
  assert.ok(contract)
  assert.deepEqual(contract.pdf, await renderContractPdf(contract.terms))
  const text = await readText(renderContractPdf(contract.terms, contract.statement))
  for (const part of ['assinada eletronicamente', '203.0.113.7', contract.statement.pdfSha256])
    assert.ok(text.includes(part), part)
  for (const hash of Object.values(contract.statement.documents)) assert.ok(text.includes(hash))
})

test('a contract of version 2 keeps its hash, and its document every byte', async () => {
  const file = new URL('terms-version-2.json', import.meta.url)
  const {
    agreement: terms,
    statement,
    ...signed
  } = JSON.parse(await readFile(file, 'utf8')) as {
    agreement: ContractTerms
    statement: SignatureStatement
    contractHash: string
    documentSha256: string
    signedDocumentSha256: string
  }
  assert.equal(computeContractHash(terms), signed.contractHash)
  assert.equal(computePdfHash(await renderContractPdf(terms)), signed.documentSha256)
  assert.equal(computePdfHash(await renderContractPdf(terms, statement)), signed.signedDocumentSha256)
})
