import { parseCpf } from '../../src/brazil/cpf.ts'
import { isWholeName } from '../../src/brazil/person-name.ts'
import { areaCodeExists, parsePhone } from '../../src/brazil/phone.ts'
import { parsePostalCode } from '../../src/brazil/postal-code.ts'
import { states } from '../../src/brazil/states.ts'
import type { MaskedPerson, PersonRequest } from '../../src/contract/hosted-page.ts'
import { textFormats } from '../../src/kernel/text-formats.ts'

export type PersonField = keyof PersonRequest
/** What was typed, as it stands in the fields. */
export type Draft = Readonly<Record<PersonField, string>>
export type PersonProblems = Partial<Readonly<Record<PersonField, string>>>
/** What the shop may have given. */
export type GivenPart = Exclude<keyof MaskedPerson, 'name'>

export const EMPTY_DRAFT: Draft = {
  name: '',
  cpf: '',
  phone: '',
  email: '',
  zipCode: '',
  addressStreet: '',
  addressNumber: '',
  addressComplement: '',
  city: '',
  state: '',
}

/** Fields that need not be asked for where the shop gave the part. */
export const FIELDS_OF_PART = {
  cpf: ['cpf'],
  phone: ['phone'],
  email: ['email'],
  zipCode: ['zipCode'],
  address: ['addressStreet', 'addressNumber', 'addressComplement', 'city', 'state'],
} as const satisfies Readonly<Record<GivenPart, readonly PersonField[]>>
const PARTS = Object.keys(FIELDS_OF_PART) as GivenPart[]

/** Asked for on a screen of their own, after the rest. */
const PLACE_FIELDS: readonly PersonField[] = [...FIELDS_OF_PART.zipCode, ...FIELDS_OF_PART.address]

export function isOfPlace(field: PersonField): boolean {
  return PLACE_FIELDS.includes(field)
}

/** What is wrong with a field, said so that it can be corrected. */
const CHECKS: Readonly<Record<PersonField, (text: string) => string | undefined>> = {
  name: text => (isWholeName(text) ? undefined : 'Escreva nome e sobrenome, como no documento.'),
  cpf: text => (parseCpf(text) === undefined ? 'Confira o CPF: são 11 números.' : undefined),
  phone: checkPhone,
  email: text =>
    textFormats['email-address'](text) ? undefined : 'Confira o e-mail, por exemplo nome@provedor.com.br.',
  zipCode: text =>
    parsePostalCode(text) === undefined ? 'Confira o CEP: são 8 números, como 01310-100.' : undefined,
  addressStreet: text => (text === '' ? 'Escreva a rua ou avenida.' : undefined),
  addressNumber: text => (text === '' ? 'Escreva o número ou s/n.' : undefined),
  addressComplement: () => undefined,
  city: text => (text === '' ? 'Escreva a cidade.' : undefined),
  state: text => (text === '' ? 'Escolha o estado.' : undefined),
}
const REFUSED = 'Confira este campo.'

function checkPhone(text: string): string | undefined {
  const phone = parsePhone(text)
  if (phone === undefined) return 'Confira o celular: DDD e 9 números, como (11) 98765-4321.'
  if (phone.digits.length < 11) return 'Precisa ser um celular, para receber o código por SMS.'
  return areaCodeExists(phone.areaCode) ? undefined : 'Esse DDD não existe. Confira o celular.'
}

/** What the shop gave and the person has not asked to change. */
export function listKeptParts(given: MaskedPerson, changed: ReadonlySet<GivenPart>): ReadonlySet<GivenPart> {
  const kept = PARTS.filter(part => given[part] !== undefined && !changed.has(part))
  // A street does not belong to another postal code.
  const isMoved = given.zipCode !== undefined && changed.has('zipCode')
  return new Set(isMoved ? kept.filter(part => part !== 'address') : kept)
}

export function listAskedFields(kept: ReadonlySet<GivenPart>): readonly PersonField[] {
  const spared = new Set<PersonField>([...kept].flatMap(part => FIELDS_OF_PART[part]))
  return (Object.keys(EMPTY_DRAFT) as PersonField[]).filter(field => !spared.has(field))
}

export function findProblems(draft: Draft, asked: readonly PersonField[]): PersonProblems {
  const found = asked.flatMap(field => {
    const problem = CHECKS[field](draft[field].trim())
    return problem === undefined ? [] : [[field, problem] as const]
  })
  return Object.fromEntries(found)
}

/** The server's word on fields that this page found nothing wrong with. */
export function readRefusedFields(details: readonly { readonly field: string }[]): PersonProblems {
  const found = details.flatMap(({ field }) => {
    const name = field.split(/[./]/).at(-1) ?? ''
    return name in EMPTY_DRAFT ? [[name, CHECKS[name as PersonField]('') ?? REFUSED] as const] : []
  })
  return Object.fromEntries(found)
}

export function findPartOf(field: PersonField): GivenPart | undefined {
  return PARTS.find(part => (FIELDS_OF_PART[part] as readonly PersonField[]).includes(field))
}

export function composeRequest(draft: Draft, asked: readonly PersonField[]): PersonRequest {
  const filled = asked.map(field => [field, draft[field].trim()] as const).filter(([, text]) => text !== '')
  return { name: draft.name.trim(), ...Object.fromEntries(filled) }
}

/** Absent while the postal code is not complete. */
export function findStateOf(zipCode: string): string | undefined {
  const digits = parsePostalCode(zipCode)
  if (digits === undefined) return undefined
  const prefix = Number(digits.slice(0, 5))
  const isWithin = ([first, last]: readonly [number, number]): boolean => first <= prefix && prefix <= last
  return states.find(({ postalPrefixes }) => postalPrefixes.some(isWithin))?.code
}
