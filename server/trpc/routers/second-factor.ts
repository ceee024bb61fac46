import { setChallengeCookie } from '#server/auth/session-cookies.ts'
import { beginApp, confirmApp, removeApp } from '#server/domain/second-factor/app.ts'
import { setDuty } from '#server/domain/second-factor/duty.ts'
import { makeRecoveryCodes, readOwnFactors } from '#server/domain/second-factor/own-factors.ts'
import { addPasskey, newPasskeyOptions, removePasskey } from '#server/domain/second-factor/passkeys.ts'
import { proveByPassword } from '#server/domain/second-factor/proof.ts'
import { resetFactorsOf } from '#server/domain/second-factor/reset-factors-of.ts'
import { passkeyProofOptions, proveByPasskey } from '#server/domain/second-factor/use-passkey.ts'
import { adminProcedure, router, userProcedure } from '#server/trpc/init.ts'
import {
  codeSchema,
  dutySchema,
  identitySchema,
  newPasskeySchema,
  passkeyIdSchema,
  passkeyProofSchema,
  personIdSchema,
} from '#shared/second-factor.ts'

/** The second factor of one's own account; administrators also decide who needs one. */
export const secondFactorRouter = router({
  state: userProcedure.query(({ ctx }) => readOwnFactors(ctx)),
  prove: userProcedure.input(identitySchema).mutation(async ({ ctx, input }): Promise<{ status: 'proved' }> => {
    await proveByPassword(ctx, input)
    return { status: 'proved' }
  }),
  passkeyProofOptions: userProcedure.mutation(async ({ ctx }) => {
    const { options, challenge } = await passkeyProofOptions(ctx)
    setChallengeCookie(ctx, challenge)
    return options
  }),
  proveByPasskey: userProcedure
    .input(passkeyProofSchema)
    .mutation(async ({ ctx, input }): Promise<{ status: 'proved' }> => {
      await proveByPasskey(ctx, input)
      return { status: 'proved' }
    }),
  beginApp: userProcedure.mutation(({ ctx }) => beginApp(ctx)),
  confirmApp: userProcedure.input(codeSchema).mutation(({ ctx, input }) => confirmApp(ctx, input)),
  removeApp: userProcedure.mutation(async ({ ctx }): Promise<{ status: 'removed' }> => {
    await removeApp(ctx)
    return { status: 'removed' }
  }),
  newPasskeyOptions: userProcedure.mutation(async ({ ctx }) => {
    const { options, challenge } = await newPasskeyOptions(ctx)
    setChallengeCookie(ctx, challenge)
    return options
  }),
  addPasskey: userProcedure.input(newPasskeySchema).mutation(({ ctx, input }) => addPasskey(ctx, input)),
  removePasskey: userProcedure
    .input(passkeyIdSchema)
    .mutation(async ({ ctx, input }): Promise<{ status: 'removed' }> => {
      await removePasskey(ctx, input)
      return { status: 'removed' }
    }),
  makeRecoveryCodes: userProcedure.mutation(({ ctx }) => makeRecoveryCodes(ctx)),
  setDuty: adminProcedure.input(dutySchema).mutation(async ({ ctx, input }): Promise<{ status: 'saved' }> => {
    await setDuty(ctx, input)
    return { status: 'saved' }
  }),
  reset: adminProcedure.input(personIdSchema).mutation(async ({ ctx, input }): Promise<{ status: 'reset' }> => {
    await resetFactorsOf(ctx, input)
    return { status: 'reset' }
  }),
})
