import { maskCpf } from '../../brazil/cpf.ts'
import { maskName } from '../../brazil/person-name.ts'
import { maskPhone } from '../../brazil/phone.ts'
import type { Applicant, CaseIdentity } from '../../contract/desk.ts'
import {
  type ComparedFact,
  IDENTITY_CHECKS,
  type IdentityFact,
  NAME_SOURCES,
} from '../../contract/identity.ts'
import type { Presented } from '../../contract/presented.ts'
import { haveNamesThatDiffer, type readCase, type revealApplicant } from '../../domains/onboarding/index.ts'
import { maskEmail } from '../../kernel/mask-email.ts'

type CaseRecord = Awaited<ReturnType<typeof readCase>>
type Revealed = Awaited<ReturnType<typeof revealApplicant>>

/** Enough to compare with a document, too little to call or write to. */
export function presentMasked({ purchase, facts }: CaseRecord, mayReveal: boolean): Presented<Applicant> {
  const { phone, email, address } = purchase.customer
  return {
    facts: facts.map(fact => presentFact(fact, mayReveal && needsNames(fact) ? PLAIN : MASKED)),
    phone: maskPhone(phone),
    email: maskEmail(email),
    address: `${address.city}, ${address.state}`,
  }
}

export function presentRevealed({ customer, facts }: Revealed): Presented<Applicant> {
  const { street, number, complement, city, state, zipCode } = customer.address
  const place = [`${street}, ${number}`, complement].filter(part => part !== '').join(', ')
  return {
    facts: facts.map(fact => presentFact(fact, PLAIN)),
    phone: customer.phone.replace(/^(..)(.+)(....)$/, '($1) $2-$3'),
    email: customer.email,
    address: `${place}, ${city}, ${state}, CEP ${zipCode.replace(/^(.{5})/, '$1-')}`,
  }
}

/** Masked names cannot be compared, so differing names are shown only to operators who may see them. */
const needsNames = ({ fact, agrees }: ComparedFact): boolean => fact === 'name' && agrees === false

type Present = Readonly<Record<IdentityFact, (value: string) => string>>

const presentDay = (day: string): string => day.split('-').reverse().join('/')

const PLAIN: Present = {
  name: name => name,
  cpf: cpf => cpf.replace(/^(...)(...)(...)/, '$1.$2.$3-'),
  birthDate: presentDay,
  documentNumber: number => number,
}
/** The year, and the end of a number: a separate field says whether they agree. */
const MASKED: Present = {
  name: maskName,
  cpf: maskCpf,
  birthDate: day => presentDay(day).replace(/^..\/../, '**/**'),
  documentNumber: number => number.slice(-3).padStart(number.length, '*'),
}

const presentFact = ({ fact, values, agrees }: ComparedFact, present: Present): Presented<ComparedFact> => ({
  fact,
  values: values.map(({ source, value }) => ({ source, value: present[fact](value) })),
  agrees,
})

/** An operator who may not see the customer's data sees that the names differ, and their initials. */
export function presentIdentity(
  { identity, purchase }: CaseRecord,
  mayReveal: boolean,
): Presented<CaseIdentity> | undefined {
  if (identity?.answer.status !== 'DONE') return undefined
  const { name, checks } = identity.answer
  const names = { customer: purchase.customer.name, bureau: identity.bureauName, document: name }
  const found = IDENTITY_CHECKS.flatMap(check => {
    const outcome = checks[check]
    return outcome === undefined ? [] : [{ check, outcome }]
  })
  const differs = haveNamesThatDiffer(names)
  if (!differs && found.length === 0) return undefined
  const differingNames = NAME_SOURCES.flatMap(source => {
    const known = names[source]
    return known === undefined ? [] : [{ source, name: mayReveal ? known : maskName(known) }]
  })
  return { differingNames: differs ? differingNames : undefined, checks: found }
}
