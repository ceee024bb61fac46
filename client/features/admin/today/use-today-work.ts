import { api, type FailedEmail, type TodayEstimate, type TodayVisit, type WorkState } from '#client/lib/api.ts'
import { errorCode, failureMessage, staleSave } from '#client/lib/api-error.ts'
import { type ProposalChange, type SaveOutcome, sendChange, type WorkChange } from '../estimate/work-changes.ts'

const overtaken = 'A colleague changed this request. You’re seeing the latest version.'

export type Saved = WorkState

export type TodayWork = ReturnType<typeof useTodayWork>

/** Saves from Today's rows. For an error that is thrown, {@link saveMessage} has the words. */
export function useTodayWork() {
  const utils = api.useUtils()
  const { client } = utils

  /** The lists that are not on the screen are read again when they are. */
  function refresh(): void {
    void utils.admin.invalidate()
    void utils.estimates.invalidate(undefined, { refetchType: 'none' })
  }

  async function saved(save: Promise<WorkState>): Promise<Saved> {
    try {
      return await save
    } finally {
      refresh()
    }
  }

  /** Goes on after a colleague's change where that is harmless. */
  function saveOver(
    id: string,
    version: number,
    change: WorkChange,
    isHarmless: (work: WorkState['work']) => boolean,
  ): Promise<Saved> {
    return saved(
      sendChange(client, id, version, change).catch((error: unknown) => {
        const work = staleSave(error)?.work
        if (!work || !isHarmless(work)) throw error
        return sendChange(client, id, work.version, change)
      }),
    )
  }

  return {
    saveEntry: ({ id }: Pick<TodayEstimate, 'id'>, change: WorkChange): Promise<Saved> =>
      saved(sendChange(client, id, 1, change)),

    /** A change of the follow-up itself is not overwritten unseen. */
    setFollowUp: ({ id, followUpOn, version }: SeenFollowUp, day: string | null): Promise<Saved> =>
      saveOver(id, version, { kind: 'followUp', day }, (work) => work.followUpOn === followUpOn),

    /** Overwrites nothing of a colleague’s. */
    withdraw: ({ id, version }: Seen, contactId: string): Promise<Saved> =>
      saveOver(id, version, { kind: 'withdrawn', contactId }, () => true),

    /** Another proposal is not overwritten. */
    logProposal: ({ id, version, proposalSentAt }: TodayEstimate, change: ProposalChange): Promise<Saved> =>
      saveOver(id, version, change, (work) => work.proposalSentAt === proposalSentAt),

    undoProposal: ({ id, version }: Seen): Promise<Saved> =>
      saved(sendChange(client, id, version, { kind: 'proposalUndo' })),

    /** Another visit is not logged unseen. */
    logVisit: ({ id: visitId, estimateId, version, sequence }: TodayVisit): Promise<Saved> =>
      saveOver(
        estimateId,
        version,
        { kind: 'visitDone', sequence },
        ({ visit }) => visit?.id === visitId && visit.sequence === sequence,
      ),

    keepNew: ({ id, version }: Seen): Promise<Saved> =>
      saved(sendChange(client, id, version, { kind: 'status', status: 'new' })),

    /** @param entryKey the same for every try */
    sendEmailAgain: ({ id, estimateId }: Pick<FailedEmail, 'id' | 'estimateId'>, entryKey: string): Promise<Saved> =>
      saved(client.estimates.sendEmailAgain.mutate({ id: estimateId, messageId: id, entryKey })),
  }
}

export type Seen = Pick<TodayEstimate, 'id' | 'version'>
export type SeenFollowUp = Pick<TodayEstimate, 'id' | 'followUpOn' | 'version'>

export function saveMessage(error: unknown): string {
  return staleSave(error) ? overtaken : failureMessage(error)
}

export function failedSave(error: unknown): SaveOutcome {
  return { outcome: errorCode(error) === 'CONFLICT' ? 'conflict' : 'failed', message: saveMessage(error) }
}
