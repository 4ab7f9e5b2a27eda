import { SECRET_SCOPES } from '../contract/scopes.ts'
import type { NewKey, Retailer, TermsChanges } from '../domains/retailers/index.ts'

/** Published on purpose, in homologation only, so that a first request can be pasted from the documentation. */
const DEMO_ID = '000000000000000000000001'
const PLAIN_ID = '000000000000000000000002'

export const DEMONSTRATION_RETAILERS: readonly Retailer[] = [
  {
    id: DEMO_ID,
    name: 'Loja Demonstração',
    gracePeriodEnabled: true,
    retentionEnabled: true,
    insuranceEnabled: true,
    scriptEnabled: true,
    isPublished: true,
    cnpj: '11222333000181',
  },
  {
    id: PLAIN_ID,
    name: 'Loja Simples',
    gracePeriodEnabled: false,
    retentionEnabled: false,
    insuranceEnabled: false,
    scriptEnabled: true,
    isPublished: true,
    cnpj: '11444777000161',
  },
]

/** Paid at once, one by transfer to an account and one by Pix. Fictitious: no bank knows them. */
export const DEMONSTRATION_TERMS: Readonly<Record<string, TermsChanges>> = {
  [DEMO_ID]: {
    legalName: 'Loja Demonstração Comércio Ltda.',
    cnpj: '11222333000181',
    schedule: 'immediate',
    account: {
      bankCode: '104',
      agency: '0001',
      account: '1234567',
      accountDigit: '4',
      accountType: 'CHECKING',
    },
  },
  [PLAIN_ID]: {
    legalName: 'Loja Simples Comércio Ltda.',
    cnpj: '11444777000161',
    schedule: 'immediate',
    account: { pixKey: '11444777000161' },
  },
}

export const DEMONSTRATION_KEYS: readonly (NewKey & { readonly key: string })[] = [
  {
    retailerId: DEMO_ID,
    kind: 'secret',
    key: 'sk_homolog_demo_0000000000000000000000000000',
    // The only one that may move the clock unless somebody creates another.
    scopes: SECRET_SCOPES,
  },
  { retailerId: PLAIN_ID, kind: 'secret', key: 'sk_homolog_plain_000000000000000000000000000' },
  { retailerId: DEMO_ID, kind: 'publishable', key: 'pk_homolog_demo_0000000000000000000000000000' },
]
