import { formatWholeNumber } from '#shared/formatting.ts'
import { LinkList, type ListedLink, Paragraph, SectionHeading, TextLink } from './email-parts.tsx'

/** The section shows some of a list, and links to the rest. */
export type ListedSection = {
  readonly heading?: string
  readonly items: readonly ListedLink[]
  readonly more: { readonly text: string; readonly href: string } | undefined
}

/** @param isExact whether `left` is all that is left, or only as far as it was counted */
export function toMore(left: number, href: string, isExact = true): ListedSection['more'] {
  return left > 0 ? { text: `and ${isExact ? '' : 'at least '}${formatWholeNumber(left)} more`, href } : undefined
}

export function sectionText({ heading, items, more }: ListedSection): string {
  const lines = items.map(({ title, call, details, href }) =>
    [`* ${title}`, ...(call ? [call.text] : []), ...details, href].join('\n  '),
  )
  return [
    ...(heading === undefined ? [] : [heading.toUpperCase()]),
    ...lines,
    ...(more ? [`${more.text}:\n${more.href}`] : []),
  ].join('\n\n')
}

export function SectionHtml({ heading, items, more }: ListedSection) {
  return (
    <>
      {heading !== undefined && <SectionHeading>{heading}</SectionHeading>}
      <LinkList links={items} />
      {more && (
        <Paragraph>
          <TextLink href={more.href}>{more.text}</TextLink>
        </Paragraph>
      )}
    </>
  )
}
