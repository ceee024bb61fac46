import { maxDigestCount, type Quarantined } from '#server/database/queries/digest-query.ts'
import type { NudgeLinks } from '#server/mail/messages/staff-links.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { maxQuarantined } from '#shared/estimates/quarantine.ts'
import { formatDayAndTime, formatWholeNumber } from '#shared/formatting.ts'
import type { EmailContent } from './email-content.ts'
import { EmailLayout, renderHtml } from './email-layout.tsx'
import { ButtonLink, Paragraph } from './email-parts.tsx'
import { emailText } from './email-text.ts'
import { type ListedSection, SectionHtml, sectionText, toMore } from './listed-section.tsx'
import { safeLine, unlinkedText } from './safe-text.ts'

const maxValueLength = 80
const heading = 'Possible spam'
const buttonText = 'Open possible spam'
const why =
  'These requests may be spam. No email went out, and no time runs. A customer may be among them, so please look at each.'

const full =
  'So many wait that the form asks further suspicious visitors to call instead. Decide on these, and it takes their requests again.'

function countText(total: number): string {
  return `${formatWholeNumber(total)}${total < maxDigestCount ? '' : '+'}`
}

/** Renders what the staff inbox is told once a day. */
export function quarantineEmail(quarantined: Quarantined, links: NudgeLinks): EmailContent {
  const count = countText(quarantined.total)
  const subject = `Possible spam: ${count} ${quarantined.total === 1 ? 'request waits' : 'requests wait'}`
  const { items, more } = quarantineSection(quarantined, links)
  const notes = [why, ...(quarantined.total < maxQuarantined ? [] : [full])]
  return {
    subject,
    text: emailText(heading, [...notes, sectionText({ items, more }), `${buttonText}:\n${links.quarantine}`]),
    html: renderHtml(
      <EmailLayout subject={subject} preview={why} heading={heading}>
        {notes.map((note) => (
          <Paragraph key={note}>{note}</Paragraph>
        ))}
        <SectionHtml items={items} more={more} />
        <ButtonLink href={links.quarantine}>{buttonText}</ButtonLink>
      </EmailLayout>,
    ),
  }
}

/** Texts of strangers must not become links. */
export function quarantineSection({ total, fresh, items }: Quarantined, links: NudgeLinks): ListedSection {
  const line = (text: string) => unlinkedText(safeLine(text, maxValueLength))
  return {
    heading: `Possible spam (${countText(total)}${fresh > 0 ? `, ${countText(fresh)} new` : ''})`,
    items: items.map(({ id, name, projectType, location, createdAt }) => ({
      href: links.estimate(id),
      title: line(name),
      details: [
        `${optionLabel(projectTypes, projectType)}, ${line(location)}`,
        `came in ${formatDayAndTime(new Date(createdAt))}`,
      ],
    })),
    more: toMore(total - items.length, links.quarantine, total < maxDigestCount),
  }
}
