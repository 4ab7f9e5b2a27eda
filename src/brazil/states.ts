/** A state: its two-letter code, its telephone area codes and its postal code ranges. */
export interface State {
  readonly code: string
  readonly areaCodes: readonly string[]
  /** First and last five-digit prefix of each range that Correios assigned, inclusive. */
  readonly postalPrefixes: readonly (readonly [first: number, last: number])[]
}

/** A few cities next to a border use the area code of the neighbouring state, so some codes appear twice. */
export const states: readonly State[] = [
  { code: 'AC', areaCodes: ['68'], postalPrefixes: [[69900, 69999]] },
  { code: 'AL', areaCodes: ['82'], postalPrefixes: [[57000, 57999]] },
  {
    code: 'AM',
    areaCodes: ['92', '97'],
    postalPrefixes: [
      [69000, 69299],
      [69400, 69899],
    ],
  },
  { code: 'AP', areaCodes: ['96'], postalPrefixes: [[68900, 68999]] },
  { code: 'BA', areaCodes: ['71', '73', '74', '75', '77'], postalPrefixes: [[40000, 48999]] },
  { code: 'CE', areaCodes: ['85', '88'], postalPrefixes: [[60000, 63999]] },
  {
    code: 'DF',
    areaCodes: ['61'],
    postalPrefixes: [
      [70000, 72799],
      [73000, 73699],
    ],
  },
  { code: 'ES', areaCodes: ['27', '28'], postalPrefixes: [[29000, 29999]] },
  {
    code: 'GO',
    areaCodes: ['61', '62', '64'],
    postalPrefixes: [
      [72800, 72999],
      [73700, 76799],
    ],
  },
  { code: 'MA', areaCodes: ['98', '99'], postalPrefixes: [[65000, 65999]] },
  { code: 'MG', areaCodes: ['31', '32', '33', '34', '35', '37', '38'], postalPrefixes: [[30000, 39999]] },
  { code: 'MS', areaCodes: ['67'], postalPrefixes: [[79000, 79999]] },
  { code: 'MT', areaCodes: ['65', '66'], postalPrefixes: [[78000, 78899]] },
  { code: 'PA', areaCodes: ['91', '93', '94'], postalPrefixes: [[66000, 68899]] },
  { code: 'PB', areaCodes: ['83'], postalPrefixes: [[58000, 58999]] },
  { code: 'PE', areaCodes: ['81', '87'], postalPrefixes: [[50000, 56999]] },
  { code: 'PI', areaCodes: ['86', '89'], postalPrefixes: [[64000, 64999]] },
  {
    code: 'PR',
    areaCodes: ['41', '42', '43', '44', '45', '46', '47', '49'],
    postalPrefixes: [[80000, 87999]],
  },
  { code: 'RJ', areaCodes: ['21', '22', '24'], postalPrefixes: [[20000, 28999]] },
  { code: 'RN', areaCodes: ['84'], postalPrefixes: [[59000, 59999]] },
  {
    code: 'RO',
    areaCodes: ['69'],
    // The second range was renumbered years ago, but people still write it.
    postalPrefixes: [
      [76800, 76999],
      [78900, 78999],
    ],
  },
  { code: 'RR', areaCodes: ['95'], postalPrefixes: [[69300, 69399]] },
  { code: 'RS', areaCodes: ['51', '53', '54', '55'], postalPrefixes: [[90000, 99999]] },
  { code: 'SC', areaCodes: ['42', '47', '48', '49'], postalPrefixes: [[88000, 89999]] },
  { code: 'SE', areaCodes: ['79'], postalPrefixes: [[49000, 49999]] },
  {
    code: 'SP',
    areaCodes: ['11', '12', '13', '14', '15', '16', '17', '18', '19'],
    postalPrefixes: [[1000, 19999]],
  },
  { code: 'TO', areaCodes: ['63'], postalPrefixes: [[77000, 77999]] },
]
