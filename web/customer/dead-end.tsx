import type { ComponentChildren, JSX } from 'preact'
import type { LenderContact } from '../../src/contract/lender.ts'
import { LinkButton } from '../design/button.tsx'
import { Illustration, type Scene } from '../design/illustrations.tsx'
import { Logo } from '../design/logo.tsx'
import { PageFoot } from './foot.tsx'
import { Heading } from './heading.tsx'
import { PhoneLink } from './lender.tsx'

/** A drawing above its heading, for screens that end something or wait for it. */
export function Moment(props: { scene: Scene; title: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="moment">
      <Illustration scene={props.scene} />
      <Heading title={props.title}>{props.children}</Heading>
    </div>
  )
}

interface Action {
  readonly href: string
  readonly label: string
  /** Leads to the shop, which need not know from where. */
  readonly isForeign?: boolean
}

interface DeadEndProps {
  readonly scene: Scene
  readonly title: string
  readonly text: ComponentChildren
  /** What helps most; everything else is a link within a sentence. */
  readonly action: Action | undefined
  readonly lender: LenderContact | undefined
  readonly children?: ComponentChildren
}

/** Where a way ends, always alike: what happened, one thing to do, and whom to ask. */
export function DeadEnd({ scene, title, text, action, lender, children }: DeadEndProps): JSX.Element {
  return (
    <>
      <Moment scene={scene} title={title}>
        {text}
      </Moment>
      {children}
      {action && (
        <LinkButton href={action.href} kind="primary" isForeign={action.isForeign ?? false}>
          {action.label}
        </LinkButton>
      )}
      {lender && <Contact lender={lender} />}
    </>
  )
}

/** Whom to ask, near what happened; the foot of the page has all ways. */
export function Contact({ lender: { name, sac, ouvidoria } }: { lender: LenderContact }): JSX.Element | null {
  const phone = sac ?? ouvidoria
  if (phone === undefined) return null
  return (
    <p class="soft small centered">
      Ficou com dúvida? {name} atende pelo {sac === undefined ? 'telefone' : 'SAC'}{' '}
      <span class="keep">
        <PhoneLink phone={phone} />.
      </span>
    </p>
  )
}

/** A dead end that belongs to no shop. */
export function DeadEndScreen(props: DeadEndProps): JSX.Element {
  return (
    <div class="page" id="dead-end">
      <header>
        <a class="home-link" href="/">
          <Logo />
        </a>
      </header>
      <main class="stack roomy">
        <DeadEnd {...props} />
      </main>
      <PageFoot lender={props.lender} />
    </div>
  )
}
