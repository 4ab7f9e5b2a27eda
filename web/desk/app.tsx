import type { ComponentChildren, JSX } from 'preact'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { type DeskSession, mayDo } from '../../src/contract/desk.ts'
import { Alert } from '../design/alert.tsx'
import { liveRegion } from '../design/announce.ts'
import { useModal } from '../design/modal.tsx'
import { Toast } from '../design/toast.tsx'
import { useAction } from '../design/use-action.ts'
import { Door } from '../shell/door.tsx'
import { Link } from '../shell/link.tsx'
import { isWithin, Screens } from '../shell/screens.tsx'
import { Shell } from '../shell/shell.tsx'
import { ShellIcon } from '../shell/shell-icons.tsx'
import { type StaffPages, StaffPagesContext } from '../shell/staff-pages.ts'
import { computeSilenceMs, DeskProblem, get, post } from './api.ts'
import { type Desk, DeskContext } from './desk-context.ts'
import { SearchEverywhere } from './parts/search-everywhere.tsx'
import { Keys, ShortcutsButton } from './parts/shortcuts.tsx'
import { writeProblem } from './problems.ts'
import { addressOf, goTo, usePath } from './route.ts'
import { screens, tabs } from './screens.tsx'
import { SignIn } from './sign-in.tsx'
import { ROLE_WORDS } from './words.ts'

export function App(): JSX.Element {
  const path = usePath()
  const [session, setSession] = useState<DeskSession | 'unknown' | 'none'>('unknown')
  /** Shown once, on the screen at `at` or at the sign-in. */
  const [notice, setNotice] = useState<{ text: string | undefined; at: string }>()
  const [problem, setProblem] = useState<string>()
  /** Counts what was finished: lists are read again after it, and not after a look. */
  const [visit, setVisit] = useState(0)

  const refresh = useCallback(async () => {
    try {
      setSession(await get<DeskSession>('/session'))
      setProblem(undefined)
    } catch (error) {
      if (isSignedOut(error)) setSession('none')
      else setProblem(writeProblem(error))
    }
  }, [])
  useEffect(() => void refresh(), [refresh, path])

  const idleMinutes = typeof session === 'string' ? undefined : session.idleMinutes
  useEffect(() => {
    if (idleMinutes === undefined) return
    // The server has ended the session by then: its data must not stay on the screen.
    const timer = setInterval(() => {
      if (computeSilenceMs() < idleMinutes * 60_000) return
      setNotice({ text: 'Sua sessão terminou por inatividade. Entre de novo.', at: SIGN_IN })
      setSession('none')
    }, IDLE_CHECK_MS)
    return () => clearInterval(timer)
  }, [idleMinutes])

  const desk = useMemo<Desk | undefined>(() => {
    if (typeof session === 'string') return undefined
    return {
      ...OUTSIDE,
      session,
      refresh: () => void refresh(),
      explain(error) {
        if (isSignedOut(error)) {
          setNotice({ text: writeProblem(error), at: SIGN_IN })
          setSession('none')
        }
        return writeProblem(error)
      },
      leave(address, text) {
        setNotice({ text, at: address })
        setVisit(count => count + 1)
        goTo(address)
        void refresh()
      },
    }
  }, [session, refresh])

  const said = useMemo(
    () => (notice?.text !== undefined && notice.at === path ? { text: notice.text } : undefined),
    [notice, path],
  )

  if (session === 'none')
    return (
      <StaffPagesContext.Provider value={OUTSIDE}>
        <SignIn
          notice={notice?.at === SIGN_IN ? notice.text : undefined}
          onDone={async () => {
            setNotice(undefined)
            await refresh()
          }}
        />
        <p {...liveRegion} />
      </StaffPagesContext.Provider>
    )
  if (desk === undefined)
    return <Door>{problem ? <Alert tone="bad">{problem}</Alert> : <p class="soft">Carregando…</p>}</Door>
  return (
    <DeskContext.Provider value={desk}>
      <StaffPagesContext.Provider value={desk}>
        <Frame
          session={desk.session}
          path={path}
          onSignOut={() => {
            setNotice({ text: 'Você saiu da mesa.', at: SIGN_IN })
            setSession('none')
            goTo(addressOf.queue)
          }}
        >
          <Screens
            key={visit}
            screens={screens}
            path={path}
            home={addressOf.queue}
            homeName="Voltar para a fila"
          />
        </Frame>
        <Toast said={said} />
        <p {...liveRegion} />
      </StaffPagesContext.Provider>
    </DeskContext.Provider>
  )
}

/** What parts need before somebody has signed in. */
const OUTSIDE: StaffPages = { product: 'Mesa de crédito', explain: writeProblem }

const SIGN_IN = 'sign-in'
const IDLE_CHECK_MS = 5_000

const isSignedOut = (error: unknown): boolean =>
  error instanceof DeskProblem && error.code === 'desk_session_required'

interface FrameProps {
  readonly session: DeskSession
  readonly path: string
  readonly onSignOut: () => void
  readonly children: ComponentChildren
}

function Frame({ session, path, onSignOut, children }: FrameProps): JSX.Element {
  const { operator, counts } = session
  const palette = useModal()
  const items = tabs
    .filter(({ action }) => action === undefined || mayDo(operator.role, action))
    .map(({ path: name, count, alsoFor, ...tab }) => ({
      name: tab.name,
      icon: tab.icon,
      ...(tab.shortName === undefined ? {} : { shortName: tab.shortName }),
      href: name === '' ? '/desk' : `/desk/${name}`,
      count: count === undefined ? undefined : counts[count],
      isCurrent: isWithin('/desk', name, path) || (alsoFor !== undefined && isWithin('/desk', alsoFor, path)),
    }))
  return (
    <Shell
      product="Mesa de crédito"
      owner={session.lenderName}
      environment={session.isHomologation ? 'Homologação' : undefined}
      items={items}
      Link={Link}
      onSearch={palette.open}
      foot={<Person session={session} onSignOut={onSignOut} />}
    >
      {children}
      <Keys />
      <SearchEverywhere modal={palette} items={items} />
    </Shell>
  )
}

/** Who is at the desk, and the way out. */
function Person({ session, onSignOut }: Omit<FrameProps, 'path' | 'children'>): JSX.Element {
  const { operator } = session
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    try {
      await post('/sign-out')
      onSignOut()
    } catch (error) {
      if (isSignedOut(error)) onSignOut()
      else setProblem(writeProblem(error))
    }
  })
  return (
    <>
      <p class="person">
        <strong>{operator.name}</strong> <span class="soft small">{ROLE_WORDS[operator.role]}</span>
      </p>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <ShortcutsButton />
      <button type="button" class="foot-button" aria-busy={busy} onClick={() => void run()}>
        <ShellIcon name="leave" />
        Sair
      </button>
    </>
  )
}
