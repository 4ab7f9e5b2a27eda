import { type Static, Type } from 'typebox'
import { Source } from './enums.ts'
import { ApiKey, Cpf, code, described, Email, FullName, fee, Phone, price, text, ZipCode } from './fields.ts'
import { MAX_PRODUCTS, Product } from './options.ts'
import { day, MAX_STATEMENT_DAYS } from './statement.ts'
import { MAX_LIST_LENGTH } from './webhooks.ts'

export const LINK_STATUSES = ['ACTIVE', 'OPENED', 'CLAIMED', 'COMPLETED', 'EXPIRED', 'DELETED'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]
const LinkStatusSchema = Type.Enum([...LINK_STATUSES], {
  description:
    'ACTIVE: nobody has opened it yet, or its purchase ended early. OPENED: somebody opened it. CLAIMED: a purchase is under way. COMPLETED: that purchase is OPEN. EXPIRED and DELETED: it can no longer be used',
})

export const LINK_CHANNELS = ['SMS', 'EMAIL'] as const
export type LinkChannel = (typeof LINK_CHANNELS)[number]
const Channel = Type.Enum([...LINK_CHANNELS])

export const MAX_LINK_DAYS = 60
export const DEFAULT_LINK_DAYS = 7

const productsSentence = `must have 1 to ${MAX_PRODUCTS} items`
const orderSentence = 'must be a string of 1 to 64 characters'
const returnLink = (description: string) =>
  Type.String({
    description: `${description}. https, of an origin that is allowed for the retailer; with \`source\` app also a link of an allowed scheme`,
    maxLength: 2048,
    'x-error': { '*': 'must be a link of at most 2048 characters' },
  })
const instant = (description: string) => Type.String({ description: `${description}; ISO 8601` })

const LinkCustomerShape = Type.Object(
  {
    name: Type.Optional(FullName),
    cpf: Type.Optional(Cpf),
    phone: Type.Optional(Phone),
    email: Type.Optional(Email),
    zipCode: Type.Optional(ZipCode),
    addressStreet: Type.Optional(text('Street', 200)),
    addressNumber: Type.Optional(text('Number', 20)),
    addressComplement: Type.Optional(text('Complement; may be empty', 200, 0)),
    city: Type.Optional(text('City', 100)),
    state: Type.Optional(
      Type.String({
        format: 'br-state',
        description: 'State (UF)',
        'x-error': { format: 'must be one of the 27 Brazilian states' },
      }),
    ),
  },
  {
    title: 'PaymentLinkCustomer',
    description: 'What the shop knows of the customer; the page shows it masked',
  },
)

export const NewPaymentLinkRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    products: Type.Optional(
      Type.Array(Product, {
        description: 'With `shipping`; instead of `amount` and `description`',
        minItems: 1,
        maxItems: MAX_PRODUCTS,
        'x-error': { type: productsSentence, minItems: productsSentence, maxItems: productsSentence },
      }),
    ),
    shipping: Type.Optional(fee('Delivery fee')),
    amount: Type.Optional(price('With `description`, instead of `products`: what is to be paid')),
    description: Type.Optional(text('What is bought, in a few words', 200)),
    source: Type.Optional(Source),
    orderId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        pattern: '^[^\\p{C}]+$',
        description: 'The retailer’s order; the id of the link when absent',
        'x-error': orderSentence,
      }),
    ),
    oncePerOrder: Type.Optional(
      Type.Boolean({
        description:
          'With `orderId`: where that order has a link that is valid or was used for a purchase that was not canceled, that link is the answer, and nothing is sent again. Apart from `expiresAt` and `notify` it must say what this request says, else the answer is 409 `order_already_linked`',
        'x-error': 'must be a boolean',
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({
        description: `Until when it can be used; ISO 8601, at most ${MAX_LINK_DAYS} days from now. ${DEFAULT_LINK_DAYS} days when absent`,
        maxLength: 40,
      }),
    ),
    customer: Type.Optional(LinkCustomerShape),
    seller: Type.Optional(text('Who sells; with `source` guide', 200)),
    sellerCpf: Type.Optional(Cpf),
    sellerPhone: Type.Optional(Phone),
    notify: Type.Optional(
      Type.Array(Channel, {
        description: 'How the link is sent to the customer at once; needs that contact',
        maxItems: LINK_CHANNELS.length,
        uniqueItems: true,
      }),
    ),
    returnUrl: Type.Optional(
      returnLink('Where the customer goes after the purchase; where absent, to `cancelUrl`'),
    ),
    cancelUrl: Type.Optional(
      returnLink('Where the customer goes without a purchase; where absent, to `returnUrl`'),
    ),
  },
  {
    title: 'NewPaymentLink',
    examples: [{ amount: 1240, description: 'Geladeira Frost Free 400 l' }],
  },
)
export type NewPaymentLinkRequest = Static<typeof NewPaymentLinkRequest>

const NotificationShape = Type.Object(
  {
    channel: described(Channel, 'SMS or EMAIL'),
    to: Type.String({ description: 'Masked' }),
    sentAt: instant('When it was handed over to be sent'),
  },
  { title: 'PaymentLinkNotification' },
)

/** As it was given; a picture or a page without an address is left out. */
const LinkProductShape = Type.Object(
  {
    amount: Type.Number({ description: 'Quantity' }),
    category: Type.Optional(Type.String({ description: 'Category of the product' })),
    categoryId: Type.Optional(Type.Number({ description: 'Category id of the shop' })),
    id: Type.String({ description: 'Identifier' }),
    image: Type.Optional(Type.String({ description: 'Picture of the product' })),
    name: Type.String({ description: 'Name' }),
    url: Type.Optional(Type.String({ description: 'Address' })),
    value: Type.Number({ description: 'Unit price' }),
    seller: Type.Optional(Type.String({ description: 'Who sells' })),
  },
  { title: 'PaymentLinkProduct' },
)

export const PaymentLinkAnswer = Type.Object(
  {
    id: Type.String({ description: '24 hexadecimal characters' }),
    url: Type.String({ description: 'The page where the customer buys' }),
    qrCode: Type.String({ description: 'The url as a QR code: an SVG picture in a data URL' }),
    status: LinkStatusSchema,
    source: Source,
    orderId: Type.String({ description: 'The retailer’s order' }),
    amount: Type.Number({ description: 'All that is bought, delivery included' }),
    description: Type.Optional(Type.String({ description: 'What is bought, in a few words' })),
    products: Type.Optional(Type.Array(LinkProductShape, { description: 'What is bought' })),
    shipping: Type.Optional(Type.Number({ description: 'Delivery fee, in reais' })),
    seller: Type.Optional(Type.String({ description: 'Who sells' })),
    expiresAt: instant('Until when it can be used'),
    createdAt: instant('When it was created'),
    openedAt: Type.Optional(instant('When somebody looked at it first')),
    lockedAt: Type.Optional(instant('When it was locked, because five different people were refused on it')),
    transactionId: Type.Optional(Type.String({ description: 'The purchase made with it' })),
    notifications: Type.Array(NotificationShape, { description: 'Messages that carried the link' }),
  },
  { title: 'PaymentLink' },
)
export const PaymentLinksAnswer = Type.Object(
  {
    data: Type.Array(PaymentLinkAnswer, { description: 'The newest first' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'What to send as `after` for the rest; null when there is none',
    }),
  },
  { title: 'PaymentLinks' },
)

export const PaymentLinksQuery = Type.Object(
  {
    status: Type.Optional(LinkStatusSchema),
    orderId: Type.Optional(Type.String({ maxLength: 64, description: 'The retailer’s order' })),
    seller: Type.Optional(
      Type.String({ description: 'Exactly as it was given; capitals make no difference', maxLength: 200 }),
    ),
    from: Type.Optional(day('First day of their creation')),
    to: Type.Optional(day('Last day of their creation')),
    after: Type.Optional(
      Type.String({
        description: '`next` of the page before',
        pattern: '^[0-9a-f]{24}$',
        'x-error': 'must be the `next` of a page before',
      }),
    ),
    limit: Type.Optional(
      Type.String({
        description: `How many at most: 1 to ${MAX_LIST_LENGTH}, 50 when absent`,
        pattern: `^(?:[1-9]|[1-9]\\d|${MAX_LIST_LENGTH})$`,
        'x-error': `must be a whole number from 1 to ${MAX_LIST_LENGTH}`,
      }),
    ),
  },
  { title: 'PaymentLinksQuery' },
)
export type PaymentLinksQuery = Static<typeof PaymentLinksQuery>

export const LinkFunnelQuery = Type.Object(
  {
    from: day('First day of their creation'),
    to: day(`Last day of their creation, today at the latest, at most ${MAX_STATEMENT_DAYS} days in all`),
  },
  { title: 'PaymentLinkFunnelQuery' },
)
export type LinkFunnelQuery = Static<typeof LinkFunnelQuery>

const funnelSteps = {
  created: Type.Number({ description: 'Links created in the period' }),
  opened: Type.Number({ description: 'Of these, links that somebody opened' }),
  identified: Type.Number({ description: 'Of these, links on which somebody confirmed a phone' }),
  signed: Type.Number({ description: 'Of these, links by which a contract was signed' }),
  paid: Type.Number({
    description: 'Of these, links whose purchase became OPEN: signed, and the down payment paid',
  }),
  createdAmount: Type.Number({ description: 'What all of them sell, in reais' }),
  paidAmount: Type.Number({ description: 'What those that are paid sold, in reais' }),
}
const SellerFunnel = Type.Object(
  {
    seller: Type.Union([Type.String(), Type.Null()], {
      description: 'As written in the newest link; null for links without a seller',
    }),
    ...funnelSteps,
  },
  { title: 'PaymentLinkSellerFunnel' },
)
export const MAX_FUNNEL_SELLERS = 200
export const LinkFunnelAnswer = Type.Object(
  {
    from: Type.String({ description: 'First day' }),
    to: Type.String({ description: 'Last day' }),
    ...funnelSteps,
    sellers: Type.Array(SellerFunnel, {
      description: `By seller, whoever was paid most first: ${MAX_FUNNEL_SELLERS} at most`,
    }),
  },
  { title: 'PaymentLinkFunnel' },
)

export const SendPaymentLinkRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    channel: described(Channel, 'SMS or EMAIL'),
    to: Type.Optional(code('Phone or e-mail address; the customer’s own when absent', 254)),
  },
  { title: 'SendPaymentLink', examples: [{ channel: 'SMS', to: '11987651234' }] },
)
export type SendPaymentLinkRequest = Static<typeof SendPaymentLinkRequest>
