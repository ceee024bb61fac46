import { makeRecoveryCodes, readOwnFactors } from '#server/accounts/second-factor/account-factors.ts'
import { beginApp, confirmApp, removeApp } from '#server/accounts/second-factor/app.ts'
import { setDuty } from '#server/accounts/second-factor/duty.ts'
import { addPasskey, newPasskeyOptions, removePasskey } from '#server/accounts/second-factor/passkeys.ts'
import { proveByPassword } from '#server/accounts/second-factor/proof.ts'
import { resetSecondFactorOfPerson } from '#server/accounts/second-factor/reset-second-factor.ts'
import { passkeyProofOptions, proveByPasskey } from '#server/accounts/second-factor/use-passkey.ts'
import { setChallengeCookie } from '#server/accounts/sessions/session-cookies.ts'
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

/** Serves the second factor of the signed-in user's own account. Administrators also decide who needs one. */
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
    await resetSecondFactorOfPerson(ctx, input)
    return { status: 'reset' }
  }),
})
