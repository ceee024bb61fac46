import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#client/features/home/home-page.tsx'
import { SocialProofOutlet } from '#client/features/social-proof/social-proof-outlet.tsx'

export const Route = createFileRoute('/')({ component: Home })

function Home() {
  return (
    <>
      <HomePage />
      <SocialProofOutlet />
    </>
  )
}
