import { readAuditLog } from '#server/accounts/audit/read-audit-log.ts'
import { changeRole } from '#server/accounts/people/change-role.ts'
import { invite, inviteAgain, withdrawInvitation } from '#server/accounts/people/invite.ts'
import { listPeople } from '#server/accounts/people/list-people.ts'
import { countOpenEstimates, revokeAccess } from '#server/accounts/people/revoke-access.ts'
import { peopleProcedure, router } from '#server/trpc/init.ts'
import { auditLogSchema } from '#shared/audit-log.ts'
import { changeRoleSchema, invitationSchema, inviteSchema, personSchema, revokeSchema } from '#shared/people.ts'

/** Lists who works here, for administrators. */
export const peopleRouter = router({
  list: peopleProcedure.query(({ ctx }) => listPeople(ctx)),
  invite: peopleProcedure.input(inviteSchema).mutation(({ ctx, input }) => invite(ctx, input)),
  inviteAgain: peopleProcedure.input(invitationSchema).mutation(async ({ ctx, input }): Promise<{ status: 'sent' }> => {
    await inviteAgain(ctx, input)
    return { status: 'sent' }
  }),
  withdraw: peopleProcedure
    .input(invitationSchema)
    .mutation(async ({ ctx, input }): Promise<{ status: 'withdrawn' }> => {
      await withdrawInvitation(ctx, input)
      return { status: 'withdrawn' }
    }),
  changeRole: peopleProcedure.input(changeRoleSchema).mutation(async ({ ctx, input }): Promise<{ status: 'saved' }> => {
    await changeRole(ctx, input)
    return { status: 'saved' }
  }),
  openEstimates: peopleProcedure.input(personSchema).query(({ ctx, input }) => countOpenEstimates(ctx, input)),
  revoke: peopleProcedure.input(revokeSchema).mutation(({ ctx, input }) => revokeAccess(ctx, input)),
  log: peopleProcedure.input(auditLogSchema).query(({ ctx, input }) => readAuditLog(ctx.database, input)),
})
