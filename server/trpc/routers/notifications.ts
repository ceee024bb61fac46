import { readNudgeSettings, setNudge } from '#server/nudges/nudge-settings.ts'
import { sendTestEmail } from '#server/nudges/send-test-email.ts'
import { readOwnDevice, setOwnDevice, testOwnDevice } from '#server/push/own-device.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'
import { type NudgeSettings, nudgeSwitchSchema } from '#shared/nudges.ts'
import { type PushState, setPushDeviceSchema } from '#shared/push.ts'

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
  /** Whether the caller's browser is notified. */
  device: staffProcedure.query(({ ctx }): Promise<PushState> => readOwnDevice(ctx)),
  setDevice: staffProcedure
    .input(setPushDeviceSchema)
    .mutation(({ ctx, input }): Promise<PushState> => setOwnDevice(ctx, input.device)),
  /** Sends the caller's browser a notification. */
  testDevice: staffProcedure.mutation(async ({ ctx }): Promise<{ status: 'sent' }> => {
    await testOwnDevice(ctx)
    return { status: 'sent' }
  }),
})
