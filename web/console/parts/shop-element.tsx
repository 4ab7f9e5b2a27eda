import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ConsoleSnippet } from '../../../src/contract/console-selling.ts'
import { Offer } from '../../customer/offer.tsx'

interface ShopElementProps {
  readonly publishableKey: string
  readonly script: ConsoleSnippet['script']
  readonly priceCentavos: number
  readonly variant: 'line' | 'card'
}

/** The element as shops have it: the published file, which the browser checks against its hash. */
export function ShopElement({ script, ...offer }: ShopElementProps): JSX.Element {
  useEffect(() => loadOnce(script), [script])
  return <Offer {...offer} page="pdp" />
}

function loadOnce({ path, integrity }: ConsoleSnippet['script']): void {
  if (document.querySelector(`script[src="${path}"]`) !== null) return
  const script = document.createElement('script')
  script.type = 'module'
  script.crossOrigin = 'anonymous'
  script.integrity = integrity
  script.src = path
  document.head.append(script)
}
