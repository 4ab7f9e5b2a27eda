import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { closingCommands } from '../../src/cli/closing.ts'
import { proposalCommands } from '../../src/cli/proposals.ts'
import { scrCommands } from '../../src/cli/scr.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../support/desk.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'
import { checkSchema, parseXml, type XmlElement } from './scr-schema.ts'

let app: TestApp
let folder: string
let people: DeskPerson[]
before(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'crediario-scr-'))
  people = [await newDeskPerson(app, 'analyst'), await newDeskPerson(app, 'approver')]
})
after(async () => {
  await rm(folder, { recursive: true })
  await app.stop()
})

const run = async (name: string, options: Record<string, string> = {}, person = 0): Promise<string> => {
  const words = name.split(' ')
  const command = { ...scrCommands, ...closingCommands, ...proposalCommands }[words.slice(0, 2).join(' ')]
  assert.ok(command, name)
  const act = { person: people[person]?.email ?? '', tell: () => {} }
  return command.run(app.services, { words, options, act, ask: answerWithCodes(app, people) })
}

const sumVenc = ({ children }: XmlElement): number =>
  Object.values(children.find(({ name }) => name === 'Venc')?.attributes ?? {}).reduce(
    (sum, value) => sum + Math.round(Number(value) * 100),
    0,
  )

test('document 3040 of a closed month names who owes 200.00 and more, adds up the others, and sums to the closing', async () => {
  const large = await buyOpen(app, { installments: 6, value: 1_240 })
  const late = await buyOpen(app, { installments: 3, value: 900 })
  const small = await buyOpen(app, { installments: 3, value: 160 })
  const settings = join(folder, 'scr.json')
  const responsible = { name: 'Ana & Souza', email: 'ana@lender.example', phone: '1133334444' }
  await writeFile(settings, JSON.stringify({ responsible }))
  await moveClock(app, 'P60D')
  await run('closing run', { month: '2026-04' })
  await assert.rejects(run('scr export', { month: '2026-04', settings, folder }), /2026-04 is not closed/)
  const [id] = (await run('closing close', { month: '2026-04', reason: 'conferido' })).split('\n')
  await run(`proposals approve ${id}`, { reason: 'de acordo' }, 1)
  const told = await run('scr export', { month: '2026-04', settings, folder })
  assert.match(told, /clients +2\n/)
  const text = await readFile(join(folder, 'doc3040-2026-04.xml'), 'utf8')
  assert.match(text, /NomeResp="Ana &amp; Souza"/)
  const document = parseXml(text)
  checkSchema(document)
  assert.deepEqual([document.attributes.DtBase, document.attributes.TotalCli], ['2026-04', '2'])
  const clients = document.children.filter(({ name }) => name === 'Cli')
  assert.deepEqual(
    clients.map(({ attributes }) => attributes.Cd).toSorted(),
    [large.person.cpf, late.person.cpf].toSorted(),
  )
  assert.ok(!text.includes(small.person.cpf))
  const operations = clients.flatMap(({ children }) => children)
  for (const operation of operations) {
    const accounting = operation.children.find(({ name }) => name === 'ContInstFinRes4966')
    assert.equal(sumVenc(operation), Math.round(Number(accounting?.attributes.VlrContBr) * 100))
    const { IPOC = '', Contrt = '', CNPJ = document.attributes.CNPJ } = operation.attributes
    assert.ok(IPOC.startsWith(`${CNPJ}04021`) && IPOC.endsWith(Contrt) && IPOC.length === 48)
    assert.ok(Number(operation.attributes.DiaAtraso) > 0)
    assert.ok(Number(accounting?.attributes.RendMes) > 0)
  }
  const groups = document.children.filter(({ name }) => name === 'Agreg')
  assert.deepEqual(
    groups.map(({ attributes }) => [attributes.QtdOp, attributes.QtdCli, attributes.FaixaVlr]),
    [['1', '1', '2']],
  )
  const [row] = await query<{ gross: string }>(
    app,
    'SELECT sum(customer_centavos + unearned_centavos + restructuring_centavos)::text AS gross FROM closing_contracts',
  )
  assert.equal(
    [...operations, ...groups].reduce((sum, each) => sum + sumVenc(each), 0),
    Number(row?.gross),
  )
})

test('the schema is derived, and says so; every setting says why it is one', async () => {
  const file = new URL('../../src/domains/reporting/scr/doc3040-derived.xsd', import.meta.url)
  assert.match(await readFile(file, 'utf8'), /Derived by this project/)
  const lines = (await run('scr settings')).split('\n')
  assert.ok(lines.length > 10)
  for (const line of lines) assert.match(line, /^\w+( \(.+\))?: .{10,}/, line)
})
