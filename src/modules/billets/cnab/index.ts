export { CnabError } from './cnab-error.ts'
export { LARGEST_REMITTANCE, type RemittanceTitle, writeRemittance } from './remittance.ts'
export { parseReturn, type ReturnFile } from './return-file.ts'
