import { type AccountSettings, bradesco } from '../domains/lender/index.ts'

/** Fictitious: no bank knows this account, so a homologation billet cannot be paid by mistake. */
export const DEMONSTRATION_ACCOUNT: AccountSettings & { readonly id: string } = {
  id: '00000000000000000000000a',
  bank: bradesco.code,
  agency: '0001',
  account: '1234567',
  accountDigit: '4',
  portfolio: '09',
  agreement: '',
  serviceCode: '',
  beneficiaryName: 'Crediário Homologação Sociedade de Crédito Direto S.A.',
  beneficiaryDocument: '12345678000195',
  beneficiaryAddress: 'Avenida Paulista, 1000, Bela Vista, São Paulo - SP, 01310-100',
  pixKey: '123e4567-e89b-42d3-a456-426614174000',
  city: 'São Paulo',
}
