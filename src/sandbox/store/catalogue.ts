import type { StoreOption, StoreProduct } from '../../contract/store.ts'

export const SHOP_NAME = 'Loja Demonstração'
export const DELIVERY_CENTAVOS = 49_90

const voltage = (extraCentavos = 0): StoreOption => ({
  name: 'Voltagem',
  values: [
    { id: '127', label: '127 V', extraCentavos: 0 },
    { id: '220', label: '220 V', extraCentavos },
  ],
})

/** Invented, like everything that the shop sells. */
export const CATALOGUE: readonly StoreProduct[] = [
  {
    slug: 'geladeira-375-l',
    name: 'Geladeira Frost Free 375 L',
    summary: 'Espaço para a feira da semana, sem gelo para raspar.',
    facts: ['Duas portas, 375 litros', 'Gavetão de legumes', 'Selo Procel A', 'Garantia de um ano'],
    drawing: 'fridge',
    priceCentavos: 2_199_90,
    options: [
      voltage(),
      {
        name: 'Cor',
        values: [
          { id: 'branca', label: 'Branca', extraCentavos: 0, colour: '#f3f5f4' },
          { id: 'inox', label: 'Inox', extraCentavos: 300_00, colour: '#b9c3c6' },
          { id: 'menta', label: 'Menta', extraCentavos: 120_00, colour: '#a9d5c4' },
        ],
      },
    ],
  },
  {
    slug: 'sofa-3-lugares',
    name: 'Sofá 3 lugares Vila',
    summary: 'Linho macio, pés de madeira e assento fundo.',
    facts: ['2,10 m de largura', 'Estrutura de eucalipto', 'Capa que sai para lavar', 'Montagem incluída'],
    drawing: 'sofa',
    priceCentavos: 2_490_00,
    options: [
      {
        name: 'Cor',
        values: [
          { id: 'musgo', label: 'Verde-musgo', extraCentavos: 0, colour: '#6f8f72' },
          { id: 'areia', label: 'Areia', extraCentavos: 0, colour: '#d8c4a2' },
          { id: 'terracota', label: 'Terracota', extraCentavos: 120_00, colour: '#c9714f' },
        ],
      },
    ],
  },
  {
    slug: 'lavadora-12-kg',
    name: 'Lavadora 12 kg',
    summary: 'Lava edredom e roupa de bebê, e quase não se ouve.',
    facts: ['12 kg, abertura frontal', '14 programas', 'Água quente', 'Garantia de dois anos no motor'],
    drawing: 'washer',
    priceCentavos: 1_899_00,
    options: [voltage(80_00)],
  },
  {
    slug: 'smart-tv',
    name: 'Smart TV 4K',
    summary: 'Imagem clara até na sala com sol da tarde.',
    facts: ['4K, 60 Hz', 'Bivolt', 'Três entradas HDMI', 'Controle por voz'],
    drawing: 'television',
    priceCentavos: 2_299_00,
    options: [
      {
        name: 'Tamanho',
        values: [
          { id: '43', label: '43″', extraCentavos: -500_00 },
          { id: '50', label: '50″', extraCentavos: 0 },
          { id: '55', label: '55″', extraCentavos: 500_00 },
        ],
      },
    ],
  },
  {
    slug: 'fogao-5-bocas',
    name: 'Fogão 5 bocas',
    summary: 'Mesa de vidro, acendimento automático e forno de 90 litros.',
    facts: ['Mesa de vidro temperado', 'Bivolt', 'Forno de 90 litros', 'Gás de botijão ou encanado'],
    drawing: 'stove',
    priceCentavos: 1_349_90,
    options: [
      {
        name: 'Cor',
        values: [
          { id: 'preto', label: 'Preto', extraCentavos: 0, colour: '#3a4143' },
          { id: 'branco', label: 'Branco', extraCentavos: 0, colour: '#f3f5f4' },
          { id: 'inox', label: 'Inox', extraCentavos: 150_00, colour: '#b9c3c6' },
        ],
      },
    ],
  },
  {
    slug: 'bicicleta-aro-29',
    name: 'Bicicleta aro 29',
    summary: 'Para a ciclovia na semana e a estrada de terra no domingo.',
    facts: ['Quadro de alumínio', '21 marchas', 'Freio a disco', 'Primeira revisão grátis'],
    drawing: 'bicycle',
    priceCentavos: 1_590_00,
    options: [
      {
        name: 'Quadro',
        values: [
          { id: '17', label: '17″', extraCentavos: 0 },
          { id: '19', label: '19″', extraCentavos: 0 },
        ],
      },
      {
        name: 'Cor',
        values: [
          { id: 'azul', label: 'Azul', extraCentavos: 0, colour: '#3c7fb1' },
          { id: 'coral', label: 'Coral', extraCentavos: 0, colour: '#e0705c' },
        ],
      },
    ],
  },
]
