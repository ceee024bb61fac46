import { createContext } from 'react'
import { type SessionHint, sessionHints } from '#shared/session-hint.ts'

/** What the page came with, for what is rendered before the server has been asked. Undefined in development. */
export const SessionHintContext = createContext<SessionHint | undefined>(undefined)

/** Reads off the document what the server has said about this browser's cookies. */
export function readSessionHint(): SessionHint | undefined {
  return sessionHints.find((hint) => hint === document.documentElement.dataset.session)
}
