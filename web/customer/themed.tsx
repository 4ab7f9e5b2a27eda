import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { RetailerTheme } from '../../src/contract/theme.ts'

interface ThemedProps {
  readonly theme: RetailerTheme
  readonly children: ComponentChildren
}

const DARK = '(prefers-color-scheme: dark)'

/**
 * A part of a page in the colours of one retailer, on pages that show several. They are set on the element by script,
 * which the page's policy allows, as opposed to a style attribute in its HTML.
 */
export function Themed({ theme: { accent }, children }: ThemedProps): JSX.Element {
  const isDark = useDarkScheme()
  if (accent === undefined) return <div class="themed">{children}</div>
  const shades = isDark ? accent.dark : accent.light
  const style = {
    '--accent': shades.accent,
    '--accent-strong': shades.strong,
    '--accent-wash': shades.wash,
    '--on-accent': shades.on,
  }
  return (
    <div class="themed" style={style}>
      {children}
    </div>
  )
}

function useDarkScheme(): boolean {
  const [isDark, setDark] = useState(() => matchMedia(DARK).matches)
  useEffect(() => {
    const scheme = matchMedia(DARK)
    const update = (): void => setDark(scheme.matches)
    scheme.addEventListener('change', update)
    return () => scheme.removeEventListener('change', update)
  }, [])
  return isDark
}
