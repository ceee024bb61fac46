import { createContext } from 'react'
import { type SessionHint, sessionHints } from '#shared/session-hint.ts'

/** Whether the page came with a session cookie. Undefined in development. */
export const SessionHintContext = createContext<SessionHint | undefined>(undefined)

export function readSessionHint(): SessionHint | undefined {
  return sessionHints.find((hint) => hint === document.documentElement.dataset.session)
}

/** Whether the server has no mail service, so that emails become files on it. It says so on the page's root element. */
export function emailsGoToFiles(): boolean {
  return document.documentElement.dataset.mail === 'files'
}
