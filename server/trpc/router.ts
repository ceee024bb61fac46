import { router } from './init.ts'
import { authRouter } from './routers/auth.ts'
import { estimatesRouter } from './routers/estimates.ts'
import { notificationsRouter } from './routers/notifications.ts'
import { reportsRouter } from './routers/reports.ts'

export const appRouter = router({
  auth: authRouter,
  estimates: estimatesRouter,
  notifications: notificationsRouter,
  reports: reportsRouter,
})

export type AppRouter = typeof appRouter
