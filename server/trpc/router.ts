import { router } from './init.ts'
import { authRouter } from './routers/auth.ts'
import { estimatesRouter } from './routers/estimates.ts'
import { reportsRouter } from './routers/reports.ts'
import { secondFactorRouter } from './routers/second-factor.ts'

export const appRouter = router({
  auth: authRouter,
  estimates: estimatesRouter,
  reports: reportsRouter,
  secondFactor: secondFactorRouter,
})

export type AppRouter = typeof appRouter
