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
  /** The New York day. */
  readonly today: string
}

const { address } = company
const dayText = (day: string) => formatDayOfYear(startOfNewYorkDay(day))

/** The document that the visitor gets, and the answers to it. */
export function Proposal({ proposal, customer, filePath, mayAnswer, today, ...forms }: ProposalProps) {
  const { number, lines, note, starts, duration, sentAt } = proposal
  const facts = [
    ['Prepared for', `${customer.name}\n${customer.location}`],
    ['Date', sentAt ? formatDayOfYear(sentAt) : dayText(today)],
    ['Number', `${customer.reference}-${number}`],
  ] as const
  const terms = [
    ['Start', starts],
    ['Duration', duration],
    ['Please note', note],
  ].filter(([, text]) => text)
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
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
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
          {terms.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {proposal.fileId && (
        <p data-file>
          <a href={filePath} download>
            Download the PDF
          </a>
        </p>
      )}
      <State proposal={proposal} today={today} />
      {mayAnswer && <AnswerForms {...forms} number={number} answer={proposal.answer} />}
    </article>
  )
}

function State({ proposal, today }: Pick<ProposalProps, 'proposal' | 'today'>) {
  const { validUntil, answerText, answeredAt } = proposal
  const state = writtenProposalState({ ...proposal, openedAt: null, withdrawnAt: null }, false, today)
  const on = answeredAt ? ` on ${formatDayOfYear(answeredAt)}` : ''
  switch (state) {
    case 'accepted':
      return (
        <p data-state="accepted">
          <strong>Accepted{on}</strong>
          <span dir="auto">By {answerText}. We’ll prepare the contract.</span>
        </p>
      )
    case 'changes':
      return (
        <p data-state="changes">
          <strong>You asked for changes{on}</strong>
          <span dir="auto">{answerText}</span>
        </p>
      )
    case 'declined': {
      const reason = declineReasons.find((one) => one === answerText)
      return (
        <p data-state="declined">
          <strong>You declined this proposal{on}</strong>
          {reason && <span>Reason: {declineReasonLabels[reason]}</span>}
        </p>
      )
    }
    case 'expired':
      return (
        <p data-state="expired">
          This proposal was valid until {dayText(validUntil)}. Please call us if you would still like to go ahead.
        </p>
      )
    default:
      return <p data-state="open">This proposal is valid until {dayText(validUntil)}.</p>
  }
}
