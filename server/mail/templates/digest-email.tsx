import {
  type Digest,
  type DigestEstimate,
  type DigestSection,
  maxDigestCount,
} from '#server/database/queries/digest-query.ts'
import type { PreparedNudge } from '#server/mail/messages/prepare-nudge.ts'
import type { NudgeLinks } from '#server/mail/messages/staff-links.ts'
import { daysBetween, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { formatVisitHours } from '#shared/estimates/visits.ts'
import { formatDayAndTime, formatLongDay, formatWeekday, formatWholeNumber } from '#shared/formatting.ts'
import { nudgeLabels } from '#shared/nudges.ts'
import { callLink } from './call-link.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { ButtonLink } from './email-parts.tsx'
import { emailText } from './email-text.ts'
import { type ListedSection, SectionHtml, sectionText, toMore } from './listed-section.tsx'
import { SwitchesNote, switchesText } from './nudge-switches.tsx'
import { quarantineSection } from './quarantine-email.tsx'
import { safeLine } from './safe-text.ts'

const maxValueLength = 80
const buttonText = 'Open the dashboard'
const label = nudgeLabels.digest

/** The digest names an email that was not delivered by its kind. */
const emailNames: Readonly<Record<string, string>> = {
  'estimate.visitor': 'The confirmation to the visitor',
  'proposal.sent': 'The proposal',
  'proposal.reminder': 'The reminder of the proposal',
  'proposal.answered': 'The receipt of the answer to the proposal',
  'visit.visitor': 'The visit email to the customer',
  'visit.assignee': 'The visit email to staff',
  'visit.reminder': 'The reminder of the visit',
  'review.request': 'The request for a review',
  'visitor.changed': 'The email to the staff about a change by the customer',
}

/** Renders what one staff member is told in the morning. */
export function digestEmail(
  { day, digest, user }: Extract<PreparedNudge, { readonly kind: 'nudge.digest' }>,
  links: NudgeLinks,
): EmailContent {
  const dayStart = startOfNewYorkDay(day)
  const heading = formatLongDay(dayStart)
  const subject = `${formatWeekday(dayStart)}: ${toSummary(digest)}`
  const sections = toSections(digest, { day, userId: user.id, links })
  const { today, switches } = links
  return {
    subject,
    text: emailText(heading, [...sections.map(sectionText), `${buttonText}:\n${today}`, switchesText(label, switches)]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={toSummary(digest)} heading={heading}>
        {sections.map((section) => (
          <SectionHtml key={section.heading} {...section} />
        ))}
        <ButtonLink href={today}>{buttonText}</ButtonLink>
        <SwitchesNote label={label} href={switches} />
      </EmailLayout>,
    ),
  }
}

/** For instance `2 overdue, 1 follow-up`. */
function toSummary({ visits, overdue, dueToday, proposals, followUps, undelivered, quarantined }: Digest): string {
  const counts: [total: number, one: string, many: string][] = [
    [visits.total, 'visit', 'visits'],
    [overdue.total, 'overdue', 'overdue'],
    [dueToday.total, 'due today', 'due today'],
    [proposals.total, 'proposal due', 'proposals due'],
    [followUps.total, 'follow-up', 'follow-ups'],
    [undelivered.total, 'email not delivered', 'emails not delivered'],
    [quarantined.total, 'possible spam', 'possible spam'],
  ]
  return counts
    .filter(([total]) => total > 0)
    .map(([total, one, many]) => `${countText(total)} ${total === 1 ? one : many}`)
    .join(', ')
}

function countText(total: number): string {
  return total < maxDigestCount ? formatWholeNumber(total) : `${formatWholeNumber(total)}+`
}

type Reader = { readonly day: string; readonly userId: string; readonly links: NudgeLinks }

function toSections(digest: Digest, { day, userId, links }: Reader): ListedSection[] {
  const estimates = (
    title: string,
    { total, items }: DigestSection<DigestEstimate>,
    href: string,
    when: (estimate: DigestEstimate) => string,
  ): ListedSection => ({
    heading: `${title} (${countText(total)})`,
    items: items.map((estimate) => ({
      href: links.estimate(estimate.id),
      title: `${safeLine(estimate.name, maxValueLength)}${estimate.urgent ? ' (urgent)' : ''}`,
      call: callLink(estimate.phone),
      details: [
        `${optionLabel(projectTypes, estimate.projectType)}, ${safeLine(estimate.location, maxValueLength)}`,
        [when(estimate), ...(estimate.outcome === 'open' ? [] : [estimate.outcome]), getOwner(estimate, userId)].join(
          '; ',
        ),
      ],
    })),
    more: toMore(total - items.length, href, total < maxDigestCount),
  })
  const { visits, overdue, dueToday, proposals, followUps, undelivered, quarantined } = digest
  const due =
    (verb: string) =>
    ({ dueAt }: DigestEstimate) =>
      dueAt ? `${verb} ${formatDayAndTime(dueAt)}` : verb
  const sections = [
    {
      heading: `Visits today (${countText(visits.total)})`,
      items: visits.items.map((visit) => ({
        href: links.estimate(visit.id),
        title: safeLine(visit.name, maxValueLength),
        call: callLink(visit.phone),
        details: [
          `${formatVisitHours(visit)}; ${safeLine(visit.place, maxValueLength)}`,
          `${optionLabel(projectTypes, visit.projectType)}; ${visit.assigneeId === userId ? 'you go' : 'nobody goes yet'}`,
        ],
      })),
      more: toMore(visits.total - visits.items.length, links.today, visits.total < maxDigestCount),
    },
    estimates('Overdue', overdue, links.overdue, due('was due')),
    estimates('Due today', dueToday, links.due, due('due')),
    estimates('Proposals due', proposals, links.proposals, ({ proposalDueOn }) =>
      proposalText(proposalDueOn ?? day, day),
    ),
    estimates('Follow-ups', followUps, links.followUps, ({ followUpOn }) => followUpText(followUpOn ?? day, day)),
    {
      heading: `Emails not delivered (${countText(undelivered.total)})`,
      items: undelivered.items.map(({ id, name, phone, kind }) => ({
        href: links.estimate(id),
        title: safeLine(name, maxValueLength),
        call: callLink(phone),
        details: [emailNames[kind] ?? 'The announcement to the office'],
      })),
      more: toMore(undelivered.total - undelivered.items.length, links.today, undelivered.total < maxDigestCount),
    },
    quarantineSection(quarantined, links),
  ]
  return sections.filter(({ items }) => items.length > 0)
}

function getOwner({ assigneeId, assignee }: DigestEstimate, ownId: string): string {
  if (assignee === null) return 'unassigned'
  return assigneeId === ownId ? 'assigned to you' : `assigned to ${safeLine(assignee, maxValueLength)}`
}

function followUpText(followUpOn: string, day: string): string {
  const missed = daysBetween(followUpOn, day)
  if (missed <= 0) return 'follow up today'
  return missed === 1 ? 'follow-up missed yesterday' : `follow-up missed ${formatWholeNumber(missed)} days ago`
}

function proposalText(dueOn: string, day: string): string {
  const late = daysBetween(dueOn, day)
  if (late <= 0) return 'proposal due today'
  return late === 1 ? 'proposal was due yesterday' : `proposal was due ${formatWholeNumber(late)} days ago`
}
