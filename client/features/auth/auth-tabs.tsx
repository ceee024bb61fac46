import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { type AuthTab, authTabs } from '#client/lib/search-params/auth-search.ts'
import styles from './auth-tabs.module.css'

const labels: Readonly<Record<AuthTab, string>> = { 'sign-in': 'Sign In', 'sign-up': 'Sign Up' }

const tabId = (tab: AuthTab) => `auth-tab-${tab}`
const panelId = 'auth-panel'

export function tabPanelProps(chosen: AuthTab) {
  return { id: panelId, role: 'tabpanel', 'aria-labelledby': tabId(chosen) } as const
}

/** Follows the ARIA tabs pattern. The tabs are links, so they work before hydration. */
export function AuthTabs({ chosen, onChoose }: { chosen: AuthTab; onChoose: (tab: AuthTab) => void }) {
  const list = useRef<HTMLDivElement>(null)

  function choose(tab: AuthTab | undefined): void {
    if (!tab) return
    list.current?.querySelector<HTMLElement>(`#${tabId(tab)}`)?.focus()
    if (tab !== chosen) onChoose(tab)
  }

  function press(event: MouseEvent, tab: AuthTab): void {
    // With a modifier key the browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    choose(tab)
  }

  function move(event: KeyboardEvent, tab: AuthTab): void {
    if (event.key === ' ') {
      event.preventDefault()
      choose(tab)
      return
    }
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
        <a
          key={tab}
          href={`?tab=${tab}`}
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === chosen}
          aria-controls={panelId}
          tabIndex={tab === chosen ? 0 : -1}
          className={styles.tab}
          onClick={(event) => press(event, tab)}
          onKeyDown={(event) => move(event, tab)}
        >
          {labels[tab]}
        </a>
      ))}
    </div>
  )
}
