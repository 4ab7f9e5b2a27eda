/** A shop platform, and how its connector is set up. What is shown where: one card each, in this order. */
export interface PlatformGuide {
  /** As the service names its connector. */
  readonly id: string
  readonly name: string
  readonly summary: string
  /** In the service, where it is switched on here; or in the shop's own platform, with its check, log and differences there. */
  readonly place: 'here' | 'platform'
  /** What the platform calls the shop, where it is switched on here. */
  readonly accountLabel?: string
  readonly steps: readonly string[]
  /** Typed in at the platform: settings or commands. */
  readonly lines?: { readonly title: string; readonly text: string }
}

const KEY_STEP = 'Em Chaves, crie uma chave secreta com as permissões de vendas, pedidos e webhooks.'

export const PLATFORMS: readonly PlatformGuide[] = [
  {
    id: 'vtex',
    name: 'VTEX',
    summary: 'Meio de pagamento no checkout da VTEX, pelo protocolo de provedores.',
    place: 'here',
    accountLabel: 'Nome da conta na VTEX',
    steps: [
      'Ligue o conector abaixo com o nome da conta da loja na VTEX. Ele cria a própria chave.',
      'Na VTEX, em Configurações da loja > Pagamento > Provedores, cadastre o conector com a chave e o token mostrados aqui.',
      'Crie a condição de pagamento e faça uma compra de teste.',
      'Volte aqui e use Verificar: cada linha diz o que falta.',
    ],
  },
  {
    id: 'medusa',
    name: 'Medusa',
    summary: 'Plugin para Medusa 2: o pedido entra, espera, e é pago quando a compra está de pé.',
    place: 'platform',
    steps: [
      KEY_STEP,
      'Instale o plugin no projeto da loja e preencha as opções em medusa-config.js.',
      'Em Webhooks, cadastre o receptor da loja e guarde o segredo como CREDIARIO_WEBHOOK_SECRET.',
      'Em Origens, permita o site da loja, para onde o cliente volta.',
    ],
    lines: {
      title: 'medusa-config.js',
      text: `const crediario = {
  baseUrl: process.env.CREDIARIO_URL,
  apiKey: process.env.CREDIARIO_KEY,
  webhookSecret: process.env.CREDIARIO_WEBHOOK_SECRET,
  returnUrl: 'https://loja.com.br/pedido/{order_id}',
}`,
    },
  },
  {
    id: 'nuvemshop',
    name: 'Nuvemshop',
    summary: 'Aplicativo de pagamento para lojas da Nuvemshop.',
    place: 'here',
    accountLabel: 'Número da loja na Nuvemshop',
    steps: [
      'Ligue o conector abaixo com o número da loja, que está no endereço do painel da Nuvemshop.',
      'Na Nuvemshop, em Configurações > Meios de pagamento, ative o Crediário.',
      'Faça uma compra de teste, volte aqui e use Verificar.',
    ],
  },
  {
    id: 'magento2',
    name: 'Magento 2',
    summary: 'Módulo para Magento 2.4.6 ou mais novo, com estado próprio para o pedido que espera.',
    place: 'platform',
    steps: [
      KEY_STEP,
      'Copie o módulo para app/code/Crediario/Payment e rode os comandos abaixo.',
      'Em Stores > Configuration > Sales > Payment Methods > Crediário, preencha o endereço e a chave.',
      'Em Origens, permita o site da loja, para onde o cliente volta.',
      'O diagnóstico diz o que falta. O cron do Magento precisa rodar a cada minuto.',
    ],
    lines: {
      title: 'Comandos',
      text: `bin/magento module:enable Crediario_Payment
bin/magento setup:upgrade
bin/magento setup:di:compile
bin/magento crediario:connect
bin/magento cache:clean config
bin/magento crediario:doctor`,
    },
  },
  {
    id: 'woocommerce',
    name: 'WooCommerce',
    summary: 'Plugin para o checkout clássico e o de blocos, no WooCommerce 8.2 ou mais novo.',
    place: 'platform',
    steps: [
      KEY_STEP,
      'Envie o plugin ao WordPress e ative.',
      'Em WooCommerce > Configurações > Pagamentos > Crediário, preencha o endereço e a chave. Salvar cadastra o receptor de webhooks.',
      'Em Origens, permita o site da loja, para onde o cliente volta.',
      'WooCommerce > Crediário diz o que falta e mostra as diferenças.',
    ],
    lines: {
      title: 'Pela linha de comando',
      text: `wp crediario connect
wp crediario doctor
wp crediario drift`,
    },
  },
]
