import { readOwnFeed, setOwnFeed } from '#server/calendar-feed/own-feed.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'
import { type CalendarFeed, setCalendarFeedSchema } from '#shared/calendar-feed.ts'

export const calendarRouter = router({
  /** Returns the secret address of the signed-in user's calendar. */
  feed: staffProcedure.query(({ ctx }): Promise<CalendarFeed> => readOwnFeed(ctx)),
  setFeed: staffProcedure
    .input(setCalendarFeedSchema)
    .mutation(({ ctx, input }): Promise<CalendarFeed> => setOwnFeed(ctx, input.on)),
})
