import { type Static, Type } from 'typebox'
import { PreApprovedCredit, Preview, RefusalDetails, TrackId } from './credit-answer.ts'
import { Device, RefusalReasonSchema, ResultSchema, Source } from './enums.ts'
import {
  ApiKey,
  Cpf,
  code,
  described,
  Email,
  FullName,
  fee,
  link,
  Phone,
  price,
  text,
  ZipCode,
} from './fields.ts'
import { DownPaymentOption } from './option.ts'

export const MAX_PRODUCTS = 200
const productsSentence = `must have 1 to ${MAX_PRODUCTS} items`

export const Product = Type.Object(
  {
    amount: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Quantity',
      'x-error': 'must be a whole number from 1 to 10000',
    }),
    category: Type.Optional(text('Category', 200)),
    categoryId: Type.Optional(Type.Number({ description: 'Category id' })),
    id: code('Product id of the shop'),
    image: Type.Optional(link('Picture')),
    name: text('Name', 500),
    url: Type.Optional(link('Product page')),
    value: price('Unit price'),
    seller: Type.Optional(text('Seller in a marketplace', 200)),
  },
  { title: 'Product' },
)
export type Product = Static<typeof Product>

export const OptionsRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    addressComplement: text('Complement; may be empty', 200, 0),
    addressNumber: text('Number', 20),
    addressStreet: text('Street', 200),
    city: text('City', 100),
    state: Type.String({
      format: 'br-state',
      description: 'State (UF)',
      examples: ['SP'],
      'x-error': { format: 'must be one of the 27 Brazilian states' },
    }),
    zipCode: ZipCode,
    cpf: Cpf,
    name: Type.Optional(FullName),
    email: Email,
    phone: Phone,
    device: Device,
    source: Source,
    products: Type.Array(Product, {
      minItems: 1,
      maxItems: MAX_PRODUCTS,
      'x-error': { type: productsSentence, minItems: productsSentence, maxItems: productsSentence },
      description: 'What is bought',
    }),
    shipping: fee('Delivery fee'),
    hasGracePeriod: Type.Optional(
      Type.Boolean({ description: 'Ask for options with a grace period; needs a retailer enabled for it' }),
    ),
    categoryId: Type.Optional(code('Category id')),
    categoryName: Type.Optional(text('Category', 200)),
    productAmount: Type.Optional(Type.Number({ description: 'Informative; products decides' })),
    productCategory: Type.Optional(text('Informative; products decides', 200)),
    productDescription: Type.Optional(text('Informative', 5000)),
    productImage: Type.Optional(link('Informative; products decides')),
    productName: Type.Optional(text('Informative; products decides', 500)),
    productPrice: Type.Optional(price('Informative; products decides')),
    productUrl: Type.Optional(link('Informative; products decides')),
    seller: Type.Optional(text('Seller of an assisted sale', 200)),
    sellerCpf: Type.Optional(Cpf),
    sellerPhone: Type.Optional(Phone),
    sessionId: Type.Optional(code('Session of the shop')),
    skuNumber: Type.Optional(code('Informative')),
    trackId: Type.Optional(code('Informative; every answer has a tracking id of its own')),
  },
  {
    title: 'OptionsRequest',
    examples: [
      {
        apiKey: 'sk_homolog_demo_0000000000000000000000000000',
        cpf: '000.001.000-64',
        phone: '(11) 98765-1234',
        email: 'maria@example.com',
        zipCode: '01310-100',
        addressStreet: 'Avenida Paulista',
        addressNumber: '1000',
        addressComplement: '',
        city: 'São Paulo',
        state: 'SP',
        source: 'checkout',
        device: 'mobile',
        products: [{ id: 'sku-1', name: 'Geladeira', amount: 1, value: 1199.9 }],
        shipping: 40.1,
      },
    ],
  },
)
export type OptionsRequest = Static<typeof OptionsRequest>

export const OptionsAnswer = Type.Object(
  {
    checkoutId: Type.String({ description: 'Identifier of the checkout' }),
    downPaymentOptions: Type.Optional(
      Type.Array(DownPaymentOption, { description: 'One group for each down payment' }),
    ),
    retentionOptions: Type.Optional(
      described(DownPaymentOption, 'Options in which the retailer keeps a part of the risk'),
    ),
    error: Type.Optional(
      Type.Boolean({ description: 'true when the credit bureau could not answer: ask again later' }),
    ),
    preApprovedCredit: Type.Optional(PreApprovedCredit),
    preview: Type.Optional(Preview),
    result: Type.Optional(ResultSchema),
    refusalReason: Type.Optional(RefusalReasonSchema),
    details: Type.Optional(RefusalDetails),
    trackId: TrackId,
    blocklistInfo: Type.Optional(
      Type.Object(
        { phoneAlert: Type.Boolean({ description: 'The phone is used by several customers' }) },
        { description: 'Why the contact data look suspicious' },
      ),
    ),
    hasGracePeriod: Type.Optional(Type.Boolean({ description: 'Grace-period variant' })),
    downPayment: Type.Optional(Type.Boolean({ description: 'Grace-period variant' })),
  },
  { title: 'OptionsAnswer' },
)
