import { startOfNewYorkDay } from '#shared/calendar-days.ts'
import { company, licenseLine } from '#shared/company.ts'
import {
  declineReasonLabels,
  declineReasons,
  proposalTotal,
  writtenProposalState,
} from '#shared/estimates/written-proposals.ts'
import { formatDayOfYear, formatExactCents } from '#shared/formatting.ts'
import { AnswerForms, type FormContext } from './visitor-forms.tsx'
import type { FoundRequest } from './visitor-request.ts'

type ProposalProps = FormContext & {
  readonly proposal: NonNullable<FoundRequest['proposal']>
  readonly customer: { readonly name: string; readonly location: string; readonly reference: string }
  readonly filePath: string
  readonly mayAnswer: boolean
  /** Whether the request was withdrawn or lost, so that nothing follows from its proposal. */
  readonly isOver: boolean
  /** It is the day in New York. */
  readonly today: string
}

const dayText = (day: string) => formatDayOfYear(startOfNewYorkDay(day))

/** The document that the visitor gets, and the answers to it. */
export function Proposal({ proposal, customer, filePath, mayAnswer, isOver, today, ...forms }: ProposalProps) {
  const { number, lines, note, starts, duration, sentAt } = proposal
  const { address } = company
  const facts = [
    ['Prepared for', `${customer.name}\n${customer.location}`],
    ['Date', sentAt ? formatDayOfYear(sentAt) : dayText(today)],
    ['Number', `${customer.reference}-${number}`],
  ] as const
  const given = [
    ['Start', starts],
    ['Duration', duration],
    ['Please note', note],
  ] as const
  const terms = given.filter(([, text]) => text)
  return (
    <article aria-labelledby="proposal">
      <header>
        <p>
          <strong>{company.name}</strong>
          <span>{licenseLine}</span>
        </p>
        <address>
          <span>{address.street}</span>
          <span>
            {address.city}, {address.region} {address.postalCode}
          </span>
          <span>{company.phone.display}</span>
        </address>
      </header>
      <h2 id="proposal">Your proposal</h2>
      <dl>
        <Facts facts={facts} />
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">Work</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ text, cents }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and do not move
            <tr key={`${index} ${text}`}>
              <td dir="auto">{text || '…'}</td>
              <td>{cents === null ? '…' : formatExactCents(cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>
              <p>
                <span>Total</span> <strong>{formatExactCents(proposalTotal(lines))}</strong>
              </p>
            </td>
          </tr>
        </tfoot>
      </table>
      {terms.length > 0 && (
        <dl data-terms>
          <Facts facts={terms} />
        </dl>
      )}
      {proposal.fileId && (
        <p data-file>
          <a href={filePath} download>
            Download the PDF
          </a>
        </p>
      )}
      <State proposal={proposal} isOver={isOver} today={today} />
      {mayAnswer && <AnswerForms {...forms} number={number} answer={proposal.answer} />}
    </article>
  )
}

/** The rows of a list of labels and texts. */
export function Facts({ facts }: { readonly facts: readonly (readonly [label: string, text: string])[] }) {
  return facts.map(([label, text], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and do not move
    <div key={index}>
      <dt>{label}</dt>
      <dd dir="auto">{text}</dd>
    </div>
  ))
}

function State({ proposal, isOver, today }: Pick<ProposalProps, 'proposal' | 'isOver' | 'today'>) {
  const { validUntil, answerText, answeredAt } = proposal
  const state = writtenProposalState({ ...proposal, openedAt: null, withdrawnAt: null }, false, today)
  const on = answeredAt ? ` on ${formatDayOfYear(answeredAt)}` : ''
  const reason = declineReasons.find((one) => one === answerText)
  const texts: Partial<Record<typeof state, readonly [title: string | null, text: string | null | undefined]>> = {
    accepted: [`Accepted${on}`, `By ${answerText}.${isOver ? '' : ' We’ll prepare the contract.'}`],
    changes: [`You asked for changes${on}`, answerText],
    declined: [`You declined this proposal${on}`, reason && `Reason: ${declineReasonLabels[reason]}`],
    expired: [
      null,
      `This proposal was valid until ${dayText(validUntil)}. Please call us if you would still like to go ahead.`,
    ],
  }
  if (isOver && !answeredAt) return null
  const [title, text] = texts[state] ?? [null, `This proposal is valid until ${dayText(validUntil)}.`]
  return (
    <p data-state={state}>
      {title && <strong>{title}</strong>}
      <span dir="auto">{text}</span>
    </p>
  )
}
