import { createContext } from 'preact'

/** What parts of a screen need to know of the pages that they stand in. */
export interface StaffPages {
  /** What the pages are called: the desk, the console. */
  readonly product: string
  /** A message for a failure; if the session has ended, the page also asks to sign in again. */
  explain(error: unknown): string
}

export const StaffPagesContext = createContext<StaffPages>({ product: 'Crediário', explain: String })
