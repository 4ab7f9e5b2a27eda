import type { ComponentChildren, JSX } from 'preact'
import type { LenderContact } from '../../src/contract/lender.ts'
import { Icon } from '../design/icons.tsx'
import { LenderLine } from './lender.tsx'

interface PageFootProps {
  readonly lender: LenderContact | undefined
  readonly children?: ComponentChildren
}

export function PageFoot({ lender, children }: PageFootProps): JSX.Element {
  return (
    <footer class="stack stack-tight">
      {children}
      <p class="soft small">
        <Icon name="lock" size={18} /> <span>Nunca pedimos a senha do seu banco.</span>
      </p>
      {lender && <LenderLine lender={lender} />}
    </footer>
  )
}
