import { createFileRoute } from '@tanstack/react-router'
import { AccessibilityPage } from '#client/features/accessibility/accessibility-page.tsx'

export const Route = createFileRoute('/accessibility')({ component: AccessibilityPage })
