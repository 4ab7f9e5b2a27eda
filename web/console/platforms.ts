import { SHOP_PLATFORMS, type ShopPlatform } from '../../src/contract/shop-platforms.ts'

/** A shop platform, and how its connector is set up. What is shown where: one card each, in this order. */
export interface PlatformGuide {
  /** As the service names its connector. */
  readonly id: string
  readonly name: string
  readonly summary: string
  /** Where the connector is installed in the shop; absent where it runs in the service. */
  readonly shop?: ShopPlatform
  /** Whether the shop's people install an app that the lender has at the platform. */
  readonly isAppOfLender?: boolean
  /** What the platform calls the shop. */
  readonly accountLabel: string
  readonly accountHint: string
  readonly accountForm: RegExp
  readonly steps: readonly string[]
  /** Typed in at the platform: settings or commands. */
  readonly writeLines?: (place: SetUpPlace) => readonly { readonly title: string; readonly text: string }[]
}

interface SetUpPlace {
  /** Of the interface. */
  readonly apiUrl: string
}

const ADDRESS = /^https?:\/\/[^\s?#@]+$/
const KEY_STEP =
  'Crie a chave abaixo, com o endereço da loja. Ela já tem as permissões certas: pedidos e webhooks.'
const DOCTOR_STEP =
  'Volte aqui e use Verificar: cada linha diz o que falta deste lado. O comando da loja diz o resto.'
const writeFields = (apiUrl: string): string => `Endereço do crediário: ${apiUrl}\nChave secreta: sk_…`

export const PLATFORMS: readonly PlatformGuide[] = [
  {
    id: 'vtex',
    name: 'VTEX',
    summary: 'Meio de pagamento no checkout da VTEX, pelo protocolo de provedores.',
    accountLabel: 'Nome da conta na VTEX',
    accountHint: 'Letras minúsculas, números e hífen, como lojaexemplo',
    accountForm: /^[a-z0-9][a-z0-9-]{0,63}$/,
    steps: [
      'Ligue o conector abaixo com o nome da conta da loja na VTEX. Ele cria a própria chave.',
      'Na VTEX, em Configurações da loja > Pagamento > Provedores, cadastre o conector com a chave e o token mostrados aqui.',
      'Em Origens, permita o site da loja, para onde o cliente volta.',
      'Crie a condição de pagamento e faça uma compra de teste.',
      'Volte aqui e use Verificar: cada linha diz o que falta.',
    ],
  },
  {
    id: 'medusa',
    name: 'Medusa',
    summary: 'Plugin para Medusa 2: o pedido entra, espera, e é pago quando a compra está de pé.',
    shop: SHOP_PLATFORMS.medusa,
    accountLabel: 'Endereço do Medusa',
    accountHint: 'https, como https://api.loja.com.br',
    accountForm: ADDRESS,
    steps: [
      'Instale o plugin no projeto da loja, com a pasta connectors/medusa do Crediário.',
      'Crie a chave abaixo, com o endereço do Medusa. Ela já tem as permissões certas: pedidos e webhooks.',
      'Cadastre o receptor de webhooks abaixo e guarde o segredo com a chave, no .env.',
      'Preencha medusa-config.js, rode npx medusa db:migrate e ative o provedor na região que vende em reais.',
      'Em Origens, permita o site da loja, para onde o cliente volta.',
      DOCTOR_STEP,
    ],
    writeLines: ({ apiUrl }) => [
      {
        title: '.env, com a chave e o segredo que aparecem uma vez',
        text: `CREDIARIO_URL=${apiUrl}
CREDIARIO_KEY=sk_…
CREDIARIO_WEBHOOK_SECRET=whsec_…`,
      },
      {
        title: 'medusa-config.js',
        text: `const crediario = {
  baseUrl: process.env.CREDIARIO_URL,
  apiKey: process.env.CREDIARIO_KEY,
  webhookSecret: process.env.CREDIARIO_WEBHOOK_SECRET,
  returnUrl: 'https://loja.com.br/pedido/{order_id}',
}

// Em defineConfig:
plugins: [{ resolve: '@crediario/medusa', options: crediario }],
modules: [
  {
    resolve: '@medusajs/medusa/payment',
    options: {
      providers: [
        { resolve: '@crediario/medusa/providers/crediario', id: 'crediario', options: crediario },
      ],
    },
  },
],`,
      },
    ],
  },
  {
    id: 'nuvemshop',
    name: 'Nuvemshop',
    summary: 'Aplicativo de pagamento para lojas da Nuvemshop.',
    isAppOfLender: true,
    accountLabel: 'Número da loja na Nuvemshop',
    accountHint: 'Só números; está no endereço do painel da Nuvemshop',
    accountForm: /^\d{1,20}$/,
    steps: [
      'Ligue o conector abaixo com o número da loja, que está no endereço do painel da Nuvemshop.',
      'Instale o aplicativo pelo botão que aparece, com a conta de quem administra a loja na Nuvemshop.',
      'Na Nuvemshop, em Configurações > Meios de pagamento, ative o Crediário.',
      'Em Origens, permita o site da loja, para onde o cliente volta.',
      'Faça uma compra de teste, volte aqui e use Verificar.',
    ],
  },
  {
    id: 'magento2',
    name: 'Magento 2',
    summary: 'Módulo para Magento 2.4.6 ou mais novo, com estado próprio para o pedido que espera.',
    shop: SHOP_PLATFORMS.magento2,
    accountLabel: 'Endereço da loja',
    accountHint: 'https, como https://loja.com.br',
    accountForm: ADDRESS,
    steps: [
      'Copie o módulo para app/code/Crediario/Payment e rode os três primeiros comandos abaixo.',
      KEY_STEP,
      'Em Lojas > Configuração > Vendas > Métodos de pagamento > Crediário, preencha o endereço e a chave, e ative o método.',
      'Rode os outros comandos: connect cadastra o receptor de webhooks e guarda o segredo dele na loja.',
      'Confira que o cron do Magento roda a cada minuto.',
      DOCTOR_STEP,
    ],
    writeLines: ({ apiUrl }) => [
      { title: 'Configuração do método, com a chave que aparece uma vez', text: writeFields(apiUrl) },
      {
        title: 'Comandos',
        text: `bin/magento module:enable Crediario_Payment
bin/magento setup:upgrade
bin/magento setup:di:compile
bin/magento crediario:connect
bin/magento cache:clean config
bin/magento crediario:doctor`,
      },
    ],
  },
  {
    id: 'woocommerce',
    name: 'WooCommerce',
    summary: 'Plugin para o checkout clássico e o de blocos, no WooCommerce 8.2 ou mais novo.',
    shop: SHOP_PLATFORMS.woocommerce,
    accountLabel: 'Endereço da loja',
    accountHint: 'https, como https://loja.com.br',
    accountForm: ADDRESS,
    steps: [
      'Envie o plugin ao WordPress e ative.',
      KEY_STEP,
      'Em WooCommerce > Configurações > Pagamentos > Crediário, preencha o endereço e a chave. Salvar cadastra o receptor de webhooks e guarda o segredo dele.',
      'Confira que as ações agendadas rodam a cada minuto; uma loja com poucas visitas precisa de um cron.',
      'WooCommerce > Crediário diz o que falta na loja e mostra as diferenças.',
      DOCTOR_STEP,
    ],
    writeLines: ({ apiUrl }) => [
      { title: 'Configuração do método, com a chave que aparece uma vez', text: writeFields(apiUrl) },
      {
        title: 'wp-config.php, no lugar do campo da chave',
        text: `define('CREDIARIO_API_KEY', 'sk_…');`,
      },
      {
        title: 'Pela linha de comando',
        text: `wp crediario connect
wp crediario doctor
wp crediario drift`,
      },
    ],
  },
]
