/** The product whose page this is. */
export function findProductId(): string | undefined {
  const field = document.querySelector('#product_addtocart_form input[name="product"]')
  return field instanceof HTMLInputElement && field.value !== '' ? field.value : undefined
}
