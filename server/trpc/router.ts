import { router } from './init.ts'
import { estimatesRouter } from './routers/estimates.ts'

/** Every procedure there is, by the path that calls it. */
export const appRouter = router({
  estimates: estimatesRouter,
})

export type AppRouter = typeof appRouter
