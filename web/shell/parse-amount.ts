/** Reais as people type them: 1.234,56, 1234,5 or R$ 150. Undefined for anything else. */
export function parseAmount(text: string): number | undefined {
  const plain = text.trim().replace(/^R\$\s*/, '')
  if (!/^(?:\d{1,3}(?:\.\d{3})+|\d{1,8})(?:,\d{1,2})?$/.test(plain)) return undefined
  return Number(plain.replaceAll('.', '').replace(',', '.'))
}
