import { createRootRoute } from '@tanstack/react-router'
import { NotFoundPage } from '#client/components/not-found-page.tsx'
import { RootPage } from '#client/components/root-page.tsx'

export const Route = createRootRoute({ component: RootPage, notFoundComponent: NotFoundPage })
