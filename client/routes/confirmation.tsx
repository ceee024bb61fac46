import { createFileRoute } from '@tanstack/react-router'
import { ConfirmationPage } from '#client/features/confirmation/confirmation-page.tsx'

export const Route = createFileRoute('/confirmation')({
  component: ConfirmationPage,
  // The page has no script of its own, since a lost one would look as if the stored request had failed.
  codeSplitGroupings: [],
})
