/** Messages and pages lead here; the address names nobody. */
export const ACCOUNT_PATH = '/minha-conta'
