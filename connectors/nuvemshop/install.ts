import {
  type Account,
  type ConnectorContext,
  findAccountOfShop,
  PlatformAway,
  saveAccount,
  writeLog,
} from '../core/index.ts'
import { type AppSettings, asRecord, asRecords, callNuvemshop, exchangeCode, NUVEMSHOP } from './api.ts'

export const OPTION_ID = 'crediario_redirect'
const PROVIDER_NAME = 'crediario'
/** Of Nuvemshop, beside those that it sends to every app. */
const WEBHOOKS = ['order/cancelled', 'app/uninstalled'] as const

/** The end of an installation: the shop's token is kept, and the payment method is in the shop. Again it changes nothing. */
export async function install(
  context: ConnectorContext,
  app: AppSettings,
  code: string,
): Promise<'installed' | 'unknown-shop' | 'refused'> {
  const given = await exchangeCode(context, app, code)
  if (given === undefined) return 'refused'
  const { database, secrets, clock } = context
  const known = await findAccountOfShop(database, secrets, { platform: NUVEMSHOP, account: given.storeId })
  if (known === undefined) return 'unknown-shop'
  const withToken = { ...known, keys: { ...known.keys, token: given.token } }
  await saveAccount(context, withToken)
  const providerId = await ensureProvider(context, app, withToken)
  await saveAccount(context, { ...withToken, settings: { ...withToken.settings, providerId } })
  await ensureWebhooks(context, app, withToken)
  const line = { accountId: known.id, level: 'info', code: 'INSTALLED' } as const
  await writeLog(database, { ...line, message: 'Aplicativo instalado na loja.' }, clock.now())
  return 'installed'
}

async function ensureProvider(
  context: ConnectorContext,
  app: AppSettings,
  account: Account,
): Promise<string> {
  const path = '/payment_providers'
  const known = asRecords(await callNuvemshop(context, app, account, { method: 'GET', path })).find(
    ({ name }) => name === PROVIDER_NAME,
  )
  const body = composeProvider(context, account)
  const made = known ?? asRecord(await callNuvemshop(context, app, account, { method: 'POST', path, body }))
  if (made.id === undefined) throw new PlatformAway(200)
  return String(made.id)
}

function composeProvider({ publicUrl }: ConnectorContext, { id }: Account): object {
  const logo = `${publicUrl}/favicon.svg`
  return {
    name: PROVIDER_NAME,
    public_name: 'Crediário',
    description: 'Parcelas no boleto ou no Pix, com contrato digital.',
    logo_urls: { '400x120': logo, '160x100': logo },
    configuration_url: `${publicUrl}/loja`,
    support_url: publicUrl,
    rates_url: publicUrl,
    checkout_js_url: `${publicUrl}/connectors/nuvemshop/${id}/checkout.js`,
    supported_currencies: ['BRL'],
    supported_payment_methods: [{ payment_method_type: 'boleto', payment_methods: ['boleto'] }],
    checkout_payment_options: [
      {
        id: OPTION_ID,
        name: 'Crediário',
        description: 'Parcele no boleto ou no Pix',
        logo_url: logo,
        supported_billing_countries: ['BR'],
        supported_payment_method_types: ['boleto'],
        integration_type: 'redirect',
      },
    ],
    enabled: true,
  }
}

async function ensureWebhooks(context: ConnectorContext, app: AppSettings, account: Account): Promise<void> {
  const path = '/webhooks'
  const url = `${context.publicUrl}/connectors/nuvemshop/webhooks`
  const known = asRecords(await callNuvemshop(context, app, account, { method: 'GET', path }))
  for (const event of WEBHOOKS)
    if (!known.some(each => each.event === event && each.url === url))
      await callNuvemshop(context, app, account, { method: 'POST', path, body: { event, url } })
}
