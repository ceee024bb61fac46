import { type KeyboardEvent, useRef } from 'react'
import { type AuthTab, authTabs } from '#client/lib/auth-search.ts'
import styles from './auth-tabs.module.css'

const labels: Readonly<Record<AuthTab, string>> = { 'sign-in': 'Sign In', 'sign-up': 'Sign Up' }

const tabId = (tab: AuthTab) => `auth-tab-${tab}`
const panelId = 'auth-panel'

/** For the element that shows what the chosen tab stands for. */
export function tabPanelProps(chosen: AuthTab) {
  return { id: panelId, role: 'tabpanel', 'aria-labelledby': tabId(chosen) } as const
}

/** Two tabs, by the pattern of the ARIA Authoring Practices: one stop for the Tab key, arrows between them. */
export function AuthTabs({ chosen, onChoose }: { chosen: AuthTab; onChoose: (tab: AuthTab) => void }) {
  const list = useRef<HTMLDivElement>(null)

  function choose(tab: AuthTab | undefined): void {
    if (!tab) return
    list.current?.querySelector<HTMLElement>(`#${tabId(tab)}`)?.focus()
    if (tab !== chosen) onChoose(tab)
  }

  function move(event: KeyboardEvent): void {
    const at = authTabs.indexOf(chosen)
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: at - 1,
      ArrowRight: (at + 1) % authTabs.length,
      Home: 0,
      End: -1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    choose(authTabs.at(target))
  }

  return (
    <div ref={list} role="tablist" aria-label="Your account" className={styles.tabs}>
      {authTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === chosen}
          aria-controls={panelId}
          tabIndex={tab === chosen ? 0 : -1}
          className={styles.tab}
          onClick={() => choose(tab)}
          onKeyDown={move}
        >
          {labels[tab]}
        </button>
      ))}
    </div>
  )
}
