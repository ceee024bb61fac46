import { createContext, type ReactNode, use, useState } from 'react'

type BusyPage = {
  readonly busy: boolean
  readonly whileBusy: <Result>(work: () => Promise<Result>) => Promise<Result>
}

const BusyPageContext = createContext<BusyPage>({ busy: false, whileBusy: (work) => work() })

/** Lets the buttons of a page wait for the one that works. */
export function BusyPageProvider({ children }: { children: ReactNode }) {
  const [busy, setBusy] = useState(false)

  async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    setBusy(true)
    try {
      return await work()
    } finally {
      setBusy(false)
    }
  }

  return <BusyPageContext value={{ busy, whileBusy }}>{children}</BusyPageContext>
}

/** Without a provider, the page is never busy. */
export function useBusyPage(): BusyPage {
  return use(BusyPageContext)
}
