/** Where something was bought, as one says it: "na Loja Azul", "nas Lojas Azul", "em Móveis Azul". */
export function writeAtShop(name: string): string {
  const [, isMany] = /^loja(s?)\b/i.exec(name) ?? []
  if (isMany === undefined) return `em ${name}`
  return isMany === '' ? `na ${name}` : `nas ${name}`
}
