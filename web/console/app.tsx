import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type ConsoleSession, mayDoInConsole } from '../../src/contract/console.ts'
import { Alert } from '../design/alert.tsx'
import { liveRegion } from '../design/announce.ts'
import { Toast } from '../design/toast.tsx'
import { computeSilenceMs, StaffProblem } from '../shell/api.ts'
import { Door } from '../shell/door.tsx'
import { Screens } from '../shell/screens.tsx'
import { type StaffPages, StaffPagesContext } from '../shell/staff-pages.ts'
import { AcceptInvitation } from './accept-invitation.tsx'
import { get } from './api.ts'
import { type Console, ConsoleContext } from './console-context.ts'
import { Frame } from './frame.tsx'
import { writeProblem } from './problems.ts'
import { RestoreAccess } from './restore-access.tsx'
import { addressOf, goTo, usePath } from './route.ts'
import { screens } from './screens.tsx'
import { SignIn } from './sign-in.tsx'
import { SignInAgain } from './sign-in-again.tsx'

/** Why the page has no session: nobody has signed in, somebody went, or the session ended under the page. */
type Absence = { readonly notice?: string; readonly isOver?: true }

export function App(): JSX.Element {
  const path = usePath()
  const [session, setSession] = useState<ConsoleSession>()
  const [absence, setAbsence] = useState<Absence>()
  const [problem, setProblem] = useState<string>()
  /** Shown once, on the screen at `at`. */
  const [notice, setNotice] = useState<{ text: string | undefined; at: string }>()
  /** Counts what was finished: lists are read again after it, and not after a look. */
  const [visit, setVisit] = useState(0)
  const current = useRef<ConsoleSession | undefined>(undefined)

  const refresh = useCallback(async () => {
    try {
      const found = await get<ConsoleSession>('/session')
      const before = current.current
      current.current = found
      // What another person, or another shop, had on the page is not kept.
      if (before !== undefined && identify(before) !== identify(found)) setVisit(count => count + 1)
      setSession(found)
      setAbsence(undefined)
      setProblem(undefined)
    } catch (error) {
      if (!isSignedOut(error)) setProblem(writeProblem(error))
      else setAbsence(was => was ?? (current.current ? { notice: writeProblem(error), isOver: true } : {}))
    }
  }, [])
  /** What a link in a mail opens, without a session. */
  const Door = DOORS[path]
  useEffect(() => {
    if (Door === undefined) void refresh()
  }, [refresh, path, Door])

  const idleMinutes = session?.idleMinutes
  useEffect(() => {
    if (idleMinutes === undefined || absence !== undefined) return
    // The server has ended the session by then: its data must not stay on the screen.
    const timer = setInterval(() => {
      if (computeSilenceMs() < idleMinutes * 60_000) return
      setAbsence({ notice: 'Sua sessão terminou por inatividade. Entre de novo.', isOver: true })
    }, IDLE_CHECK_MS)
    return () => clearInterval(timer)
  }, [idleMinutes, absence])

  const console = useMemo<Console | undefined>(() => {
    if (session === undefined) return undefined
    return {
      ...OUTSIDE,
      session,
      refresh,
      explain(error) {
        if (isSignedOut(error)) setAbsence({ notice: writeProblem(error), isOver: true })
        return writeProblem(error)
      },
      leave(address, text) {
        setNotice({ text, at: address })
        setVisit(count => count + 1)
        goTo(address)
      },
    }
  }, [session, refresh])

  const said = useMemo(
    () => (notice?.text !== undefined && notice.at === path ? { text: notice.text } : undefined),
    [notice, path],
  )
  const allowed = useMemo(
    () => screens.filter(({ action }) => session && mayDoInConsole(session.shop.role, action)),
    [session],
  )
  const enter = useCallback(async () => {
    await refresh()
    if (DOORS[location.pathname] !== undefined) goTo(addressOf.home)
  }, [refresh])

  return (
    <StaffPagesContext.Provider value={console ?? OUTSIDE}>
      {Door !== undefined ? (
        <Door onDone={enter} />
      ) : console === undefined || (absence !== undefined && !absence.isOver) ? (
        <Entrance absence={absence} problem={problem} onDone={enter} />
      ) : (
        <ConsoleContext.Provider value={console}>
          <div class={absence && 'waiting'} inert={absence !== undefined}>
            <Frame
              path={path}
              onSignOut={() => {
                current.current = undefined
                setSession(undefined)
                setAbsence({ notice: 'Você saiu do painel.' })
                goTo(addressOf.home)
              }}
            >
              <Screens
                key={`${identify(console.session)}:${visit}`}
                screens={allowed}
                path={path}
                home={addressOf.home}
                homeName="Voltar para o início"
              />
            </Frame>
          </div>
          {absence !== undefined && (
            <SignInAgain
              notice={absence.notice ?? ''}
              email={console.session.person.email}
              onDone={refresh}
            />
          )}
          <Toast said={said} />
        </ConsoleContext.Provider>
      )}
      <p {...liveRegion} />
    </StaffPagesContext.Provider>
  )
}

/** What parts need before somebody has signed in. */
const OUTSIDE: StaffPages = { product: 'Painel da loja', explain: writeProblem }
const IDLE_CHECK_MS = 5_000

const DOORS: Readonly<Record<string, typeof AcceptInvitation>> = {
  [addressOf.invitation]: AcceptInvitation,
  [addressOf.restore]: RestoreAccess,
}

const isSignedOut = (error: unknown): boolean =>
  error instanceof StaffProblem && error.code === 'console_session_required'

const identify = ({ person, shop }: ConsoleSession): string => `${person.id}:${shop.retailerId}:${shop.role}`

interface EntranceProps {
  readonly absence: Absence | undefined
  readonly problem: string | undefined
  readonly onDone: () => Promise<void>
}

function Entrance({ absence, problem, onDone }: EntranceProps): JSX.Element {
  if (absence !== undefined) return <SignIn notice={absence.notice} onDone={onDone} />
  return <Door>{problem ? <Alert tone="bad">{problem}</Alert> : <p class="soft">Carregando…</p>}</Door>
}
