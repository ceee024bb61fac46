import { router } from './init.ts'
import { accountRouter } from './routers/account.ts'
import { adminRouter } from './routers/admin.ts'
import { authRouter } from './routers/auth.ts'
import { calendarRouter } from './routers/calendar.ts'
import { companyRouter } from './routers/company.ts'
import { estimatesRouter } from './routers/estimates.ts'
import { installationRouter } from './routers/installation.ts'
import { notificationsRouter } from './routers/notifications.ts'
import { peopleRouter } from './routers/people.ts'
import { privacyRouter } from './routers/privacy.ts'
import { proposalsRouter } from './routers/proposals.ts'
import { reportsRouter } from './routers/reports.ts'
import { reviewsRouter } from './routers/reviews.ts'
import { savedViewsRouter } from './routers/saved-views.ts'
import { secondFactorRouter } from './routers/second-factor.ts'
import { visitsRouter } from './routers/visits.ts'

export const appRouter = router({
  account: accountRouter,
  admin: adminRouter,
  auth: authRouter,
  calendar: calendarRouter,
  company: companyRouter,
  estimates: estimatesRouter,
  installation: installationRouter,
  notifications: notificationsRouter,
  people: peopleRouter,
  privacy: privacyRouter,
  proposals: proposalsRouter,
  reports: reportsRouter,
  reviews: reviewsRouter,
  savedViews: savedViewsRouter,
  secondFactor: secondFactorRouter,
  visits: visitsRouter,
})

export type AppRouter = typeof appRouter
