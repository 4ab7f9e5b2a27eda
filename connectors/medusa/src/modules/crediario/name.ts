/** Of the module in Medusa's container. */
export const CREDIARIO = 'crediario'
