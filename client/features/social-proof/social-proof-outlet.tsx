import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import { logError } from '#client/lib/log-error.ts'
import { company } from '#shared/company.ts'
import type { SocialProof } from './social-proof.tsx'

/** Lets the page load first, but comes well before the first notice. */
const loadAfterMs = 1_000

type Loaded = { Card: ComponentType<ComponentProps<typeof SocialProof>>; openedAt: number }

export function SocialProofOutlet({ enabled = company.socialProof.enabled }: { enabled?: boolean }) {
  const [loaded, setLoaded] = useState<Loaded>()

  useEffect(() => {
    if (!enabled) return
    const openedAt = Date.now()
    let gone = false
    const timer = setTimeout(() => {
      import('./social-proof.tsx').then(
        ({ SocialProof: Card }) => {
          if (!gone) setLoaded({ Card, openedAt })
        },
        (error: unknown) => logError('the notices did not load', error),
      )
    }, loadAfterMs)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [enabled])

  return loaded ? <loaded.Card notices={company.socialProof.notices} openedAt={loaded.openedAt} /> : null
}
