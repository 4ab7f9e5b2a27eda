import { parseCpf } from '../../../src/brazil/cpf.ts'
import { parsePhone } from '../../../src/brazil/phone.ts'
import type { NewConsoleLinkRequest } from '../../../src/contract/console-selling.ts'
import type { LinkChannel } from '../../../src/contract/payment-links.ts'
import { parseAmount } from '../../shell/parse-amount.ts'

/** A line of a link of products, as it is typed. */
export interface DraftProduct {
  readonly key: number
  readonly name: string
  readonly count: string
  readonly price: string
}

/** What is typed, as it is typed. */
export interface LinkDraft {
  readonly kind: 'amount' | 'products'
  readonly amount: string
  readonly description: string
  readonly products: readonly DraftProduct[]
  readonly shipping: string
  readonly orderId: string
  readonly name: string
  readonly cpf: string
  readonly phone: string
  readonly email: string
  readonly notify: readonly LinkChannel[]
  readonly place: 'remote' | 'counter'
  readonly seller: string
  readonly sellerCpf: string
  readonly sellerPhone: string
  readonly days: '1' | '3' | '7' | '15' | '30' | '60'
}

export const NEW_PRODUCT: DraftProduct = { key: 0, name: '', count: '1', price: '' }

export const emptyDraft = (seller: string): LinkDraft => ({
  kind: 'amount',
  amount: '',
  description: '',
  products: [NEW_PRODUCT],
  shipping: '',
  orderId: '',
  name: '',
  cpf: '',
  phone: '',
  email: '',
  notify: [],
  place: 'remote',
  seller,
  sellerCpf: '',
  sellerPhone: '',
  days: '7',
})

export type LinkProblems = Readonly<Partial<Record<string, string>>>

const AMOUNT_PROBLEM = 'Escreva um valor, como 1.240,00.'

/** By the names of the fields; those of a product carry its key. */
export function findLinkProblems(draft: LinkDraft): LinkProblems {
  const found: Record<string, string> = {}
  const check = (name: string, isRight: boolean, sentence: string): void => {
    if (!isRight) found[name] = sentence
  }
  if (draft.kind === 'amount') {
    check('amount', isPrice(draft.amount), AMOUNT_PROBLEM)
    check('description', draft.description.trim() !== '', 'Diga em poucas palavras o que é vendido.')
  } else {
    for (const { key, name, count, price } of draft.products) {
      check(`name-${key}`, name.trim() !== '', 'Diga o nome do produto.')
      check(`count-${key}`, /^[1-9]\d{0,3}$/.test(count.trim()), 'Escreva um número inteiro.')
      check(`price-${key}`, isPrice(price), AMOUNT_PROBLEM)
    }
    check(
      'shipping',
      draft.shipping.trim() === '' || readAmount(draft.shipping) !== undefined,
      AMOUNT_PROBLEM,
    )
  }
  const { cpf, phone, email, notify } = draft
  check('cpf', cpf === '' || parseCpf(cpf) !== undefined, 'Confira o CPF.')
  check('phone', phone === '' || parsePhone(phone) !== undefined, 'Confira o celular, com DDD.')
  check('email', email.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim()), 'Confira o e-mail.')
  if (notify.includes('SMS'))
    check('phone', parsePhone(phone) !== undefined, 'Para enviar por SMS, escreva o celular.')
  if (notify.includes('EMAIL'))
    check('email', email.trim() !== '', 'Para enviar por e-mail, escreva o e-mail.')
  if (draft.place === 'counter') {
    check('seller', draft.seller.trim() !== '', 'Diga quem vende.')
    check('sellerCpf', parseCpf(draft.sellerCpf) !== undefined, 'Confira o CPF de quem vende.')
    check('sellerPhone', parsePhone(draft.sellerPhone) !== undefined, 'Confira o celular de quem vende.')
  }
  return found
}

const readAmount = (text: string): number | undefined => parseAmount(text)
const isPrice = (text: string): boolean => (readAmount(text) ?? 0) > 0

/** What a draft without problems asks for. Members that nobody filled in are left out. */
export function composeLinkRequest(draft: LinkDraft): NewConsoleLinkRequest {
  const { kind, place, days, notify } = draft
  const customer = keepWritten({
    name: draft.name,
    cpf: draft.cpf,
    phone: draft.phone,
    email: draft.email,
  })
  const seller =
    place === 'counter'
      ? { source: 'guide' as const, ...keepWritten(pick(draft, ['seller', 'sellerCpf', 'sellerPhone'])) }
      : keepWritten(pick(draft, ['seller']))
  return {
    ...(kind === 'amount'
      ? { amount: readAmount(draft.amount) ?? 0, description: draft.description.trim() }
      : {
          products: draft.products.map(({ name, count, price }, at) => ({
            id: `item-${at + 1}`,
            name: name.trim(),
            amount: Number(count),
            value: readAmount(price) ?? 0,
          })),
          shipping: readAmount(draft.shipping) ?? 0,
        }),
    ...keepWritten(pick(draft, ['orderId'])),
    ...seller,
    ...(Object.keys(customer).length === 0 ? {} : { customer }),
    ...(notify.length === 0 ? {} : { notify: [...notify] }),
    days: Number(days),
  }
}

function pick<Name extends keyof LinkDraft>(draft: LinkDraft, names: readonly Name[]) {
  return Object.fromEntries(names.map(name => [name, draft[name]])) as Pick<LinkDraft, Name>
}

function keepWritten<Value extends Readonly<Record<string, string>>>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  ) as Partial<Value>
}

/** What the customer would see of it now; what is not written yet is left out. */
export function previewSale(draft: LinkDraft) {
  if (draft.kind === 'amount')
    return {
      amount: readAmount(draft.amount) ?? 0,
      description: draft.description.trim() || 'O que é vendido',
    }
  const products = draft.products.map(({ name, count, price }) => ({
    name: name.trim() || 'Produto',
    amount: Number(count) || 1,
    value: readAmount(price) ?? 0,
  }))
  const shipping = readAmount(draft.shipping) ?? 0
  const cents = products.reduce((sum, each) => sum + Math.round(each.value * 100) * each.amount, 0)
  return { products, shipping, amount: (cents + Math.round(shipping * 100)) / 100 }
}
