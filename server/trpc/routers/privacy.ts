import { listColleagues } from '#server/privacy/colleagues.ts'
import { eraseAccount } from '#server/privacy/erase-account.ts'
import { erasePerson } from '#server/privacy/erase-person.ts'
import { findPerson } from '#server/privacy/find-person.ts'
import { createPersonExport } from '#server/privacy/person-export.ts'
import { previewRetention, readRetention, readRetentionRules, setRetention } from '#server/privacy/retention.ts'
import { adminProcedure, publicProcedure, router } from '#server/trpc/init.ts'
import { eraseAccountSchema, erasePersonSchema, findPersonSchema, personExportSchema } from '#shared/erasure.ts'
import { retentionRulesSchema, setRetentionSchema } from '#shared/retention.ts'

export const privacyRouter = router({
  /** The privacy page states these values. */
  rules: publicProcedure.query(({ ctx }) => readRetentionRules(ctx.database.read)),
  person: adminProcedure.input(findPersonSchema).query(({ ctx, input }) => findPerson(ctx.database, input.id)),
  erasePerson: adminProcedure.input(erasePersonSchema).mutation(async ({ ctx, input }) => {
    const erased = await erasePerson(ctx, input)
    ctx.wakeErasing()
    return erased
  }),
  /** The link is valid for one download within a minute. */
  createPersonExport: adminProcedure
    .input(personExportSchema)
    .mutation(({ ctx, input }) => createPersonExport(ctx, input)),
  /** Lists the colleagues whose accounts can be erased. */
  colleagues: adminProcedure.query(({ ctx }) => listColleagues(ctx.database)),
  eraseAccount: adminProcedure.input(eraseAccountSchema).mutation(async ({ ctx, input }) => {
    await eraseAccount(ctx, input)
    ctx.wakeErasing()
  }),
  retention: adminProcedure.query(({ ctx }) => readRetention(ctx)),
  /** The estimates that the given rules would erase now. */
  previewRetention: adminProcedure.input(retentionRulesSchema).query(({ ctx, input }) => previewRetention(ctx, input)),
  setRetention: adminProcedure.input(setRetentionSchema).mutation(({ ctx, input }) => setRetention(ctx, input)),
})
