export { CnabError } from './cnab-error.ts'
export { LARGEST_REMITTANCE, writeRemittance } from './remittance.ts'
export { parseReturn, type ReturnFile } from './return-file.ts'
