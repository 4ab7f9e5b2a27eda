import { CrediarioOferta } from './crediario-oferta.ts'

export const TAG = 'crediario-oferta'

/** Once for a page, however many of our scripts it loads. */
export function defineElement(): void {
  try {
    if (customElements.get(TAG) === undefined) customElements.define(TAG, CrediarioOferta)
  } catch {
    // Somebody else took the name in between: one definition is enough.
  }
}
