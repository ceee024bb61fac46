import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { safeLine, safeText } from '#server/mail/templates/safe-text.ts'
import { company } from '#shared/company.ts'
import { answerText, type StoredAnswers } from '#shared/estimates/answers.ts'
import { type EstimateFieldRow, estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'
import { formatDayOfYear } from '#shared/formatting.ts'
import type { RequestProgress } from './request-progress.ts'

export type ShownRequest = {
  readonly reference: string
  readonly answers: StoredAnswers
  readonly progress: RequestProgress
  /** The full name of who works on it. */
  readonly assignee: string | null
  readonly endsAt: Date
}

/** The content of a page, as HTML. The style sheet goes by elements, so no class has to be the same in two builds. */
export function requestHtml({ reference, answers, progress, assignee, endsAt }: ShownRequest): string {
  const [firstName] = safeLine(assignee ?? '', 100).split(' ')
  return safeText(
    renderToStaticMarkup(
      <>
        <Heading title="Your request">
          {progress.lead} Your reference is <strong>{reference}</strong>.
        </Heading>
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
        <section>
          <h2>Your answers</h2>
          <dl>
            {givenAnswers(answers).map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        <Contact title="Anything to add or correct?">
          {progress.hasContact && firstName && (
            <span>
              Your contact: <strong dir="auto">{firstName}</strong>
            </span>
          )}
        </Contact>
        <small>
          Whoever has the link to this page can open it, until {formatDayOfYear(endsAt)}. You can print or save it.
        </small>
      </>,
    ),
  )
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

/** Without empty fields and boxes that were not checked. */
function givenAnswers(answers: StoredAnswers) {
  return estimateFieldNames.flatMap((name) => {
    const field: EstimateFieldRow = estimateFields[name]
    const text = answerText(answers, name)
    if (!text || answers[name] === false) return []
    return [{ label: field.label, value: field.kind === 'number' ? `${text} ${field.unit}` : text }]
  })
}
