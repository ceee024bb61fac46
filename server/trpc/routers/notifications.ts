import { readNudgeSettings, setNudge } from '#server/nudges/nudge-settings.ts'
import { sendTestEmail } from '#server/nudges/send-test-email.ts'
import { readOwnDevice, setOwnDevice, testOwnDevice } from '#server/push/own-device.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'
import { type NudgeSettings, nudgeSwitchSchema } from '#shared/nudges.ts'
import { type PushState, setPushDeviceSchema } from '#shared/push.ts'

export const notificationsRouter = router({
  /** Returns the signed-in user's own switches. */
  settings: staffProcedure.query(({ ctx }): Promise<NudgeSettings> => readNudgeSettings(ctx)),
  set: staffProcedure
    .input(nudgeSwitchSchema)
    .mutation(({ ctx, input }): Promise<NudgeSettings> => setNudge(ctx, input)),
  /** Sends the signed-in user an email. */
  sendTest: staffProcedure.mutation(async ({ ctx }) => {
    const sent = await sendTestEmail(ctx)
    ctx.wakeOutbox()
    return sent
  }),
  /** Says whether this browser of the signed-in user is notified. */
  device: staffProcedure.query(({ ctx }): Promise<PushState> => readOwnDevice(ctx)),
  setDevice: staffProcedure
    .input(setPushDeviceSchema)
    .mutation(({ ctx, input }): Promise<PushState> => setOwnDevice(ctx, input.device)),
  /** Sends this browser of the signed-in user a notification. */
  testDevice: staffProcedure.mutation(async ({ ctx }): Promise<{ status: 'sent' }> => {
    await testOwnDevice(ctx)
    return { status: 'sent' }
  }),
})
