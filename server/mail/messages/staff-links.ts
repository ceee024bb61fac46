import { nudgesAnchor } from '#shared/nudges.ts'

/** @param appOrigin from the settings, never from a request */
export function estimateLink(appOrigin: string, id: string): string {
  return `${appOrigin}/admin/estimates/${encodeURIComponent(id)}`
}

/** @param appOrigin from the settings, never from a request */
export function dashboardLink(appOrigin: string): string {
  return `${appOrigin}/admin`
}

/** The reader's own open estimates. */
export function mineLink(appOrigin: string): string {
  return `${dashboardLink(appOrigin)}?assignee=me&outcome=open`
}

export type NudgeLinks = {
  readonly today: string
  readonly overdue: string
  readonly due: string
  readonly proposals: string
  readonly followUps: string
  readonly quarantine: string
  /** The requests that are assigned to the reader. */
  readonly own: string
  /** The place where the person switches such emails off. */
  readonly switches: string
  estimate(id: string): string
}

/** @param appOrigin from the settings, never from a request */
export function nudgeLinks(appOrigin: string): NudgeLinks {
  return {
    today: `${appOrigin}/admin/today`,
    overdue: `${appOrigin}/admin?overdue=true`,
    due: `${appOrigin}/admin?sort=due`,
    proposals: `${appOrigin}/admin?proposal=due&sort=proposal`,
    followUps: `${appOrigin}/admin?followUp=due`,
    quarantine: `${appOrigin}/admin?spam=quarantined`,
    own: `${appOrigin}/admin?assignee=me&sort=due`,
    switches: `${appOrigin}/account#${nudgesAnchor}`,
    estimate: (id) => estimateLink(appOrigin, id),
  }
}
