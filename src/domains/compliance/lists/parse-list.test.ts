import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeCpfCheckDigits } from '../../../brazil/cpf.ts'
import { InputError } from '../../../kernel/faults.ts'
import { parseList } from './parse-list.ts'

const HEADER =
  '"CPF";"Nome_PEP";"Sigla_Função";"Descrição_Função";"Nível_Função";"Nome_Órgão";"Data_Início_Exercício";"Data_Fim_Exercício";"Data_Fim_Carência"'
const LINE =
  '"***.123.456-**";"JOSÉ DA CONCEIÇÃO";"DAS";"DIRETOR; ADJUNTO";"101.5";"MINISTÉRIO ""X""";"01/02/2020";"31/12/2023";"31/12/2028"'

const read = (kind: 'PEP' | 'SANCTIONS', text: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
  parseList(kind, Buffer.from(text, encoding))

test('the list of the Controladoria-Geral da União is read in both encodings, with quotation marks and carriage returns', () => {
  const expected = [
    {
      name: 'JOSÉ DA CONCEIÇÃO',
      digits: '123456',
      role: 'DIRETOR; ADJUNTO, MINISTÉRIO "X"',
      from: '2020-02-01',
      until: '2023-12-31',
      exposedUntil: '2028-12-31',
    },
  ]
  assert.deepEqual(read('PEP', `${HEADER}\r\n${LINE}\r\n`), expected)
  assert.deepEqual(read('PEP', `${HEADER}\n${LINE}`, 'latin1'), expected)
})

test('a plain list of sanctions has commas, dates of ISO 8601, and papers of other countries identify nobody', () => {
  const cpf = `123456789${computeCpfCheckDigits('123456789')}`
  const text = `name,birthDate,document,reason\nIvan Petrov,1960-05-04,P1234567,OFAC SDN\nAna Souza,1971,${cpf},ONU 1267\n`
  assert.deepEqual(read('SANCTIONS', text), [
    { name: 'Ivan Petrov', birthDate: '1960-05-04', role: 'OFAC SDN' },
    { name: 'Ana Souza', cpf, role: 'ONU 1267' },
  ])
})

test('a list with a hole is refused as a whole, and the line is named', () => {
  const refused: readonly [string, RegExp][] = [
    [`${HEADER}\n`, /names nobody/],
    ['cpf;idade\n***.123.456-**;3', /one for the name/],
    ['nome\nJosé', /masked CPF/],
    ['cpf;nome\n***.123.456-**;José Silva\n***.123.456-**', /Line 3: has 1 fields, and the first line 2/],
    ['cpf;nome\n***.12.456-**;José Silva', /Line 2: .* is not a masked CPF/],
    ['cpf;nome\n***.123.456-**;', /Line 2: has no name/],
    ['cpf;nome;fim\n***.123.456-**;José Silva;31/02/2026', /Line 2: 31\/02\/2026 is not a date/],
    ['cpf;nome\n***.123.456-**;"José Silva', /never closed/],
  ]
  for (const [text, message] of refused)
    assert.throws(
      () => read('PEP', text),
      error => error instanceof InputError && message.test(error.message),
      text,
    )
})
