import assert from 'node:assert/strict'
import { createCaller, type MedusaShop, signIn } from './medusa-shop.ts'

export interface ShopOrder {
  readonly id: string
  readonly status: string
  readonly payment_status: string
  readonly total: number
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly payment_collections: readonly {
    readonly payment_sessions: readonly {
      readonly id: string
      readonly status: string
      readonly data: Readonly<Record<string, unknown>>
    }[]
    readonly payments: readonly {
      readonly id: string
      readonly amount: number
      readonly captures: readonly { readonly amount: number }[]
      readonly refunds: readonly { readonly id: string; readonly amount: number }[]
    }[]
  }[]
}

const FIELDS =
  'fields=*payment_collections.payment_sessions,*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds,+metadata'

const ADDRESS = {
  first_name: 'Maria',
  last_name: 'da Silva',
  address_1: 'Avenida Paulista, 1578',
  city: 'São Paulo',
  province: 'SP',
  postal_code: '01310-100',
  country_code: 'br',
}

let phones = 0
/** Many people on one phone would raise an alert. */
const newPhone = (): string => `119${String(86_000_000 + phones++)}`

export type Shopfront = Awaited<ReturnType<typeof openShopfront>>

/** The people and the storefront of the shop that the README sets up, by Medusa's interface. */
export async function openShopfront(shop: MedusaShop) {
  const admin = await signIn(shop)
  const { regions } = await admin.get<{ regions: { id: string }[] }>('/admin/regions')
  const region = regions[0] ?? assert.fail('no region')
  const { sales_channels } = await admin.get<{ sales_channels: { id: string }[] }>('/admin/sales-channels')
  const channel = sales_channels[0]?.id ?? assert.fail('no sales channel')
  const { api_keys } = await admin.get<{ api_keys: { title: string; token: string }[] }>('/admin/api-keys')
  const token = api_keys.find(({ title }) => title === 'Loja')?.token ?? assert.fail('no publishable key')
  const store = createCaller(shop.url, { 'x-publishable-api-key': token })

  async function makeProduct(title: string, sku: string, amount: number): Promise<string> {
    const { product } = await admin.post<{ product: { variants: { id: string }[] } }>('/admin/products', {
      title,
      status: 'published',
      sales_channels: [{ id: channel }],
      options: [{ title: 'Tamanho', values: ['Único'] }],
      variants: [
        {
          title: 'Único',
          sku,
          manage_inventory: false,
          options: { Tamanho: 'Único' },
          prices: [{ currency_code: 'brl', amount }],
        },
      ],
    })
    return product.variants[0]?.id ?? assert.fail('no variant')
  }

  async function fillCart(variants: readonly string[], phone = newPhone()): Promise<string> {
    const address = { ...ADDRESS, phone: `+55 ${phone}` }
    const { cart } = await store.post<{ cart: { id: string } }>('/store/carts', {
      region_id: region.id,
      email: 'maria@example.com',
      shipping_address: address,
      billing_address: address,
    })
    for (const variant_id of variants)
      await store.post(`/store/carts/${cart.id}/line-items`, { variant_id, quantity: 1 })
    return cart.id
  }

  async function startSession(cartId: string, data?: object): Promise<void> {
    const { payment_collection } = await store.post<{ payment_collection: { id: string } }>(
      '/store/payment-collections',
      { cart_id: cartId },
    )
    await store.post(`/store/payment-collections/${payment_collection.id}/payment-sessions`, {
      provider_id: 'pp_crediario_crediario',
      ...(data === undefined ? {} : { data }),
    })
  }

  const complete = (cartId: string) =>
    store.post<{ type: string; order: { id: string } }>(`/store/carts/${cartId}/complete`)
  const readOrder = async (orderId: string): Promise<ShopOrder> =>
    (await admin.get<{ order: ShopOrder }>(`/admin/orders/${orderId}?${FIELDS}`)).order

  return {
    admin,
    store,
    fillCart,
    startSession,
    complete,
    readOrder,
    chair: await makeProduct('Cadeira', 'CADEIRA', 400),
    table: await makeProduct('Mesa', 'MESA', 899.9),
    async placeOrder(
      variants: readonly string[],
      more: { readonly data?: object; readonly phone?: string } = {},
    ): Promise<ShopOrder> {
      const cartId = await fillCart(variants, more.phone)
      await startSession(cartId, more.data)
      const { type, order } = await complete(cartId)
      assert.equal(type, 'order')
      return readOrder(order.id)
    },
    /** Where the browser is sent after the order. */
    async followPayPath(orderId: string): Promise<string> {
      const response = await fetch(`${shop.url}/crediario/pay/${orderId}`, { redirect: 'manual' })
      assert.equal(response.status, 303, await response.text())
      return response.headers.get('location') ?? assert.fail('no location')
    },
    payPath: (orderId: string): string => `${shop.url}/crediario/pay/${orderId}`,
  }
}
