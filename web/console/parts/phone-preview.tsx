import type { ComponentChildren, JSX } from 'preact'
import type { RetailerTheme } from '../../../src/contract/theme.ts'
import { Themed } from '../../customer/themed.tsx'

interface PhonePreviewProps {
  readonly label: string
  readonly theme: RetailerTheme
  readonly children: ComponentChildren
}

/**
 * A page of the shop's customers as it would look now, drawn by its own parts. It is a picture: nothing in it can be pressed,
 * and screen readers hear its label only.
 */
export function PhonePreview({ label, theme, children }: PhonePreviewProps): JSX.Element {
  return (
    <figure class="phone-preview">
      <figcaption class="soft small">{label}</figcaption>
      <div class="phone-screen" inert aria-hidden="true">
        <Themed theme={theme}>
          <div class="page">{children}</div>
        </Themed>
      </div>
    </figure>
  )
}
