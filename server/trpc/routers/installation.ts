import { declineLine, readFirstDay } from '#server/first-day/first-day.ts'
import { readLastBackup } from '#server/last-backup.ts'
import { mailStateSchema, readMailState } from '#server/mail/outbox/mail-state.ts'
import { adminProcedure, router } from '#server/trpc/init.ts'
import { declineLineSchema } from '#shared/first-day.ts'

/** What administrators see of the installation itself. */
export const installationRouter = router({
  /** The checklist of the first day; null once nothing is open. */
  firstDay: adminProcedure.query(({ ctx }) => readFirstDay(ctx)),
  declineLine: adminProcedure.input(declineLineSchema).mutation(({ ctx, input }) => declineLine(ctx, input)),
  /** Null without the note that the command leaves. */
  lastBackup: adminProcedure.query(({ ctx }) => readLastBackup(ctx.config.dataDir)),
  /** How emails go out. `notifications.sendTest` sends one. */
  mailState: adminProcedure.input(mailStateSchema).query(({ ctx, input }) => readMailState(ctx, input)),
})
