import { readNudgeSettings, setNudge } from '#server/nudges/nudge-settings.ts'
import { sendTestEmail } from '#server/nudges/send-test-email.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'
import { type NudgeSettings, nudgeSwitchSchema } from '#shared/nudges.ts'

export const notificationsRouter = router({
  /** The caller's own switches. */
  settings: staffProcedure.query(({ ctx }): Promise<NudgeSettings> => readNudgeSettings(ctx)),
  set: staffProcedure
    .input(nudgeSwitchSchema)
    .mutation(({ ctx, input }): Promise<NudgeSettings> => setNudge(ctx, input)),
  /** Sends the caller an email. */
  sendTest: staffProcedure.mutation(async ({ ctx }) => {
    const sent = await sendTestEmail(ctx)
    ctx.wakeOutbox()
    return sent
  }),
})
