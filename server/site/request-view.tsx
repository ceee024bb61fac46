import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { safeLine, safeText } from '#server/mail/templates/safe-text.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { company } from '#shared/company.ts'
import { answerText, type StoredAnswers } from '#shared/estimates/answers.ts'
import { type EstimateFieldRow, estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'
import { maxPhotos } from '#shared/estimates/photos.ts'
import { formatVisitHours } from '#shared/estimates/visits.ts'
import { type ProposalAnswer, proposalAnswers } from '#shared/estimates/written-proposals.ts'
import { formatDayOfWeek, formatDayOfYear } from '#shared/formatting.ts'
import { Facts, Proposal } from './proposal-view.tsx'
import type { Refused } from './visitor-form-values.ts'
import { ChangeForms, type FormContext, ReturnForm } from './visitor-forms.tsx'
import type { FoundRequest } from './visitor-request.ts'

/** Where the page is shown, and what its visitor did last. */
export type PageContext = FormContext & {
  readonly filePath: string
  readonly notice?: string | undefined
  /** Whether to notice that somebody looks at the proposal. */
  readonly watches?: boolean
}

/** The content of a page, as HTML. The style sheet goes by elements, so no class has to be the same in two builds. */
export function requestHtml(request: FoundRequest, context: PageContext): string {
  const { reference, answers, progress, assignee, isCurrent, proposal, added, photos, visit, rights, endsAt, now } =
    request
  const { path, refused, filePath, notice, watches } = context
  const forms = { path, refused }
  const [firstName] = safeLine(assignee ?? '', 100).split(' ')
  return safeText(
    renderToStaticMarkup(
      <>
        {path === undefined && (
          <p role="note" data-preview>
            {isCurrent
              ? 'Preview: this is what your customer sees.'
              : 'Preview: your customer no longer sees this proposal.'}
          </p>
        )}
        <Heading title="Your request">
          {lead(request)} Your reference is <strong>{reference}</strong>.
        </Heading>
        {notice && <p role="status">{notice}</p>}
        {refused && !isAtField(refused, request) && <p role="alert">{refused.problem}</p>}
        {rights.returnUntil && now < rights.returnUntil && <ReturnForm {...forms} until={rights.returnUntil} />}
        {proposal && (
          <Proposal
            {...forms}
            proposal={proposal}
            customer={{ ...answers, reference }}
            filePath={filePath}
            mayAnswer={rights.mayAnswer}
            isOver={!rights.mayAdd}
            today={newYorkDay(now)}
          />
        )}
        <section>
          <h2>Where it stands</h2>
          <ol>
            {progress.steps.map(({ title, text, done }) => (
              <li key={title} data-done={done || undefined}>
                <h3>{title}</h3>
                {text && <p>{text}</p>}
              </li>
            ))}
          </ol>
        </section>
        {visit && (
          <section>
            <h2>Our visit</h2>
            <dl>
              <Facts
                facts={[
                  ['Day', formatDayOfYear(visit.startsAt)],
                  ['Time', `${formatVisitHours(visit)}, New York time`],
                  ['Place', visit.place],
                ]}
              />
            </dl>
          </section>
        )}
        <section>
          <h2>Your answers</h2>
          <dl>
            <Facts facts={givenAnswers(answers)} />
            <Facts facts={added.map(({ at, text }) => [`Added on ${formatDayOfWeek(at)}`, text])} />
          </dl>
          {photos.length > 0 && <Photos photos={photos} path={path} />}
          {rights.mayAdd && path !== undefined && (
            <ChangeForms
              {...forms}
              phone={answers.phone}
              mayWithdraw={rights.mayWithdraw}
              morePhotos={maxPhotos - photos.length}
            />
          )}
        </section>
        <Contact title="Questions?">
          {progress.hasContact && firstName && (
            <span>
              Your contact: <strong dir="auto">{firstName}</strong>
            </span>
          )}
        </Contact>
        <small>
          Whoever has the link to this page can open it, until {formatDayOfYear(endsAt)}. You can print or save it.
        </small>
        {watches && <script src="/request-opened.js" defer />}
      </>,
    ),
  )
}

const answered: Readonly<Record<ProposalAnswer, string>> = {
  accepted: 'You accepted our proposal.',
  changes: 'You asked for changes to our proposal.',
  declined: 'You declined our proposal.',
}

function lead({ progress, proposal, rights }: FoundRequest): string {
  if (!proposal || !rights.mayAnswer) return progress.lead
  const answer = proposalAnswers.find((one) => one === proposal.answer)
  return answer ? answered[answer] : 'Here is your proposal.'
}

function Photos({ photos, path }: Pick<FoundRequest, 'photos'> & Pick<PageContext, 'path'>) {
  return (
    <figure>
      <figcaption>{photos.length === 1 ? 'Your photo' : 'Your photos'}</figcaption>
      {photos.map(({ id, width, height }, index) => (
        <img
          key={id}
          src={path === undefined ? `/api/photos/${id}/small` : `${path}/photos/${id}`}
          alt={`${index + 1} of ${photos.length}`}
          width={width}
          height={height}
        />
      ))}
    </figure>
  )
}

/** Whether the form is still on the page and shows what was wrong. */
function isAtField({ form }: Refused, { photos, rights: { mayAnswer, mayAdd } }: FoundRequest): boolean {
  if (form === 'withdraw' || form === 'return') return false
  if (form === 'photos') return mayAdd && photos.length < maxPhotos
  return form === 'details' || form === 'phone' ? mayAdd : mayAnswer
}

export const problems = {
  404: {
    title: 'We can’t find this request',
    text: 'The link may be incomplete, or it no longer works. Please open it again from our email, or call us.',
  },
  429: {
    title: 'Please wait a while',
    text: 'Too many of these pages were opened from your connection. Please try again later, or call us.',
  },
  503: {
    title: 'We can’t show your request right now',
    text: 'Please try again in a minute, or call us.',
  },
} as const

export function problemHtml({ title, text }: { readonly title: string; readonly text: string }): string {
  return renderToStaticMarkup(
    <>
      <Heading title={title}>{text}</Heading>
      <Contact title="Call or write to us" />
    </>,
  )
}

function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h1>{title}</h1>
      <p>{children}</p>
    </>
  )
}

function Contact({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <aside>
      <h2>{title}</h2>
      <p>
        {children}
        <a href={company.phone.href}>{company.phone.display}</a>
        <a href={`mailto:${company.email}`}>{company.email}</a>
        <span>{company.hours}</span>
      </p>
    </aside>
  )
}

/** Leaves out empty fields and boxes that were not checked. */
function givenAnswers(answers: StoredAnswers) {
  return estimateFieldNames.flatMap((name): [label: string, text: string][] => {
    const field: EstimateFieldRow = estimateFields[name]
    const text = answerText(answers, name)
    if (!text || answers[name] === false) return []
    return [[field.label, field.kind === 'number' ? `${text} ${field.unit}` : text]]
  })
}
